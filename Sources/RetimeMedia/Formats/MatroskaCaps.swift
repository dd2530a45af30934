// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

extension Caps {
  /// What `matroskamux` of GStreamer 1.22 must be told instead of these caps; nil for the same.
  ///
  /// It looks for the variant of ProRes in a field that nobody sets, and calls all of them "apcn". And of AV1 it writes
  /// what `qtdemux` left of a configuration, or none: room for it is kept, which ``MatroskaFinish`` fills.
  var forMatroska: Caps? {
    switch name {
    case "video/x-prores" where Repair.proResVariant.isNeeded:
      // What it does not know, it refuses; only the bit rate of XQ is another.
      string("variant").flatMap { variant in
        try? setting(["format": "(string)\(variant == "4444xq" ? "4444" : variant)"])
      }
    case "video/x-av1" where Repair.av1Configuration.isNeeded:
      try? setting(["codec_data": "(buffer)\(String(repeating: "00", count: 132))"])
    default: nil
    }
  }
}
