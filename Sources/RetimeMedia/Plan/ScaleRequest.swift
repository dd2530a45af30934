// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What somebody wants: the options of `retime scale` as a value.
public struct ScaleRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output.
  public var output: String
  /// How much longer or shorter.
  public var amount: Amount
  /// The times of the output pictures.
  public var frameTiming = FrameTiming.source
  /// Which source picture each tick shows.
  public var selection = FrameSelection.nearest
  /// How sound is interpolated.
  public var audioMethod = InterpolationMethod.linear
  /// Whether all channels are merged into one.
  public var isMono = false
  /// Whether encoded pictures are kept and only their times scaled.
  public var copiesVideo = false
  /// Encoders as gst-launch descriptions; nil for the codec's usual one.
  public var videoEncoder: String?, audioEncoder: String?
  /// A container's name; nil for what the output's extension says.
  public var container: String?
  /// GStreamer's serialised encoding profile; nil for none.
  public var profile: String?
  /// Which kinds of track to take.
  public var includesVideo = true, includesAudio = true
  /// The part of the source to take, in source time.
  public var start: RationalTime?, end: RationalTime?
  /// Whether an output that is already there may be replaced.
  public var overwrites = false
  /// Where the newest output picture is kept as JPEG.
  public var preview: String?
  /// After how many seconds without progress a job fails.
  public var stallTimeout = 30

  /// How much longer or shorter the result is.
  public enum Amount: Sendable, Equatable {
    /// Output duration over input duration.
    case factor(Factor)
    /// The output's duration.
    case duration(RationalTime)
  }

  /// The times of the output pictures.
  public enum FrameTiming: Sendable, Equatable {
    /// Evenly, at the source's nominal rate.
    case source
    /// Every source picture once, at its scaled time.
    case variable
    /// Evenly, at this rate.
    case constant(FrameRate)
  }

  /// A request with the defaults of the command line.
  public init(input: String, output: String, amount: Amount) {
    self.input = input
    self.output = output
    self.amount = amount
  }
}
