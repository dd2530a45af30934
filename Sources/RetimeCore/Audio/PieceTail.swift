// SPDX-License-Identifier: MPL-2.0

/// The last frames of a piece, as they are without a fade, while the next piece begins.
struct PieceTail: Sendable {
  /// Which piece it is; -1 before the first.
  private(set) var piece = -1
  /// Its frames that are there.
  private(set) var frames = 0..<0
  private var values: [Double] = []
  private let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Adds frames, the first ones of `block`, to those of the same piece, or keeps them in place of another's and of those
  /// before a gap: a stream that ends within a fade makes the fade shorter, and frames that were kept are heard.
  mutating func append(_ block: [Double], _ new: Range<Int>, of piece: Int) {
    if piece != self.piece || new.lowerBound != frames.upperBound {
      (self.piece, frames) = (piece, new.lowerBound..<new.lowerBound)
      values.removeAll(keepingCapacity: true)
    }
    for index in 0..<new.count * channelCount { values.append(block[index]) }
    frames = frames.lowerBound..<new.upperBound
  }

  /// Puts frames that are there to the front of `block`.
  func copy(_ wanted: Range<Int>, into block: inout [Double]) {
    let first = (wanted.lowerBound - frames.lowerBound) * channelCount
    for index in 0..<wanted.count * channelCount { block[index] = values[first + index] }
  }

  /// A number of a frame; 0 where there is none.
  func value(_ frame: Int, _ channel: Int) -> Double {
    frames.contains(frame) ? values[(frame - frames.lowerBound) * channelCount + channel] : 0
  }
}
