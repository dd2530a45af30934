// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What somebody wants to see while it sounds: the options of `retime spectrogram --live` as a value.
public struct LiveSpectrogramRequest: Sendable {
  /// A path, a URI, `pulse:NAME` or `alsa:NAME` for a device; nil for the usual microphone.
  public var source: String?
  /// Where the pictures go, as a gst-launch description; nil for a window.
  public var sink: String?
  /// How the sound is cut into frames.
  public var shape = SpectrumShape.standard
  /// The columns of the picture.
  public var columns = 768
  /// The colours of the levels.
  public var colors = SpectrumColors.original
  /// After how many seconds in a call that does not come back the job fails; not how long sound may pause.
  public var stallTimeout = 30

  /// A request with the defaults of the command line.
  public init(source: String?) { self.source = source }
}
