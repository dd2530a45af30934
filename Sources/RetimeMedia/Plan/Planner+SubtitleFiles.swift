// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

// Subtitle files, as the source itself and beside a film.

extension Planner {
  /// Returns the subtitle files to write beside the result, and the tracks that the result holds.
  func sidecars(
    _ candidates: [SourceTrack],
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> (sidecars: [Plan.Sidecar], kept: [SourceTrack]) {
    guard source.subtitles == nil else { return ([], candidates) }
    var (sidecars, kept) = ([Plan.Sidecar](), [SourceTrack]())
    let plain = try? Caps(SubtitleText.plain)
    let takesText = plain.map(format.container.accepts) ?? false
    for candidate in candidates {
      guard let file = scan.subtitles[candidate.info.streamID] else {
        kept.append(candidate)
        continue
      }
      let form = request.subtitleForm ?? (takesText ? .track : .sidecar)
      if form != .sidecar { kept.append(candidate) }
      if form != .track {
        sidecars.append(try sidecar(candidate, file, times, &notes))
      }
    }
    if let twice = Dictionary(grouping: sidecars, by: \.output).first(where: { $0.value.count > 1 })
    {
      throw RetimeError(
        .usage,
        "several subtitle files would be written to '\(twice.key)': give them language codes in their names, such as "
          + "film.de.srt, or --subtitles-as track"
      )
    }
    return (sidecars, kept)
  }

  private func sidecar(
    _ candidate: SourceTrack,
    _ file: SubtitleFile,
    _ times: Times,
    _ notes: inout PlanNotes
  ) throws(RetimeError) -> Plan.Sidecar {
    guard request.output != "-", request.sink == nil else {
      throw RetimeError(
        .usage,
        "a subtitle file is written beside the output, which is no file here: choose --subtitles-as track"
      )
    }
    let path = String(candidate.info.streamID.dropFirst(ScanResult.subtitlePrefix.count))
    let isWritable = file.format.isWritable
    let written = isWritable ? file.format : .srt
    guard let container = Container.inTable(written.rawValue),
      let track = fileTrack(candidate, file, in: container, times, &notes)
    else { throw RetimeError(.usage, "'\(path)' cannot be written as \(written.name)") }
    let name = request.output.hasSuffix("/") ? String(request.output.dropLast()) : request.output
    let suffix = MediaName.suffix(of: MediaName.fileName(of: name))
    let stem = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    let language = SubtitleFile.language(of: path).map { ".\($0)" } ?? ""
    let ending = isWritable ? MediaName.suffix(of: path) : written.rawValue
    let output = "\(stem)\(language).\(ending.isEmpty ? written.rawValue : ending)"
    notes.change("its subtitles are written to '\(output)'", of: candidate.info)
    return Plan.Sidecar(output: output, container: container.name, track: track)
  }

  /// Returns the track of a subtitle file; nil, with the reason among the losses, if it is dropped.
  func fileTrack(
    _ candidate: SourceTrack,
    _ file: SubtitleFile,
    in container: Container,
    _ times: Times,
    _ notes: inout PlanNotes
  ) -> Plan.Track? {
    let (info, format) = (candidate.info, file.format)
    let isOwn = container.accepts(candidate.encoded)
    let plain = try? Caps(SubtitleText.plain)
    guard isOwn || plain.map(container.accepts) ?? false else {
      notes.lose(info, because: "\(container.name) takes no text subtitles")
      return nil
    }
    if isOwn {
      if times.isBackward, file.hasWordTimes {
        notes.change("where it is played backward, the times of words are removed", of: info)
      }
    } else if format != .srt, format != .sbv, format != .scc {
      notes.change(
        "\(format.name) becomes text with italics at most, without other styles and positions",
        of: info
      )
    }
    var packets = Plan.Packets(kind: .subtitle, granularity: 1)
    packets.file = Plan.SubtitleSource(
      path: String(info.streamID.dropFirst(ScanResult.subtitlePrefix.count)),
      form: isOwn ? .own : container.keepsSubtitleTags ? .tagged : .plain
    )
    packets.isInLane = container.isMovie
    return sparseTrack(
      of: candidate,
      times,
      codec: isOwn ? candidate.encoded.name : SubtitleText.plain,
      packets
    )
  }
}
