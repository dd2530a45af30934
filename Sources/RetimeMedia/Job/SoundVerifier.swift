// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// Compares sound with that of the result, from the first frame on; more may follow in a last packet.
final class SoundVerifier<Value: AudioSample>: VerifyingOutput {
  /// Only the track's own thread writes it.
  private struct State: ~Copyable {
    var caps: AudioCaps?
    var feed: SoundFeed?
    /// Samples of the result that have no partner yet.
    var waiting: [Value] = []
    var difference = Difference()
    var frames = 0, missing = 0, found = 0
    var matcher: SoundMatcher?
    var verification: Verification?

    /// Takes the next samples of the result; false at its end.
    mutating func take() throws(WorkerFailure) -> Bool {
      var waiting: [Value] = []
      swap(&waiting, &self.waiting)
      let channels = caps?.channels ?? 1
      var (matcher, found) = (self.matcher, self.found)
      let isLeft =
        try feed?.next(as: Value.self) { samples in
          matcher?.take(found: samples)
          found += samples.count / channels
          for index in samples.indices { waiting.append(samples[index]) }
        } ?? false
      (self.waiting, self.matcher, self.found) = (waiting, matcher, found)
      return isLeft
    }
  }

  private let check: TrackCheck
  private let state = Mutex(State())

  init(_ check: TrackCheck) { self.check = check }

  var verification: Verification? { state.withLock { $0.verification } }

  func setCaps(_ caps: Caps) { state.withLock { $0.caps = AudioCaps(caps) } }

  func moveBack(by time: StreamTime) {}

  func push(_ buffer: consuming Buffer) -> Bool {
    var held = Optional(buffer)
    return state.withLock { state in
      guard let wanted = held.take() else { return false }
      return check.attempt { () throws(WorkerFailure) in try compare(wanted, &state) }
    }
  }

  func endStream() {
    let verification = state.withLock { state in
      // What the result has beyond that is counted, and heard where the sound is late.
      state.matcher?.endMade()
      while check.attempt({ () throws(WorkerFailure) in
        guard try state.take() else { throw .outputClosed }
      }) {
        state.waiting.removeAll(keepingCapacity: true)
      }
      state.matcher?.finish()
      var verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        state.difference,
        peak: Value.fullScale
      )
      verification.found = state.found
      if let matcher = state.matcher {
        verification.lateness = matcher.lateness
        verification.wandering = matcher.drift
        (verification.compared, verification.unlike) = (matcher.pieces, matcher.unlike)
        verification.firstUnlike = matcher.firstUnlike
      }
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  private func compare(_ wanted: borrowing Buffer, _ state: inout State) throws(WorkerFailure) {
    guard let caps = state.caps else { return }
    if state.feed == nil {
      state.feed = try open(caps)
      state.matcher = SoundMatcher(rate: caps.rate, channels: caps.channels)
      let begin = wanted.presentationTime.map { RationalTime(StreamTime($0)) } ?? .zero
      state.matcher?.begin(gap: (check.made.plan.range(of: check.made.track).start - begin).seconds)
    }
    let count = wanted.byteCount / MemoryLayout<Value>.stride
    var isLeft = true
    while isLeft, state.waiting.count < count {
      isLeft = try state.take()
    }
    let there = min(count, state.waiting.count) / caps.channels * caps.channels
    try check.made.reading { () throws(GStreamerError) in
      try wanted.withSpan(of: Value.self) { samples in
        state.matcher?.take(made: samples)
        for index in 0..<there { state.difference.note(samples[index], state.waiting[index]) }
      }
    }
    state.waiting.removeFirst(there)
    state.frames += count / caps.channels
    state.missing += (count - there) / caps.channels
  }

  /// Opens the result in the form in which the sound is made: its rate, its channels, its samples.
  private func open(_ caps: AudioCaps) throws(WorkerFailure) -> SoundFeed {
    // The result may name other places for the same channels, which must not be mixed for that.
    var mask: UInt64? = caps.channels == 1 ? nil : caps.channelMask
    if case .audio(let there) = check.made.track.media, there.channels == caps.channels {
      mask = caps.channels == 1 ? nil : there.channelMask
    }
    let text = AudioCaps.text(caps.format, rate: caps.rate, channels: caps.channels, mask: mask)
    return try SoundFeed(check.made, text)
  }
}
