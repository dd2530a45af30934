// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

extension Caps {
  /// The caps that `matroskamux` of GStreamer 1.22 needs in place of these; nil if none.
  ///
  /// It reads the variant of ProRes from a field that no element sets, and writes "apcn" for all of
  /// them. For AV1 it writes the configuration that `qtdemux` left, or none: these caps reserve
  /// space for it, which ``MatroskaFinish`` fills.
  var forMatroska: Caps? {
    switch name {
    case "video/x-prores" where Repair.proResVariant.isNeeded:
      // It rejects unknown variants; XQ differs from 4444 in the bit rate alone.
      string("variant").flatMap { variant in
        try? setting(["format": "(string)\(variant == "4444xq" ? "4444" : variant)"])
      }
    case "video/x-av1" where Repair.av1Configuration.isNeeded:
      try? setting(["codec_data": "(buffer)\(String(repeating: "00", count: 132))"])
    default: nil
    }
  }
}
