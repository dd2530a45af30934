// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

/// A picture that several ticks can share; its memory is never copied.
public final class Picture: Sendable {
  /// The picture as the decoder gave it.
  public let buffer: Buffer
  private let wasShown = Atomic(false)
  private let place = Atomic<UInt64>(0)

  /// Takes over a buffer.
  public init(_ buffer: consuming Buffer) { self.buffer = buffer }

  /// Its number among the pictures of its stream, for those who count them; 0 until it is given one.
  public var number: UInt64 {
    get { place.load(ordering: .relaxed) }
    set { place.store(newValue, ordering: .relaxed) }
  }

  /// Whether this was asked before.
  public func isShownAgain() -> Bool { wasShown.exchange(true, ordering: .relaxed) }
}
