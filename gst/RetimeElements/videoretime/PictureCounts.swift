// SPDX-License-Identifier: MPL-2.0

internal import RetimeBuffers

/// What `videoretime` counts, with the meaning that `videorate` gives it.
///
/// Pictures are numbered from 1 in the order in which they are shown. That order never goes back, so what is not used when
/// a later one is will not be used any more. Where each picture that goes is one that came, and nothing waits,
/// ``received`` - ``unused`` + ``repeated`` = ``sent``.
struct PictureCounts: Hashable, Sendable {
  /// Pictures that came, and pictures that went.
  private(set) var received: UInt64 = 0, sent: UInt64 = 0
  /// Pictures that went once more, as they are.
  private(set) var repeated: UInt64 = 0

  /// The number of the last picture that has one, and of the last about which it is known whether it is used.
  private var placed: UInt64 = 0, decided: UInt64 = 0
  private var used: UInt64 = 0
  /// The last picture that was sent as it is.
  private var alone: UInt64 = 0

  /// Pictures that came and of which nothing was or will be sent, as far as that is known.
  var unused: UInt64 { decided - used }

  /// Counts a picture that comes.
  mutating func receive() { received += 1 }

  /// The number of the next picture in order.
  mutating func place() -> UInt64 {
    placed += 1
    return placed
  }

  /// Counts a picture that goes as it came.
  mutating func send(_ number: UInt64) {
    sent += 1
    if number == alone { repeated += 1 }
    alone = number
    use(number)
  }

  /// Counts a picture that goes and was made of some that came.
  mutating func send(_ made: borrowing TickPictures.Made) {
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

  /// Says that of what was placed nothing more is sent.
  mutating func settle() { decided = placed }
}
