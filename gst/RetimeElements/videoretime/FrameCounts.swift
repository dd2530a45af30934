// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers

/// The counters of `videoretime`, with the same meaning as in `videorate`.
///
/// Frames are numbered from 1 in display order. The order never goes back, so a frame that is not
/// used when a later one is will never be used. If each output frame is an input frame and no frame
/// is held, ``received`` - ``unused`` + ``repeated`` = ``sent``.
struct FrameCounts: Hashable, Sendable {
  /// The number of input frames, and of output frames.
  private(set) var received: UInt64 = 0, sent: UInt64 = 0
  /// The number of output frames that repeat an input frame unchanged.
  private(set) var repeated: UInt64 = 0

  /// The number of the last numbered frame, and of the last frame that is known to be used or unused.
  private var placed: UInt64 = 0, decided: UInt64 = 0
  private var used: UInt64 = 0
  /// The number of the last frame sent unchanged.
  private var alone: UInt64 = 0

  /// The number of input frames known to be unused in any output frame.
  var unused: UInt64 { decided - used }

  /// Counts an input frame.
  mutating func receive() { received += 1 }

  /// Returns the number of the next frame in display order.
  mutating func place() -> UInt64 {
    placed += 1
    return placed
  }

  /// Counts an output frame that is an unchanged input frame.
  mutating func send(_ number: UInt64) {
    sent += 1
    if number == alone { repeated += 1 }
    alone = number
    use(number)
  }

  /// Counts an output frame made from one or more input frames.
  mutating func send(_ made: borrowing TickFrames.Made) {
    guard !made.isSource else { return send(made.first.number) }
    sent += 1
    made.forEachSource { one, other in
      guard let other else { return use(one.number) }
      use(min(one.number, other.number))
      use(max(one.number, other.number))
    }
  }

  private mutating func use(_ number: UInt64) {
    if number > decided { (decided, used) = (number, used + 1) }
  }

  /// Marks all numbered frames as decided, since nothing more is sent from them.
  mutating func settle() { decided = placed }
}
