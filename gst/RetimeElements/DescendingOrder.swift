// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Sorts the buffers of a segment with a negative rate by falling timestamps.
///
/// Decoders output them in that order. A demuxer outputs groups, the last group first, with rising
/// timestamps within a group. So buffers are held until one with an earlier timestamp follows.
struct DescendingOrder<Content: Sendable>: Sendable {
  /// A buffer, its position, and the factor at its arrival.
  struct Item: Sendable {
    let content: Content
    let position: Int64
    let factor: Factor
  }

  /// The maximum number of held buffers, more than any group has.
  private static var most: Int { 4096 }

  private var rising: [Item] = []

  /// Whether no buffer is held.
  var isEmpty: Bool { rising.isEmpty }

  /// Adds a buffer, and returns those whose order is decided.
  mutating func take(_ item: Item) -> [Item] {
    let isNext = rising.last.map { $0.position < item.position } ?? true
    let ready = isNext && rising.count < Self.most ? [] : finish()
    rising.append(item)
    return ready
  }

  /// Returns all held buffers.
  mutating func finish() -> [Item] {
    defer { rising.removeAll() }
    return rising.reversed()
  }
}

/// A held audio buffer.
final class HeldAudio: Sendable {
  let buffer: Buffer
  /// The duration clipped from its start, in nanoseconds.
  let skipped: Int64

  init(_ buffer: consuming Buffer, skipped: Int64) {
    self.buffer = buffer
    self.skipped = skipped
  }
}
