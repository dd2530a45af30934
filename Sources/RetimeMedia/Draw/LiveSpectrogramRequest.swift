// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// A request for a live spectrogram: the options of `retime spectrogram --live`.
public struct LiveSpectrogramRequest: Sendable {
  /// A path, a URI, `pulse:NAME` or `alsa:NAME` for a device; nil for the default microphone.
  public var source: String?
  /// The sink as a gst-launch description; nil for a window.
  public var sink: String?
  /// The division of the audio into frames.
  public var shape = SpectrumShape.standard
  /// The number of columns.
  public var columns = 768
  /// The color table of the levels.
  public var colors = SpectrumColors.original
  /// The seconds after which a call that does not return fails the job; pauses in the audio do not count.
  public var stallTimeout = 30

  /// Creates a request with the defaults of the command line.
  public init(source: String?) { self.source = source }
}
