// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// A verifier that compares audio with that of the result, from the first frame.
///
/// The result may have more frames in its last packet.
struct AudioVerifier<Value: AudioSample>: TrackVerifier, ~Copyable {
  private let check: TrackCheck
  private var caps: AudioCaps?
  private var feed: AudioFeed?
  /// The samples of the result that are not compared yet.
  private var waiting: [Value] = []
  private var difference = Difference()
  private var verification: Verification
  private var matcher: AudioMatcher?
  private var exact: LosslessComparison?
  private var coded: CodedAudio?

  init(_ check: TrackCheck) { (self.check, verification) = (check, Verification(check.track)) }

  mutating func setCaps(_ caps: Caps) { self.caps = AudioCaps(caps) }

  mutating func finish() -> Verification {
    // Further samples of the result are counted, and compared if the audio is late.
    matcher?.endMade()
    let check = self.check
    while check.attempt({ () throws(WorkerFailure) in
      guard try take() else { throw .outputClosed }
    }) {
      waiting.removeAll(keepingCapacity: true)
    }
    matcher?.finish()
    verification.note(difference, peak: Value.fullScale)
    if let matcher {
      verification.lateness = matcher.lateness
      verification.wandering = matcher.drift
      (verification.compared, verification.unlike) = (matcher.pieces, matcher.unlike)
      verification.longestWrong = matcher.longestUnlike
      // Where the result has other channels, they are compared as a mix, whose levels differ.
      let isMixed = check.track.audio.map { $0.outputChannels != caps?.channels } ?? false
      let runs = matcher.fidelity.runs.runs.filter {
        switch $0.fault.kind {
        case .dropout, .foreign: true
        case .merged: !isMixed && !check.track.mayMergeChannels
        default: !isMixed
        }
      }
      exact?.finish()
      let altered = exact?.runs.runs ?? []
      var faults = (runs + altered).map { Verification.Fault($0) }
      let frames = verification.found
      for found in matcher.coded?.faults ?? []
      where coded?.excludes(found.fault, frames: frames) ?? false {
        faults.append(Verification.Fault(found.fault, from: found.start, to: found.end))
      }
      verification.faults = Verification.Fault.list(faults)
      verification.firstUnlike = matcher.firstUnlike
    }
    return verification
  }

  /// Reads the next samples of the result; returns false at its end.
  private mutating func take() throws(WorkerFailure) -> Bool {
    var waiting: [Value] = []
    swap(&waiting, &self.waiting)
    let channels = caps?.channels ?? 1
    var (matcher, found) = (self.matcher, verification.found)
    let isLeft =
      try feed?.next(as: Value.self) { samples in
        matcher?.take(found: samples)
        found += samples.count / channels
        for index in samples.indices { waiting.append(samples[index]) }
      } ?? false
    (self.waiting, self.matcher, verification.found) = (waiting, matcher, found)
    return isLeft
  }

  mutating func compare(_ wanted: borrowing Buffer) throws(WorkerFailure) {
    guard let caps else { return }
    if feed == nil {
      feed = try open(caps)
      matcher = AudioMatcher(rate: caps.rate, channels: caps.channels, isCoded: coded != nil)
      exact = LosslessComparison(
        check.track,
        check.made.track,
        rate: caps.rate,
        channels: caps.channels,
        peak: Value.fullScale
      )
      let begin = wanted.presentationTime.map { RationalTime(StreamTime($0)) } ?? .zero
      matcher?.begin(gap: (check.made.plan.range(of: check.made.track).start - begin).seconds)
    }
    let count = wanted.byteCount / MemoryLayout<Value>.stride
    var isLeft = true
    while isLeft, waiting.count < count {
      isLeft = try take()
    }
    let there = min(count, waiting.count) / caps.channels * caps.channels
    let made = check.made
    try made.reading { () throws(GStreamerError) in
      try wanted.withSpan(of: Value.self) { samples in
        matcher?.take(made: samples)
        for index in 0..<there {
          difference.note(samples[index], waiting[index])
          exact?.note(samples[index], waiting[index])
        }
      }
    }
    waiting.removeFirst(there)
    verification.frames += count / caps.channels
    verification.missing += (count - there) / caps.channels
  }

  /// Opens the result in the form of the expected audio: its rate, channels and sample format.
  private mutating func open(_ caps: AudioCaps) throws(WorkerFailure) -> AudioFeed {
    // The result may state other positions for the same channels, which must not cause mixing.
    var mask: UInt64? = caps.channels == 1 ? nil : caps.channelMask
    if let there = check.made.track.audio, there.channels == caps.channels {
      mask = caps.channels == 1 ? nil : there.channelMask
    }
    let text = AudioCaps.text(caps.format, rate: caps.rate, channels: caps.channels, mask: mask)
    // Where the result has other channels, a mix is compared, whose levels differ.
    let counts = [check.track.audio?.outputChannels, check.made.track.audio?.channels]
    if counts.allSatisfy({ $0 == caps.channels }) {
      coded = CodedAudio(check.track, found: check.made.track, rate: caps.rate)
    }
    let counted = coded
    return try AudioFeed(check.made, text, onElement: { counted?.watch($0) })
  }
}

extension Plan.Track {
  /// The bit rate per channel in bit/s below which encoders merge 2 channels, as Opus does at 16 kbit/s.
  private static let leastBitRate = 16_000

  /// Whether the encoder's bit rate is so low that it may merge channels.
  fileprivate var mayMergeChannels: Bool {
    guard let encoder, let audio else { return false }
    let factory = String(encoder.prefix { $0 != " " })
    guard let text = LaunchDescription(encoder).value(of: "bitrate", of: factory),
      let rate = Int(text)
    else { return false }
    // Some elements state the bit rate in kbit/s.
    return (rate < 1000 ? rate * 1000 : rate) < Self.leastBitRate * audio.outputChannels
  }
}
