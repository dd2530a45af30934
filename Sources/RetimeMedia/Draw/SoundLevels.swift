// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
public import RetimeCore

/// The levels of sound that comes bit by bit: the columns that a spectrogram of it would have.
///
/// For sound that is in memory already; files and devices have ``Retime/spectrogram(_:cancellation:)``. One
/// thread at a time.
public struct SoundLevels: Sendable {
  /// How the sound is cut into frames.
  public let shape: SpectrumShape

  private let analyzer: SpectrumAnalyzer
  private var framer: SpectrumFramer
  private var block = SpectrumBlock()

  /// Frames that are transformed at one time.
  private static let blockFrames = 64

  /// Nothing heard yet.
  ///
  /// - Throws: when there is no transform of that size.
  public init(shape: SpectrumShape) throws(RetimeError) {
    self.shape = shape
    framer = SpectrumFramer(shape: shape)
    do throws(GStreamerError) {
      analyzer = try SpectrumAnalyzer(size: shape.size)
    } catch {
      throw RetimeError(.usage, "there is no transform of \(shape.size) samples")
    }
  }

  /// Hears samples of one channel, -1 to 1.
  ///
  /// Gives the columns that are complete now, one after the other, each with `shape.size` levels from 0 to 255,
  /// low frequencies first; empty when there is none. Any split of the sound gives the same columns.
  public mutating func columns(adding samples: [Float]) -> [UInt8] {
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
