// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What somebody wants: the options of `retime spectrogram` as a value.
public struct SpectrogramRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output; the picture is a PNG file.
  public var output: String
  /// How the sound is cut into frames.
  public var shape = SpectrumShape.standard
  /// The most columns; nil for one a frame, and at most ``columnLimit``.
  public var columns: Int?
  /// Which channels are shown.
  public var channels = SpectrumChannels.mean
  /// The colours of the levels.
  public var colors = SpectrumColors.original
  /// Whether scales of time, frequency and level stand around the picture.
  public var hasAxes = false
  /// The part of the source to take, in source time.
  public var start: RationalTime?, end: RationalTime?
  /// Whether an output that is already there may be replaced.
  public var overwrites = false
  /// After how many seconds without progress a job fails.
  public var stallTimeout = 30

  /// The columns of a picture without a number of its own, at most.
  public static let columnLimit = 8192
  /// The numbers of columns that may be asked for.
  public static let columnRange = 1...16_384

  /// A request with the defaults of the command line.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }
}

/// What a finished spectrogram is.
public struct SpectrogramReport: Sendable, Equatable {
  /// The output as it was given.
  public var output: String
  /// Columns, each for one or more frames, and rows, each for a frequency.
  public var columns: Int, rows: Int
  /// The size of the picture in pixels, with its axes.
  public var width: Int, height: Int
  /// Frames of the transform.
  public var frames: Int
  /// The duration of the sound in seconds.
  public var duration: Double
}
