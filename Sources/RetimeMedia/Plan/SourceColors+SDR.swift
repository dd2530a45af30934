// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

extension SourceColors {
  /// The tone mapping from HDR to SDR; nil if the frames are not HDR.
  var toneMapping: Plan.ToneMapping? {
    guard let hdr, let colorimetry else { return nil }
    let primaries: RGBPrimaries =
      switch colorimetry.primaries {
      case 1: .bt709
      case 11, 12: .displayP3
      default: .bt2020
      }
    let form = Colorimetry(
      isFullRange: false,
      matrix: 9,
      transfer: hdr.rawValue,
      primaries: colorimetry.primaries
    )
    return Plan.ToneMapping(
      form: "video/x-raw, format=(string)\(FrameToneMapper.format), "
        + "colorimetry=(string)\(form.text)",
      curve: hdr == .pq ? .pq : .hlg,
      primaries: primaries,
      peakNits: hdr == .pq ? peakNits : HybridLogGamma.peakNits
    )
  }

  /// The peak luminance in nits: of any pixel if known, else of the mastering display, else 1,000.
  ///
  /// Most mastering displays have 1,000 nits.
  private var peakNits: Double {
    let pixel = contentLight?.split(separator: ":").first.flatMap { Double($0) } ?? 0
    let parts = masteringDisplay?.split(separator: ":").compactMap { Double($0) } ?? []
    let display = parts.count == 10 ? parts[8] / 10_000 : 0
    return [pixel, display].first { (100...10_000).contains($0) } ?? 1000
  }

  /// The properties of the tone-mapped frames: 8-bit 4:2:0 in BT.709.
  var toneMapped: SourceColors? {
    guard let format = VideoFormat(named: "I420") else { return nil }
    var colors = self
    colors.format = format
    colors.colorimetry = Colorimetry(isFullRange: false, matrix: 1, transfer: 1, primaries: 1)
    (colors.masteringDisplay, colors.contentLight) = (nil, nil)
    return colors
  }

  /// The message that states what `--sdr` does.
  var toneMappingText: String {
    guard let toneMapping else { return "it is not HDR, so --sdr changes nothing" }
    return "\(name) becomes BT.709 with 8 bits: \(Int(toneMapping.peakNits)) nits are white"
  }
}
