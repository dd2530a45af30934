// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

/// A comparison of a result track's metadata and caps with its plan.
struct TrackLabels {
  let plan: Plan
  /// The planned track, and the result's track in a plan made from the result for the same container.
  let planned: Plan.Track, found: Plan.Track

  /// Returns the differences of video properties, from the caps of the expected and of the decoded frames.
  func pictureProblems(made: Caps, found decoded: Caps) -> [String] {
    [shapeProblem(made, decoded), colorProblem(made, decoded), hdrProblem].compactMap(\.self)
  }

  /// The differences of channels, orientation, default flag, roles and tags, as messages.
  var problems: [String] {
    [channelProblem, orientationProblem, defaultProblem].compactMap(\.self) + roleProblems
      + tagProblems
  }

  /// The video properties that the container and the codec of the result can signal.
  private var signals: VideoProperties {
    let codec = Codec.named(planned.codec)?.encoders.first?.pictures.signals ?? []
    return codec.union(Container.named(plan.container)?.signals ?? [])
  }

  /// Returns whether the plan lists a property of the track as lost.
  private func isLost(_ words: String) -> Bool {
    let prefix = "\(planned.media.kind.rawValue) track \(planned.index): "
    return plan.lost.contains { $0.hasPrefix(prefix) && $0.contains(words) }
  }

  // MARK: - Video

  private func shapeProblem(_ made: Caps, _ decoded: Caps) -> String? {
    let turn = planned.video?.turn?.isSideways ?? false
    let stated = turn ? nil : found.video?.aspect.flatMap(Self.ratio)
    let wanted = made.fraction("pixel-aspect-ratio") ?? (1, 1)
    let there = stated ?? decoded.fraction("pixel-aspect-ratio") ?? (1, 1)
    let ratio = { (shape: (Int, Int)) in Double(max(1, shape.0)) / Double(max(1, shape.1)) }
    // Containers round the display size to whole pixels.
    guard abs(ratio(there) / ratio(wanted) - 1) > 0.01, !isLost("the shape of its pixels") else {
      return nil
    }
    return "its pixel aspect ratio is \(there.0):\(there.1) instead of \(wanted.0):\(wanted.1)"
  }

  private static func ratio(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  private func colorProblem(_ made: Caps, _ decoded: Caps) -> String? {
    let colors = planned.video?.colors
    guard
      let wanted = (colors?.encoded ?? colors?.colorimetry).flatMap({ Colorimetry($0) })
        ?? Colorimetry(made),
      let there = (found.video?.colors?.stated ?? found.video?.colors?.colorimetry)
        .flatMap({ Colorimetry($0) }) ?? Colorimetry(decoded)
    else { return nil }
    let isFixed =
      found.sourceCodec.hasPrefix("image/") || wanted.matrix == 0 || there.matrix == 0
    let hasOtherRange =
      wanted.isFullRange != nil && there.isFullRange != nil
      && wanted.isFullRange != there.isFullRange
    let hasOtherMatrix = Self.differ(wanted.matrix, there.matrix, [[5, 6], [9, 10]])
    let hasOtherLight =
      Self.differ(wanted.transfer, there.transfer, [[1, 6, 14, 15]])
      || Self.differ(wanted.primaries, there.primaries, [[5, 6]])
    guard
      !isFixed && (hasOtherRange || hasOtherMatrix) || hasOtherLight && signals.contains(.light)
    else { return nil }
    guard !isLost("its colours"), !isLost("HDR") else { return nil }
    return "its colors are described as \(there.text) instead of \(wanted.text)"
  }

  /// Returns whether two code points of H.273 differ in meaning.
  ///
  /// Those in one group are equivalent, and 2 is unspecified.
  private static func differ(_ one: Int, _ other: Int, _ groups: [[Int]]) -> Bool {
    guard one != other, one != 2, other != 2 else { return false }
    return !groups.contains { $0.contains(one) && $0.contains(other) }
  }

  private var hdrProblem: String? {
    let (wanted, there) = (planned.video?.colors, found.video?.colors)
    let lacksDisplay =
      wanted?.masteringDisplay != nil && there?.masteringDisplay == nil
      && signals.contains(.mastering) && !isLost("what display")
    let lacksLight =
      wanted?.contentLight != nil && there?.contentLight == nil
      && signals.contains(.lightLevel) && !isLost("how bright")
    guard there != nil, lacksDisplay || lacksLight else { return nil }
    return "its HDR metadata are missing"
  }

  // MARK: - Audio and metadata

  private var channelProblem: String? {
    guard let wanted = planned.audio, let there = found.audio else { return nil }
    guard wanted.outputChannels == there.channels else {
      return "has \(there.channels.counting("channel")) instead of "
        + "\(wanted.outputChannels.counting("channel"))"
    }
    guard let mask = wanted.outputChannelMask, mask != 0, wanted.outputChannels > 1,
      there.channelMask != mask, !isLost("layout")
    else { return nil }
    let text = { (mask: UInt64) in ChannelLayout.text(mask: mask, channels: there.channels) }
    return "its channel layout is \(text(there.channelMask)) instead of \(text(mask))"
  }

  private var orientationProblem: String? {
    let (wanted, there) = (planned.orientation ?? .upright, found.orientation ?? .upright)
    guard planned.media.kind == .video, wanted != there else { return nil }
    return "is shown \(there.description) instead of \(wanted.description)"
  }

  private var defaultProblem: String? {
    guard let wanted = planned.isDefault, let there = found.isDefault, wanted != there else {
      return nil
    }
    return wanted ? "is not marked as default" : "is marked as default"
  }

  private var roleProblems: [String] {
    let (wanted, there) = (planned.marks, found.marks)
    return wanted.filter { !there.contains($0) }.map { "is not marked as \($0.rawValue)" }
      + there.filter { !wanted.contains($0) }.map { "is marked as \($0.rawValue)" }
  }

  private var tagProblems: [String] {
    guard let text = planned.tags, let wanted = try? TagList(text) else { return [] }
    let there = found.tags.flatMap { try? TagList($0) } ?? TagList()
    // If streams carry all tags, the title of one is the title of the file.
    let isOfWork = Container.named(plan.container)?.metadata.writer == .streams
    return wanted.names.filter { !isOfWork || $0 != "title" }.compactMap { name in
      let (value, other) = (wanted.texts(name), there.texts(name))
      guard value != other else { return nil }
      let label = name == "language-code" ? "language" : name
      let list = { (texts: [String]) in texts.joined(separator: ", ") }
      return other.isEmpty
        ? "its \(label) (\(list(value))) is missing"
        : "its \(label) is \(list(other)) instead of \(list(value))"
    }
  }
}
