// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import Synchronization

/// A picture that several ticks can share; its memory is never copied.
public final class Picture: Sendable {
  /// The picture as the decoder gave it.
  public let buffer: Buffer
  private let wasShown = Atomic(false)

  /// Takes over a buffer.
  public init(_ buffer: consuming Buffer) { self.buffer = buffer }

  /// Whether this was asked before.
  public func isShownAgain() -> Bool { wasShown.exchange(true, ordering: .relaxed) }
}
