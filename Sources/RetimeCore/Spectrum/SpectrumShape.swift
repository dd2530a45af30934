// SPDX-License-Identifier: MPL-2.0

/// The division of audio into frames for a spectrogram: `size` samples, a new frame every `hop`.
public struct SpectrumShape: Sendable, Hashable {
  /// Samples in a frame, which is also the number of frequencies.
  public let size: Int
  /// Samples from the start of one frame to the start of the next.
  public let hop: Int

  /// The sizes that a transform may have; they must also be even products of 2, 3 and 5.
  package static let sizes = 64...8192
  /// The hops that are taken.
  package static let hops = 1...1_048_576

  /// A shape; without a hop, frames overlap by half.
  ///
  /// Throws an error that says what is allowed.
  public init(size: Int = 1024, hop: Int? = nil) throws(SpectrumShapeError) {
    var rest = size
    for prime in [2, 3, 5] { while rest > 1, rest.isMultiple(of: prime) { rest /= prime } }
    guard Self.sizes.contains(size), rest == 1, size.isMultiple(of: 2) else {
      throw SpectrumShapeError(
        description: "the size is \(size): give an even product of 2, 3 and 5 from "
          + "\(Self.sizes.lowerBound) to \(Self.sizes.upperBound), such as 1024"
      )
    }
    let hop = hop ?? size / 2
    guard Self.hops.contains(hop) else {
      throw SpectrumShapeError(
        description: "the hop is \(hop): give \(Self.hops.lowerBound) to \(Self.hops.upperBound)"
      )
    }
    (self.size, self.hop) = (size, hop)
  }

  /// 1024 samples, half overlapped.
  package static let standard = SpectrumShape(valid: 1024, 512)

  private init(valid size: Int, _ hop: Int) { (self.size, self.hop) = (size, hop) }

  /// Returns the number of whole frames in `samples` samples; shorter audio fills one, padded with silence.
  package func frameCount(ofSamples samples: Int) -> Int {
    samples > 0 ? max(1, wholeFrameCount(ofSamples: samples)) : 0
  }

  /// Returns the number of frames that are complete with `samples` samples.
  package func wholeFrameCount(ofSamples samples: Int) -> Int {
    samples < size ? 0 : (samples - size) / hop + 1
  }
}

/// Why a shape of frames is none.
public struct SpectrumShapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message: what was given and what is allowed.
  public let description: String
}
