// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeMedia
internal import RetimeSystem

/// The text of a plan, as printed by `--dry-run`.
struct PlanText: CustomStringConvertible {
  let plan: Plan
  /// The width of a map's curve in characters; nil for no curve.
  let curveWidth: Int?

  init(_ plan: Plan) { (self.plan, curveWidth) = (plan, nil) }

  /// Creates the text with the curve, as wide as standard output allows.
  init(forOutput plan: Plan) {
    (self.plan, curveWidth) = (plan, StandardStreams.outputColumns.map { min($0, 100) })
  }

  /// The warnings of a run.
  var warnings: [String] {
    plan.changed
      + (plan.lost.isEmpty ? [] : ["not in the output: \(plan.lost.joined(separator: "; "))"])
  }

  var description: String {
    var lines = [
      "\(plan.inputs.joined(separator: " + ")) -> \(plan.output) (\(plan.container))",
      "  \(how): \(NumberText.fixed(plan.sourceDuration, 3)) s become "
        + "\(NumberText.fixed(plan.duration, 3)) s",
    ]
    if let map = plan.map, !isReversed { lines += sections(MapCurve(map.map)) }
    for track in plan.tracks { lines.append("  " + Self.text(track)) }
    if let memory = plan.memory { lines.append("  memory: about \(memory / 1_000_000) MB") }
    if let quality = plan.quality { lines.append("  quality: \(quality.rawValue)") }
    if let parts = plan.parts { lines.append("  parts: \(Self.text(parts))") }
    for text in kept { lines.append("  kept: \(text)") }
    for text in plan.changed { lines.append("  changed: \(text)") }
    for text in plan.lost { lines.append("  lost: \(text)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The description of the time change.
  private var how: String {
    guard let map = plan.map, !isReversed else {
      return "\(isReversed ? "backward, " : "")factor \(plan.factor)"
    }
    return "a map of \(map.parts.count.counting("section"))"
  }

  /// Whether the whole source is played backwards at one speed.
  private var isReversed: Bool {
    guard let parts = plan.map?.parts, parts.count == 1,
      case .play(let from, let to, let speed, let last, _) = parts[0]
    else { return false }
    return to < from && speed == last && (from - to).seconds >= plan.sourceDuration
  }

  /// Returns the table of a map's sections, and its curve.
  private func sections(_ curve: MapCurve) -> [String] {
    let all = curve.rows
    let shown = [MapCurve.header] + all.prefix(Self.mostRows)
    let widths = MapCurve.header.indices.map { column in shown.map { $0[column].count }.max() ?? 0 }
    var lines = shown.map { row in
      let cells = zip(row, widths).map { text, width in
        String(repeating: " ", count: width - text.count) + text
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    if all.count > Self.mostRows {
      lines.append("  and \((all.count - Self.mostRows).counting("more section"))")
    }
    if let curveWidth { lines += curve.lines(width: curveWidth - 2, height: 7).map { "  \($0)" } }
    return lines
  }

  /// The maximum number of sections in a table.
  private static let mostRows = 40

  /// The kept metadata.
  private var kept: [String] {
    let metadata = plan.metadata
    let names = Set(metadata.tagTexts.map(\.name)).sorted()
    var result: [String] = []
    if !names.isEmpty { result.append("tags: \(names.joined(separator: ", "))") }
    for attached in metadata.attachments {
      result.append(
        "\(attached.tag): \(attached.mediaType), \(attached.byteCount.counting("byte"))"
      )
    }
    for chapter in metadata.chapters {
      let times = [chapter.start, chapter.end].map { NumberText.clock($0.seconds) }
      result.append("chapter \(times[0]) to \(times[1]) \(chapter.title ?? "")")
    }
    for track in plan.tracks {
      let name = "\(track.media.kind.rawValue) track \(track.index)"
      for (tag, value) in track.tagTexts { result.append("\(name): \(tag) \(value)") }
      if let orientation = track.orientation {
        result.append("\(name): \(orientation.description)")
      }
    }
    return result
  }

  private static func making(_ video: Plan.Video) -> String {
    let repeats = video.flow?.keepsRepeats == true ? ", repeats kept" : ""
    let quality = video.flow.map { " \($0.quality.rawValue)\(repeats)" } ?? ""
    let blur = video.motionBlur.map { ", motion blur \($0.angle)°" } ?? ""
    return (video.selection?.rawValue ?? "") + quality + blur
  }

  private static func text(_ track: Plan.Track) -> String {
    let frames =
      "\(counted(track.sourceFrames, "frame")) become\(track.sourceFrames == 1 ? "s" : "") \(counted(track.frames))"
    switch track.media {
    case .video(let video):
      let how =
        switch video.timing {
        case .constant:
          "\(video.frameRate?.description ?? "?") fps, \(making(video))"
        case .variable: "every frame at its own time"
        }
      let turn = video.turn.map { "\($0.description), " } ?? ""
      return "video track \(track.index): \(frames), \(how), \(turn)\(encoder(track))"
    case .audio(let audio):
      let how =
        switch audio.pitch {
        case nil, .follow: audio.method.rawValue
        case .keep: "pitch kept"
        case .shift:
          "pitch \(audio.pitch?.description ?? "") semitones"
            + (audio.keepsFormants == true ? ", formants kept" : "")
        }
      let level = audio.requantization.map(Self.text) ?? ""
      return "audio track \(track.index): \(frames), \(audio.outputSampleRate) Hz, "
        + "\(audio.outputChannels.counting("channel")), \(audio.writtenFormat.rawValue), \(level)\(how), \(encoder(track))"
    case .packets(let packets):
      if let smart = packets.smart { return text(smart, track, frames) }
      return
        "\(packets.kind.rawValue) track \(track.index): \(counted(track.frames, "packet")) copied, \(encoder(track))"
    }
  }

  private static func text(
    _ smart: Plan.Smart,
    _ track: Plan.Track,
    _ frames: String
  ) -> String {
    let timing = smart.video.frameRate.map { "\($0) fps, " } ?? ""
    let kept = (track.copiedFrames ?? 0).counting("frame")
    let joins = (track.joins ?? 0).counting("join")
    let encoding = "\(track.encodedFrames ?? 0) encoded at \(joins) by \(smart.encoder)"
    let how = track.joins == 0 ? "" : ", \(encoding)"
    return "video track \(track.index): \(frames), \(timing)\(kept) copied\(how), \(track.codec)"
  }

  private static func text(_ requantization: Plan.Audio.Requantization) -> String {
    (requantization.headroom == 0 ? "" : "lowered by \(requantization.headroom) dB, ")
      + (requantization.dither == .none ? "" : "dither \(requantization.dither.rawValue), ")
  }

  private static func text(_ parts: [Plan.Part]) -> String {
    let pictures = parts.count { $0.holds == .pictures }
    guard parts.first?.holds != .all else {
      return "1, as the output is not joined from packets"
    }
    let rest = parts.count == pictures ? "" : "1 of all the rest"
    return pictures == 0
      ? rest : "\(pictures) of video" + (rest.isEmpty ? "" : ", ") + rest
  }

  private static func counted(_ number: Int?) -> String { number.map { "\($0)" } ?? "?" }
  private static func counted(_ number: Int?, _ noun: String) -> String {
    number.map { $0.counting(noun) } ?? "? \(noun)s"
  }

  private static func encoder(_ track: Plan.Track) -> String {
    track.encoder.map { "\(track.codec) by \($0)" } ?? track.codec
  }
}

extension Plan {
  /// The approximate memory of the job in bytes; nil if it encodes no video.
  var memory: Int? {
    let tracks = tracks.compactMap { track -> Int? in
      switch track.media {
      case .video(let video): video.memory
      case .packets(let packets): packets.smart?.video.memory
      case .audio: nil
      }
    }
    return tracks.isEmpty ? nil : tracks.reduce(0, +)
  }
}
