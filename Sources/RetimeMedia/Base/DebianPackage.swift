// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The Debian packages of elements and decoders, for messages that advise what to install.
///
/// The lists come from Debian 12's `dpkg -L` of the gstreamer1.0 packages; GStreamer's registry has
/// no entries for absent elements.
enum DebianPackage {
  /// Returns the advice to append to a message about a missing element.
  static func advice(forElement element: String) -> String {
    package(ofElement: element).map { ". It is in the Debian package \($0): apt install \($0)" }
      ?? ". Does gst-inspect-1.0 list it? Perhaps the name is misspelled"
  }

  /// Returns why `caps` cannot be decoded, and what to do.
  ///
  /// Either no installed decoder takes the caps, or the decoder that does take them refuses this
  /// stream.
  static func advice(forDecoderOf caps: Caps?) -> String {
    if let decoder = caps.flatMap({ ElementFactory.decoders(taking: $0).first?.name }) {
      return "\(decoder) is installed, and does not take it as it comes out of this"
        + " container. If another program decodes it, let that one make a WAV or FFV1 file first"
    }
    let missing = "nothing installed decodes it"
    guard let package = caps.flatMap({ DecoderPackage.named(for: $0.name) }) else {
      return missing + ". No Debian package is known to have a decoder for it"
    }
    return missing + ". A decoder is in the Debian package \(package): apt install \(package)"
  }

  private static func package(ofElement element: String) -> String? {
    if let known = elements.first(where: { $0.1.contains(element) })?.0 { return known }
    return element.hasPrefix("av") ? "gstreamer1.0-libav" : nil
  }

  private static let elements: [(String, Set<String>)] = [
    (
      "gstreamer1.0-plugins-ugly",
      ["x264enc", "mpeg2dec", "a52dec", "amrnbdec", "amrnbenc", "asfdemux", "rmdemux", "xingmux"]
    ),
    (
      "gstreamer1.0-plugins-bad",
      [
        "x265enc", "av1enc", "svtav1enc", "openh264enc", "voaacenc", "fdkaacenc", "faac",
        "mpeg2enc", "mpegtsmux", "mpegpsmux", "aiffmux", "mxfmux", "h264parse", "h265parse",
        "opusparse", "tsdemux", "mpegpsdemux", "aiffparse", "faad", "dtsdec", "openjpegenc",
        "mpegvideoparse", "mpeg4videoparse", "vp9parse", "av1parse", "id3mux", "srtparse",
        "rsvgoverlay",
      ]
    ),
    (
      "gstreamer1.0-plugins-good",
      [
        "vp8enc", "vp9enc", "mp4mux", "qtmux", "matroskamux", "webmmux", "avimux", "flvmux",
        "wavenc", "flacenc", "lamemp3enc", "twolamemp2enc", "jpegenc", "speexenc", "qtdemux",
        "matroskademux", "avidemux", "wavparse", "flacdec", "mpg123audiodec", "alawenc", "mulawenc",
        "aacparse", "mpegaudioparse", "flacparse", "ac3parse", "videoflip", "wavpackenc",
        "id3v2mux", "pngenc", "autoaudiosrc", "autovideosink",
      ]
    ),
    (
      "gstreamer1.0-plugins-base",
      [
        "theoraenc", "vorbisenc", "opusenc", "oggmux", "videoconvert", "audioconvert",
        "audioresample", "uridecodebin", "appsrc", "appsink", "videoscale", "oggdemux",
      ]
    ),
    ("gstreamer1.0-pulseaudio", ["pulsesrc"]), ("gstreamer1.0-alsa", ["alsasrc"]),
    ("gstreamer1.0-plugins-rs", ["rav1enc", "cdgdec", "dav1ddec"]),
  ]
}
