// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// Brings the buffers of a segment that is played backwards into falling order.
///
/// Decoders give them so. What comes from a demuxer as it is comes in groups, the last group first, and within a group
/// in its order in time. So each buffer waits until one that is not after it has come.
struct FallingOrder<Content: Sendable>: Sendable {
  /// A buffer, its place, and the factor when it came.
  struct Item: Sendable {
    let content: Content
    let position: Int64
    let factor: Factor
  }

  /// More than the largest group; one without an end is no group.
  private static var most: Int { 4096 }

  private var rising: [Item] = []

  /// Whether nothing waits.
  var isEmpty: Bool { rising.isEmpty }

  /// Takes the next one, and gives those that have waited long enough.
  mutating func take(_ item: Item) -> [Item] {
    let isNext = rising.last.map { $0.position < item.position } ?? true
    let ready = isNext && rising.count < Self.most ? [] : finish()
    rising.append(item)
    return ready
  }

  /// Gives all that wait.
  mutating func finish() -> [Item] {
    defer { rising.removeAll() }
    return rising.reversed()
  }
}

/// Sound that waits.
final class HeldSound: Sendable {
  let buffer: Buffer
  /// How much of it was left out at its beginning, in nanoseconds.
  let skipped: Int64

  init(_ buffer: consuming Buffer, skipped: Int64) {
    self.buffer = buffer
    self.skipped = skipped
  }
}
