// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// The state of receiving an input: what has arrived, and what ends it.
final class Reception: Sendable {
  /// The name that the user gave, for messages.
  let name: String
  /// The duration to receive, from the start of the media; nil for all of it.
  let limit: ClockTime?
  private let cancellation: Cancellation
  private let watchdog: Watchdog
  private let onProgress: @Sendable (JobProgress) -> Void
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    var byteCount = 0
    /// The number of bytes of the whole, if it is known.
    var total: Int?
    /// The first and the latest time of each stream, in nanoseconds.
    var times: [Int: ClosedRange<UInt64>] = [:]
  }

  init(
    _ name: String,
    limit: RationalTime?,
    stallTimeout: Duration,
    _ cancellation: Cancellation,
    onProgress: @escaping @Sendable (JobProgress) -> Void
  ) {
    (self.name, self.cancellation, self.onProgress) = (name, cancellation, onProgress)
    self.limit = limit.map { ClockTime(clamping: $0.nanoseconds) }
    watchdog = Watchdog(limit: stallTimeout)
  }

  /// Reports data that arrived, from any thread; `total` is the number of bytes of the whole.
  func receive(byteCount: Int, of total: Int? = nil) {
    watchdog.feed()
    state.withLock {
      $0.byteCount += byteCount
      $0.total = total
    }
  }

  /// Reports the time of media that arrived, from any thread.
  func receive(_ time: ClockTime, ofStream index: Int) {
    state.withLock { state in
      let seen = state.times[index] ?? time.nanoseconds...time.nanoseconds
      state.times[index] =
        min(seen.lowerBound, time.nanoseconds)...max(seen.upperBound, time.nanoseconds)
    }
  }

  /// Reports the times of all buffers that pass a pad as those of a stream.
  func watch(_ pad: Pad, stream index: Int) {
    pad.observeBuffers { [self] buffer, _ in
      if let time = buffer.presentationTime { receive(time, ofStream: index) }
      return true
    }
  }

  /// Whether any data has arrived.
  var hasBegun: Bool { state.withLock { $0.byteCount > 0 } }

  /// The duration that all streams have reached, in nanoseconds.
  private var received: UInt64 {
    state.withLock { state in
      state.times.values.map { $0.upperBound - $0.lowerBound }.min() ?? 0
    }
  }

  /// Whether what has arrived is enough, with a second more in which streams may begin later than others.
  var isEnough: Bool {
    limit.map { received >= $0.nanoseconds + 1_000_000_000 } ?? false
  }

  /// Whether the user has ended a live input.
  var isEnded: Bool { cancellation.isLiveInputEnded }

  /// Lets the first interrupt end a live input rather than the job while `body` runs.
  func receiving<Value>(
    isLive: Bool,
    _ body: () throws(RetimeError) -> Value
  ) throws(RetimeError) -> Value {
    guard isLive else { return try body() }
    cancellation.setLiveInput(isReceived: true)
    defer { cancellation.setLiveInput(isReceived: false) }
    return try body()
  }

  /// Runs `body`, and reports GStreamer's errors as errors of the input.
  func reading<Value>(
    _ body: () throws(GStreamerError) -> Value
  ) throws(RetimeError) -> Value {
    do throws(GStreamerError) {
      return try body()
    } catch {
      throw RetimeError(error, side: .input, name: name)
    }
  }

  /// Waits up to 100 ms for the next message, and reports the progress.
  ///
  /// - Throws: when the job has been cancelled or nothing arrives any more.
  func next(_ mailbox: Mailbox<Message>) throws(RetimeError) -> Message? {
    tell()
    do throws(RetimeError) {
      return try mailbox.next(unless: cancellation, or: watchdog, of: name)
    } catch  where error.kind == .badInput && !hasBegun {
      throw RetimeError(
        .cannotOpen,
        "'\(name)' cannot be opened: nothing arrives; see that the address is right and the server runs"
      )
    }
  }

  /// Waits for a time, unless the job is cancelled or the user ends the input.
  func pause(_ duration: Duration) throws(RetimeError) {
    let (end, nothing) = (ContinuousClock.now + duration, Mailbox<Message>())
    while .now < end, !isEnded {
      watchdog.feed()
      _ = try next(nothing)
    }
  }

  private func tell() {
    let (byteCount, total) = state.withLock { ($0.byteCount, $0.total) }
    let elapsed = ContinuousClock.now - started
    onProgress(
      JobProgress(
        receiving: byteCount,
        of: total,
        seconds: Double(received) / 1e9,
        of: limit.map { Double($0.nanoseconds) / 1e9 },
        elapsed: elapsed
      )
    )
  }
}
