// SPDX-License-Identifier: MPL-2.0

public import GStreamer

extension URIDecodeBin.Candidate {
  /// Returns whether the element is known to misread this stream while another one reads it correctly.
  ///
  /// FLAC's channel order is that of RFC 9639, section 9.1.3. The core of DTS-HD alone lacks two of
  /// eight channels, and the lossless extension.
  ///
  /// `listsChannels`: whether AAC in ADTS lists its channels in a program config element.
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
    // It would remove the depth, which selects the decoder.
    case "pngparse": caps.has("depth")
    case "dvdlpcmdec": caps.name == "audio/x-private-ts-lpcm" && Repair.blurayPCM.isNeeded
    case "a52dec": Repair.damagedAC3.isNeeded && has("avdec_ac3")
    case "dtsdec": Repair.dtsCore.isNeeded && has("avdec_dca")
    default: false
    }
  }

  private func has(_ factory: String) -> Bool { ElementFactory(named: factory) != nil }
}
