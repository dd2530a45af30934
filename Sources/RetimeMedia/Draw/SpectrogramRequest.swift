// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// A request for a spectrogram: the options of `retime spectrogram`.
public struct SpectrogramRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output; the image is a PNG file.
  public var output: String
  /// The division of the audio into frames.
  public var shape = SpectrumShape.standard
  /// The maximum number of columns; nil for one a frame, and at most 8192.
  public var columns: Int?
  /// The channels to show.
  public var channels = SpectrumChannels.mean
  /// The color table of the levels.
  public var colors = SpectrumColors.original
  /// Whether the image has scales of time, frequency and level.
  public var hasAxes = false
  /// The part of the source to use, in source time.
  public var start: RationalTime?, end: RationalTime?
  /// Whether an existing output may be replaced.
  public var overwrites = false
  /// The number of seconds without progress after which a job fails.
  public var stallTimeout = 30

  /// The maximum number of columns if the request has none.
  package static let columnLimit = 8192
  /// The allowed numbers of columns.
  package static let columnRange = 1...16_384

  /// Creates a request with the defaults of the command line.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }
}

/// The result of drawing a spectrogram.
public struct SpectrogramReport: Sendable, Equatable {
  /// The output as given in the request.
  public var output: String
  /// The columns, each for one or more frames, and rows, each for a frequency.
  public var columns: Int, rows: Int
  /// The size of the image in pixels, with its axes.
  public var width: Int, height: Int
  /// The number of frames transformed.
  public var frames: Int
  /// The duration of the audio in seconds.
  public var duration: Double
}
