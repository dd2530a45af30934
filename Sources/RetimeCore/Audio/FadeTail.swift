// SPDX-License-Identifier: MPL-2.0

/// The last frames of a piece before fading, kept while the next piece starts.
struct FadeTail: Sendable {
  /// The index of the piece; -1 before the first.
  private(set) var piece = -1
  /// The frames kept.
  private(set) var frames = 0..<0
  private var values: [Double] = []
  private let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Appends the first frames of `block`, in place of kept frames of another piece or before a gap.
  ///
  /// A stream that ends within a fade shortens the fade, so some of the kept frames are rendered
  /// after all.
  mutating func append(_ block: [Double], _ new: Range<Int>, of piece: Int) {
    if piece != self.piece || new.lowerBound != frames.upperBound {
      (self.piece, frames) = (piece, new.lowerBound..<new.lowerBound)
      values.removeAll(keepingCapacity: true)
    }
    for index in 0..<new.count * channelCount { values.append(block[index]) }
    frames = frames.lowerBound..<new.upperBound
  }

  /// Copies kept frames to the front of `block`.
  func copy(_ wanted: Range<Int>, into block: inout [Double]) {
    let first = (wanted.lowerBound - frames.lowerBound) * channelCount
    for index in 0..<wanted.count * channelCount { block[index] = values[first + index] }
  }

  /// Returns one channel's value of a frame; 0 if the frame is not kept.
  func value(_ frame: Int, _ channel: Int) -> Double {
    frames.contains(frame) ? values[(frame - frames.lowerBound) * channelCount + channel] : 0
  }
}
