// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// The levels of audio that arrives in blocks, as the columns of a spectrogram.
///
/// It is for audio in memory; files and devices have ``Retime/spectrogram(_:cancellation:)``. Use
/// it from one thread at a time.
package struct AudioLevels: Sendable {
  /// The division of the audio into frames.
  package let shape: SpectrumShape

  private let analyzer: SpectrumAnalyzer
  private var framer: SpectrumFramer
  private var block = SpectrumBlock()

  /// The number of frames to transform at once.
  private static let blockFrames = 64

  /// Creates the analysis without any audio.
  package init(shape: SpectrumShape) {
    self.shape = shape
    framer = SpectrumFramer(shape: shape)
    analyzer = SpectrumAnalyzer(size: shape.size)
  }

  /// Adds samples of one channel, from -1 to 1.
  ///
  /// Returns the columns that are now complete, in order, each with `shape.size` levels from 0 to
  /// 255, low frequencies first; empty if there are none. Any split of the audio gives the same
  /// columns.
  package mutating func columns(adding samples: [Float]) -> [UInt8] {
    framer.append(samples.span, channelCount: 1)
    var levels: [UInt8] = []
    while framer.take(atMost: Self.blockFrames, into: &block) {
      analyzer.columns(of: block, fold: 0) { columns in
        for index in columns.indices { levels.append(columns[index]) }
      }
    }
    return levels
  }
}
