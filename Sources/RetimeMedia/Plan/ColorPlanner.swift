// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

/// The conversion of a video track's frames for the encoder, and the colour metadata that it loses.
struct ColorPlanner {
  let source: SourceColors
  let container: Container
  let choice: EncoderChoice
  /// The tone mapping that gives the frames the colours of `source`; nil for none.
  var toneMapping: Plan.ToneMapping?
  /// The caps in which frames are deinterlaced; nil if they are not deinterlaced.
  var planarForm: String?

  /// The colours and conversions as the plan states them.
  var plan: Plan.Colors {
    Plan.Colors(
      format: source.format.name,
      colorimetry: source.assumed?.text,
      chromaSite: source.chromaSite,
      masteringDisplay: source.masteringDisplay,
      contentLight: source.contentLight,
      encoded: needsConversion ? encoded?.text : nil,
      stated: stated?.text,
      told: choice.encoder.pictures.options == .x264 && choice.isUsual
        ? stated?.textWithoutMatrix : nil,
      encoderForms: [toneMappedForm, deepForm, encoderForm].compactMap { $0 },
      chromaMode: chromaMode,
      planarForm: planarForm,
      toneMapping: toneMapping,
      stamp: choice.encoder.pictures.stamp
    )
  }

  /// Whether no quality can be chosen; encoding with transparency has settings of its own.
  var ignoresQuality: Bool { choice.ignoresQuality || keepsTransparency && choice.isUsual }

  /// The encoder's description with the options that must be set explicitly.
  var encoder: String? {
    guard let description = choice.description, choice.isUsual else { return choice.description }
    let properties = keepsTransparency ? choice.encoder.pictures.transparentProperties : nil
    let text = properties.map { "\(choice.factory) \($0)" } ?? description
    var words = LaunchDescription(text)
    words.add(options, to: "option-string", of: choice.factory)
    return words.text
  }

  // MARK: - Formats

  /// The raw formats that the encoder may be given.
  private var formats: [VideoFormat] {
    let all = choice.formats
    guard !keepsTransparency else { return all.filter(\.hasAlpha) }
    return choice.encoder.pictures.formats.map { names in all.filter { names.contains($0.name) } }
      ?? all
  }

  /// The formats to convert to, where `videoconvert` could choose others; nil to leave the choice to it.
  ///
  /// From 4:2:0 with 10 bits, `videoconvert` would make 4:4:4 with 8 bits rather than 4:2:0.
  private var wantedFormats: [VideoFormat]? {
    let (formats, wanted) = (formats, source.format)
    if let same = formats.first(where: { $0.name == wanted.name }) {
      // When `videoconvert` converts colours, it would also switch to another format.
      return needsConversion ? [same] : formats.count < choice.formats.count ? formats : nil
    }
    let keepsRGB = wanted.isRGB && !losesRGB
    let alike = formats.filter {
      $0.isRGB == keepsRGB && $0.isGray == (wanted.isGray && !becomesColor)
        && $0.chromaShifts == wanted.chromaShifts
    }
    let enough = alike.filter { $0.depth >= wanted.depth }
    let depth = enough.map(\.depth).min() ?? alike.map(\.depth).max()
    let best = alike.filter { $0.depth == depth }
    return best.isEmpty ? formats.count < choice.formats.count ? formats : nil : best
  }

  /// Whether the frames are RGB and the encoder takes no RGB.
  private var losesRGB: Bool {
    source.format.isRGB && !formats.isEmpty && !formats.contains(where: \.isRGB)
  }

  /// Whether the encoder takes no grey, which the frames are.
  private var becomesColor: Bool { source.format.isGray && !formats.contains(where: \.isGray) }

  /// Whether the alpha channel is kept.
  private var keepsTransparency: Bool { source.format.hasAlpha && choice.keepsTransparency }

  /// The colorimetry of the encoder's input: the only one that its stream can have, else the source's.
  private var encoded: Colorimetry? {
    guard var colors = source.assumed else { return nil }
    switch choice.encoder.pictures.form {
    case .any: return colors
    case .limited:
      (colors.isFullRange, colors.matrix) = (false, colors.matrix == 0 ? 1 : colors.matrix)
    case .limitedGuessed:
      let isKnown = !source.lacksMatrix && ([1, 5, 6].contains(colors.matrix) || colors.matrix > 6)
      (colors.isFullRange, colors.matrix) = (
        false, isKnown ? Colorimetry.usualMatrix(height: source.height) : colors.matrix
      )
    case .limitedUnstated:
      // A matrix that neither the source nor the result states is assumed to be the same.
      (colors.isFullRange, colors.matrix) = (false, source.lacksMatrix ? colors.matrix : 6)
    case .limited601: (colors.isFullRange, colors.matrix) = (false, 6)
    case .full601: (colors.isFullRange, colors.matrix) = (true, 6)
    }
    return colors
  }

  private var needsConversion: Bool { encoded != source.assumed }

  /// The colorimetry that the result states if the source states no matrix and the codec fixes none.
  private var stated: Colorimetry? {
    guard source.lacksMatrix, var colors = encoded, colors.matrix == source.assumed?.matrix else {
      return nil
    }
    switch choice.encoder.pictures.form {
    case .any, .limited, .limitedGuessed, .limitedUnstated: colors.matrix = Colorimetry.unspecified
    case .limited601, .full601: return nil
    }
    return colors
  }

  /// The caps of an intermediate conversion, needed if a direct one would be wrong; nil for none.
  ///
  /// See ``Colorimetry/way(to:)``.
  private var deepForm: String? {
    guard Repair.convertedRange.isNeeded, let own = source.assumed, needsConversion,
      let encoded, encoded.isFullRange != own.isFullRange || encoded.matrix != own.matrix,
      !source.format.isRGB
    else { return nil }
    let format =
      switch source.format.chromaShifts {
      case (0, 0): "Y444_12LE"
      case (1, 0): "I422_12LE"
      default: "I420_12LE"
      }
    return "video/x-raw, format=(string)\(format), colorimetry=(string)\(own.way(to: encoded).text)"
  }

  /// The caps that reduce tone-mapped frames from 10 bits to 8 with dithering; nil without tone mapping.
  private var toneMappedForm: String? {
    toneMapping.map { _ in "video/x-raw, format=(string)\(source.format.name)" }
  }

  private var encoderForm: String? {
    var fields: [String] = []
    if let formats = wantedFormats {
      fields.append("format=(string){ \(formats.map(\.name).joined(separator: ", ")) }")
    }
    // `videoconvert` of grey would choose the range itself, and leave the samples as they are.
    if let encoded, needsConversion || becomesColor {
      fields.append("colorimetry=(string)\(encoded.text)")
    }
    return fields.isEmpty ? nil : (["video/x-raw"] + fields).joined(separator: ", ")
  }

  /// The mode for 4:2:0 that becomes 4:2:2 or 4:4:4: chroma is interpolated, and none is filtered.
  ///
  /// By default `videoconvert` makes 4:4:4 of it first, whose filter back to 4:2:2 shifts chroma by a quarter of a sample.
  private var chromaMode: String? {
    source.format.chromaShifts == (1, 1) && !formats.contains { $0.chromaShifts == (1, 1) }
      ? "upsample-only" : nil
  }

  // MARK: - Encoder options

  private var options: [String] {
    switch choice.encoder.pictures.options {
    case .none: []
    case .x264:
      // The element itself passes everything on except the HDR metadata.
      [
        source.masteringDisplay.flatMap(Self.x264Display).map { "mastering-display=\($0)" },
        source.contentLight.map { "cll=" + $0.split(separator: ":").joined(separator: ",") },
      ].compactMap { $0 }
    case .x265:
      // The element itself passes everything on except the chroma siting.
      [
        source.chromaSite.flatMap(Self.chromaLocation).map { "chromaloc=\($0)" },
        stated.map { _ in "colormatrix=unknown" },
      ].compactMap { $0 }
    }
  }

  /// Returns GStreamer's red, green, blue, white point and luminances in x264's order.
  private static func x264Display(_ text: String) -> String? {
    let n = text.split(separator: ":")
    guard n.count == 10 else { return nil }
    return
      "G(\(n[2]),\(n[3]))B(\(n[4]),\(n[5]))R(\(n[0]),\(n[1]))WP(\(n[6]),\(n[7]))L(\(n[8]),\(n[9]))"
  }

  /// Returns the chroma location type of H.265, annex E; nil for the default, 0.
  private static func chromaLocation(_ site: String) -> Int? {
    switch site {
    case "jpeg": 1
    case "dv", "cosited": 2
    default: nil
    }
  }

  // MARK: - Messages to the user

  /// The changes to the frames, as messages.
  var changed: [String] {
    let formats = formats
    guard !formats.isEmpty else { return [] }
    var list: [String] = []
    let depth = formats.map(\.depth).max() ?? 0
    if losesRGB {
      list.append("RGB becomes YUV, as \(choice.factory) takes no RGB: values are rounded")
    }
    if depth < source.format.depth {
      list.append("\(source.format.depth) bits become \(depth), which \(choice.codec) takes")
    }
    if !source.format.isGray, !formats.contains(where: holdsChroma) {
      let finest = formats.map(\.chromaShifts).min { $0.across + $0.down < $1.across + $1.down }
      list.append(
        "\(Self.sampling(source.format.chromaShifts)) becomes "
          + "\(Self.sampling(finest ?? (1, 1))), which \(choice.codec) takes"
      )
    }
    if let encoded, let colors = source.colorimetry, colors.matrix != 0 {
      if encoded.matrix != source.assumed?.matrix, !source.format.isGray {
        let taken =
          source.lacksMatrix
          ? "its matrix, which nothing states, is taken for BT.\(source.assumed?.matrix == 1 ? 709 : 2020)'s and"
          : "its matrix"
        list.append(
          "\(taken) becomes BT.\(encoded.matrix == 1 ? 709 : 601)'s, which \(choice.codec) is taken to have"
        )
      }
      if encoded.isFullRange != colors.isFullRange, let isFull = encoded.isFullRange {
        list.append(
          "its range becomes \(isFull ? "full" : "limited"), the only one that \(choice.codec) has"
        )
      }
    }
    return list
  }

  private func holdsChroma(_ format: VideoFormat) -> Bool {
    guard !format.isGray else { return false }
    let (wanted, given) = (source.format.chromaShifts, format.chromaShifts)
    return given.across <= wanted.across && given.down <= wanted.down
  }

  private static func sampling(_ shifts: (across: Int, down: Int)) -> String {
    switch shifts {
    case (0, 0): "4:4:4"
    case (1, 0): "4:2:2"
    case (1, 1): "4:2:0"
    case (2, 0): "4:1:1"
    default: "colour \(1 << shifts.across)x\(1 << shifts.down) coarser than light"
    }
  }

  /// The source's colour properties that no part of the result states, as messages.
  var lost: [String] {
    var list: [String] = []
    if source.format.hasAlpha, !keepsTransparency {
      list.append("its transparency; every pixel is shown with its own colour")
    }
    var signals = choice.encoder.pictures.signals.union(container.signals)
    switch choice.encoder.pictures.form {
    case .any: break
    case .limited: signals.formUnion(.range)
    case .limitedGuessed, .limitedUnstated, .limited601: signals.formUnion([.range, .matrix])
    case .full601: signals.formUnion([.range, .matrix, .siting])
    }
    if source.hdr != nil, !signals.contains(.light) {
      list.append(
        "that it is HDR (\(source.name)): it will look grey and dark; --sdr makes it what every "
          + "player shows"
      )
    } else if source.isDescribed, let colors = source.colorimetry, !signals.isSuperset(of: .colors),
      !source.format.isRGB, !Self.isUsual(colors) || !signals.isSuperset(of: [.matrix, .range])
    {
      list.append("the description of its colours (\(colors.text))")
    }
    let others: [(String?, VideoProperties, String)] = [
      (source.masteringDisplay, .mastering, "what display it was made on"),
      (source.contentLight, .lightLevel, "how bright it gets"),
      (unusualSite, .siting, "where its chroma samples lie"),
      (unusualAspect, .aspect, "the shape of its pixels; it will look stretched"),
    ]
    for (value, facet, words) in others where !signals.contains(facet) {
      if let value { list.append("\(words) (\(value))") }
    }
    return list
  }
}
