// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

/// Works out how a track's pictures reach the encoder, and what of their description is lost.
struct ColorPlanner {
  let source: SourceColors
  let container: Container
  let choice: EncoderChoice
  /// How the pictures become what `source` says; nil where they are it.
  var toneMapping: Plan.ToneMapping?
  /// The caps in which pictures are deinterlaced; nil where they are not.
  var planarForm: String?

  /// What the plan says of the colours.
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
      planarForm: planarForm,
      toneMapping: toneMapping,
      stamp: choice.encoder.pictures.stamp
    )
  }

  /// Whether no quality can be chosen: transparency has settings of its own.
  var ignoresQuality: Bool { choice.ignoresQuality || keepsTransparency && choice.isUsual }

  /// The encoder's description with what must be said to it outright.
  var encoder: String? {
    guard let description = choice.description, choice.isUsual else { return choice.description }
    let properties = keepsTransparency ? choice.encoder.pictures.transparentProperties : nil
    let text = properties.map { "\(choice.factory) \($0)" } ?? description
    var words = LaunchWords(text)
    words.add(options, to: "option-string", of: choice.factory)
    return words.text
  }

  // MARK: - The form

  /// The formats that the encoder may be given.
  private var formats: [VideoFormat] {
    let all = choice.formats
    guard !keepsTransparency else { return all.filter(\.hasAlpha) }
    return choice.encoder.pictures.formats.map { names in all.filter { names.contains($0.name) } }
      ?? all
  }

  /// The formats that it is to be given, where `videoconvert` could take others; nil for its choice.
  ///
  /// Of 4:2:0 with 10 bits it would make 4:4:4 with 8 before it makes 4:2:0.
  private var wantedFormats: [VideoFormat]? {
    let (formats, wanted) = (formats, source.format)
    if let same = formats.first(where: { $0.name == wanted.name }) {
      // Where colours are converted anyway it would take the chance to choose another.
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

  /// Whether the encoder takes no RGB, which the pictures are.
  private var losesRGB: Bool {
    source.format.isRGB && !formats.isEmpty && !formats.contains(where: \.isRGB)
  }

  /// Whether the encoder takes no grey, which the frames are.
  private var becomesColor: Bool { source.format.isGray && !formats.contains(where: \.isGray) }

  /// Whether transparent pixels stay transparent.
  private var keepsTransparency: Bool { source.format.hasAlpha && choice.keepsTransparency }

  /// What the encoder gets, where its stream can mean but one thing; else what the source has.
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
      // What nothing states before and after is taken for the same.
      (colors.isFullRange, colors.matrix) = (false, source.lacksMatrix ? colors.matrix : 6)
    case .limited601: (colors.isFullRange, colors.matrix) = (false, 6)
    case .full601: (colors.isFullRange, colors.matrix) = (true, 6)
    }
    return colors
  }

  private var needsConversion: Bool { encoded != source.assumed }

  /// The colours that the result states where the source states no matrix, and none is fixed by the codec.
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

  /// A form on the way to the encoder's, where the way there at once would be wrong.
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

  /// What tone mapping has made has 10 bits, of which 8 are kept, dithered.
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

  // MARK: - What an encoder is told

  private var options: [String] {
    switch choice.encoder.pictures.options {
    case .none: []
    case .x264:
      // Its element says all but the metadata of HDR.
      [
        source.masteringDisplay.flatMap(Self.x264Display).map { "mastering-display=\($0)" },
        source.contentLight.map { "cll=" + $0.split(separator: ":").joined(separator: ",") },
      ].compactMap { $0 }
    case .x265:
      // Its element says all but where chroma lies.
      [
        source.chromaSite.flatMap(Self.chromaLocation).map { "chromaloc=\($0)" },
        stated.map { _ in "colormatrix=unknown" },
      ].compactMap { $0 }
    }
  }

  /// GStreamer's red, green, blue, white and luminances in x264's order.
  private static func x264Display(_ text: String) -> String? {
    let n = text.split(separator: ":")
    guard n.count == 10 else { return nil }
    return
      "G(\(n[2]),\(n[3]))B(\(n[4]),\(n[5]))R(\(n[0]),\(n[1]))WP(\(n[6]),\(n[7]))L(\(n[8]),\(n[9]))"
  }

  /// The number of a place in H.265, annex E; nil for the usual one, 0.
  private static func chromaLocation(_ site: String) -> Int? {
    switch site {
    case "jpeg": 1
    case "dv", "cosited": 2
    default: nil
    }
  }

  // MARK: - What people should know

  /// What the pictures are changed into.
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

  /// What of the source's description no part of the result says.
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
    let others: [(String?, PictureFacets, String)] = [
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

  /// Whether transfer and primaries are those that players assume where nothing says.
  private static func isUsual(_ colors: Colorimetry) -> Bool {
    [1, 2, 6].contains(colors.transfer) && [1, 2, 5, 6].contains(colors.primaries)
  }

  private var unusualSite: String? {
    source.format.chromaShifts == (0, 0) || source.chromaSite == "mpeg2" ? nil : source.chromaSite
  }

  private var unusualAspect: String? {
    source.pixelAspectRatio.flatMap { $0 == $1 ? nil : "\($0):\($1)" }
  }
}
