// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// Compares sound with that of the result, from the first frame on; more may follow in a last packet.
final class SoundVerifier<Value: AudioSample>: VerifyingOutput {
  /// Only the track's own thread writes it.
  private struct State {
    var caps: AudioCaps?
    var feed: SoundFeed?
    /// Samples of the result that have no partner yet.
    var waiting: [Value] = []
    var difference = Difference()
    var frames = 0, missing = 0
    var verification: Verification?

    /// Takes the next samples of the result; false at its end.
    mutating func take() throws(WorkerFailure) -> Bool {
      var waiting: [Value] = []
      swap(&waiting, &self.waiting)
      let channels = caps?.channels ?? 1
      let isLeft =
        try feed?.next(as: Value.self) { silence, samples in
          for _ in 0..<silence * channels { waiting.append(.silence) }
          for index in samples.indices { waiting.append(samples[index]) }
        } ?? false
      self.waiting = waiting
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
      let verification = Verification(
        check.track,
        frames: state.frames,
        missing: state.missing,
        state.difference,
        peak: Value.fullScale
      )
      state.verification = verification
      return verification
    }
    check.end(verification)
  }

  private func compare(_ wanted: borrowing Buffer, _ state: inout State) throws(WorkerFailure) {
    guard let caps = state.caps else { return }
    if state.feed == nil { state.feed = try open(caps) }
    let count = wanted.byteCount / MemoryLayout<Value>.stride
    var isLeft = true
    while isLeft, state.waiting.count < count {
      isLeft = try state.take()
    }
    let there = min(count, state.waiting.count) / caps.channels * caps.channels
    try check.made.reading { () throws(GStreamerError) in
      try wanted.withSpan(of: Value.self) { samples in
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
