// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// A request for a live spectrogram: the options of `retime spectrogram --live`.
package struct LiveSpectrogramRequest: Sendable {
  /// A path, a URI, `pulse:NAME` or `alsa:NAME` for a device; nil for the default microphone.
  package var source: String?
  /// The sink as a gst-launch description; nil for a window.
  package var sink: String?
  /// The division of the audio into frames.
  package var shape = SpectrumShape.standard
  /// The number of columns.
  package var columns = 768
  /// The color table of the levels.
  package var colors = SpectrumColors.original
  /// The seconds after which a call that does not return fails the job; pauses in the audio do not count.
  package var stallTimeout = 30

  /// Creates a request with the defaults of the command line.
  package init(source: String?) { self.source = source }
}
