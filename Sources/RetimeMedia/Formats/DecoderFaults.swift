// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension URIDecodeBin.Candidate {
  /// Whether the found element is known to read this stream wrongly while another does it right.
  ///
  /// GStreamer 1.22's `flacdec` puts the channels of 6.1 and 7.1 in places of its own (the centre
  /// comes out at the rear left); FLAC's order is that of RFC 9639, section 9.1.3. `dtsdec` knows DTS's core
  /// alone: of DTS-HD it leaves out two of eight channels, and what makes it lossless. `aacparse` drops frames of a
  /// low overhead stream that do not repeat its description. `dvdlpcmdec` makes noise of Blu-ray's LPCM, as
  /// ``BlurayPCMDecoder`` says. `a52dec` reads past the end of a damaged packet, and gives
  /// other samples each time.
  var isFaulty: Bool {
    switch factory {
    case "flacdec": (caps.int("channels") ?? 0) > 6 && ElementFactory(named: "avdec_flac") != nil
    case "aacparse": caps.string("stream-format") == "loas"
    case "dvdlpcmdec": caps.name == "audio/x-private-ts-lpcm"
    case "a52dec": ElementFactory(named: "avdec_ac3") != nil
    case "dtsdec": ElementFactory(named: "avdec_dca") != nil
    default: false
    }
  }
}
