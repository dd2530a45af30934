// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// A file for editors that contains the cuts and speeds of a plan as a timeline.
///
/// Like a result, it appears under its name complete or not at all.
public final class TimelineExport {
  private let path: String
  private let format: EditFormat
  private let file: OutputFile

  /// Returns the reason why a timeline cannot be written to a path; nil if its extension is known.
  public static func fault(of path: String) -> String? {
    EditFormat(path: path) == nil
      ? "'\(path)' names no format for editors: \(EditFormat.names) are allowed" : nil
  }

  /// Creates the temporary file of an export.
  ///
  /// - Throws: `usage` for an unknown extension or a standard input, `cannotCreate` as an output
  ///   that cannot be created.
  public init(_ path: String, of request: JobRequest) throws(RetimeError) {
    guard let format = EditFormat(path: path) else {
      throw RetimeError(.usage, Self.fault(of: path) ?? path)
    }
    guard request.input != "-" else {
      throw RetimeError(.usage, "a timeline names its media: give a file, and not standard input")
    }
    (self.path, self.format) = (path, format)
    file = try OutputFile(path, replaces: request.overwrites, input: request.input)
  }

  deinit { file.discard() }

  /// Writes the timeline of a plan; returns notes on how it differs from the plan.
  public func write(
    _ plan: Plan,
    cancellation: Cancellation = Cancellation()
  ) throws(RetimeError) -> [String] {
    let info = try Retime.info(plan.input, cancellation: cancellation)
    let (rate, isChosen) = Self.frameRate(plan, info)
    let media = try Self.media(plan, info, rate)
    guard let timeline = EditTimeline(plan.playedMap, media: media, frameRate: rate) else {
      throw RetimeError(
        .usage,
        "the result lasts more than \(EditTimeline.longest / 3600) hours, and a timeline of editors at most that"
      )
    }
    let text: String
    do throws(EditFormatError) {
      text = try format.text(timeline)
    } catch {
      throw RetimeError(.usage, "'\(path)': \(error)")
    }
    try file.fill(with: Array(text.utf8))
    try file.commit()
    return Self.notes(timeline, path: path, isChosen: isChosen)
  }

  /// Returns the frame rate of the result's video, otherwise of the source, otherwise 25.
  private static func frameRate(_ plan: Plan, _ info: MediaInfo) -> (FrameRate, isChosen: Bool) {
    for track in plan.tracks {
      let rate: FrameRate? =
        switch track.media {
        case .video(let video): video.frameRate ?? video.sourceFrameRate
        case .packets(let packets) where packets.kind == .video:
          packets.frameRate ?? packets.sourceFrameRate
        case .packets, .audio: nil
        }
      if let rate { return (rate, false) }
    }
    let stated = info.tracks.first { $0.video != nil }?.video
    if let stated, stated.hasVariableFrameRate != true,
      let rate = stated.frameRate.flatMap({ try? FrameRate(parsing: $0) })
    {
      return (rate, false)
    }
    return (.ofEditors, true)
  }

  private static func media(
    _ plan: Plan,
    _ info: MediaInfo,
    _ rate: FrameRate
  ) throws(RetimeError) -> EditMedia {
    var (path, uri) = (plan.input, plan.input)
    if let local = SpooledInput.path(of: plan.input) {
      do {
        uri = try FileAddress.uri(local)
      } catch {
        throw RetimeError(error, side: .input, name: plan.input)
      }
      path = FileAddress.path(uri) ?? local
    }
    // The plan's end is exact, but of the played part alone.
    let end = RationalTime(plan.mapShift) + plan.sourceEnd
    let whole =
      plan.end == nil ? .zero : RationalTime(nanoseconds: Int64((info.duration ?? 0) * 1e9))
    let frames = Int(clamping: (max(end, whole).rational * rate.rational).rounded())
    let (video, audio) = (
      info.tracks.compactMap(\.video).first, info.tracks.compactMap(\.audio).first
    )
    let aspect = video?.pixelAspectRatio.flatMap { try? Rational(parsing: $0) }
    return EditMedia(
      path: path,
      uri: uri,
      frames: max(1, frames),
      size: video.map { ($0.width ?? 1920, $0.height ?? 1080) },
      pixelAspect: aspect.flatMap { $0 > Rational(0) ? $0 : nil } ?? Rational(1),
      audio: audio.map { ($0.channels, $0.sampleRate) }
    )
  }

  private static func notes(_ timeline: EditTimeline, path: String, isChosen: Bool) -> [String] {
    let rate = timeline.frameRate
    var notes = [
      "'\(path)' has \(timeline.clips.count.counting("clip")), \(timeline.frames.counting("frame")) at \(rate) fps"
    ]
    if isChosen {
      notes.append("the source states no constant frame rate: its times are rounded to \(rate) fps")
    }
    if timeline.easedSections > 0 {
      notes.append(
        "\(timeline.easedSections.counting("eased section")) became clips of constant speed, in which no frame is more than "
          + "one away from its own"
      )
    }
    if timeline.droppedSections > 0 {
      notes.append(
        "\(timeline.droppedSections.counting("section")) shorter than a frame had to be left out"
      )
    }
    return notes
  }
}

extension Plan {
  /// The map from the file's common start to the result, whose sections all have an end.
  var playedMap: TimeMap {
    if let map { return map.map }
    let start = RationalTime(mapShift)
    let part = TimeMap.Part.play(
      from: start,
      to: start + sourceEnd,
      speed: factor.rational.reciprocal
    )
    return (try? TimeMap([part])) ?? TimeMap(factor: factor)
  }
}
