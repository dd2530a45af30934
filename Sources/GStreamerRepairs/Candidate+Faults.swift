// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension URIDecodeBin.Candidate {
  /// Whether the found element is known to read this stream wrongly while another does it right.
  ///
  /// FLAC's order of channels is that of RFC 9639, section 9.1.3; of DTS-HD the core alone lacks two of eight channels,
  /// and what makes it lossless.
  ///
  /// `listsChannels`: whether AAC in ADTS names its channels in a program config element.
  public func isFaulty(listsChannels: Bool = false) -> Bool {
    switch factory {
    case "flacdec":
      (caps.int("channels") ?? 0) > 6 && Repair.flacChannels.isNeeded && has("avdec_flac")
    case "aacparse":
      switch caps.string("stream-format") {
      case "loas": Repair.loas.isNeeded
      case "adts": listsChannels && Repair.listedChannels.isNeeded
      default: false
      }
    case "dvdlpcmdec": caps.name == "audio/x-private-ts-lpcm" && Repair.blurayPCM.isNeeded
    case "a52dec": Repair.damagedAC3.isNeeded && has("avdec_ac3")
    case "dtsdec": Repair.dtsCore.isNeeded && has("avdec_dca")
    default: false
    }
  }

  private func has(_ factory: String) -> Bool { ElementFactory(named: factory) != nil }
}
