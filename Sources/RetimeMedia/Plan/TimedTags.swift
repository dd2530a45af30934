// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

/// Adapts tags that state a time, a tempo, a musical key or a length to the times of the result.
struct TimedTags {
  /// The function that places chapters of the source in the result.
  let place: TimedText.Placing
  /// The speed if it is constant and there is no hold; nil otherwise.
  let speed: Rational?
  let pitch: Pitch
  /// The durations of the source and of the result in seconds.
  let sourceDuration: Double, duration: Double
  /// Whether channels are mixed, so that the loudness changes.
  var isMixed = false

  /// Whether times do not change.
  var keepsTimes = false

  /// Returns the tags with values that are valid for the result; notes changed and dropped ones.
  func converted(_ tags: TagList, _ notes: inout PlanNotes) -> TagList {
    var result = tags
    for name in tags.names where name != SourceMetadata.comments {
      let texts = tags.texts(name)
      guard let field = Self.field(NamedTags.key(name), texts) else { continue }
      let new = texts.map { value(of: $0, field) }
      guard new != texts.map(Optional.some) else { continue }
      result = result.filtered { $0 != name }
      for (old, new) in zip(texts, new) { note(name, old, new, field, &notes) }
      let kept = new.compactMap(\.self)
      if name == "beats-per-minute", let first = kept.first {
        let list = try? TagList("taglist, beats-per-minute=(double)\(first)")
        result = list.map { result.merged($0) } ?? result
      } else {
        result = result.merged(TagList().setting(name, kept))
      }
    }
    let comments = tags.texts(SourceMetadata.comments)
    let new = comments.compactMap { comment -> String? in
      guard let (key, old) = NamedTags.split(comment).first,
        let field = Self.field(key.uppercased(), [old])
      else { return comment }
      let new = value(of: old, field)
      if new != old { note(key, old, new, field, &notes) }
      return new.map { "\(key)=\($0)" }
    }
    return new == comments ? result : result.setting(SourceMetadata.comments, new)
  }

  // MARK: - Fields

  private enum Field { case tempo, key, length, lyrics, cueSheet, position, loudness }

  /// Returns the kind of a field by its name in capitals; nil for one that no job invalidates.
  private static func field(_ key: String, _ texts: [String]) -> Field? {
    switch key {
    case "BPM", "TBPM", "TMPO", "TEMPO", "BEATS_PER_MINUTE": .tempo
    case "INITIALKEY", "INITIAL_KEY", "KEY", "TKEY", "MUSICAL_KEY": .key
    case "LENGTH", "TLEN", "DURATION", "TOTALTIME", "TOTAL_TIME", "RUNTIME": .length
    case "CUESHEET": .cueSheet
    case "TIMECODE", "TIME_REFERENCE", "STARTTIME", "START_TIME", "STOPTIME", "ENDTIME",
      "END_TIME", "SMPTE_OFFSET", "MARKERS", "TRAKTOR4", "SERATO_MARKERS_V2", "SERATO_BEATGRID",
      "SERATO_MARKERS_", "ITUNSMPB", "ACCURATERIPID", "ACOUSTID_FINGERPRINT":
      .position
    case _ where key.contains("LYRICS"): texts.contains(where: TimedText.isLRC) ? .lyrics : nil
    case _ where key.hasPrefix("REPLAYGAIN_") || key.hasPrefix("R128_"): .loudness
    default: nil
    }
  }

  /// Returns the value in the result; nil if no value is valid.
  private func value(of text: String, _ field: Field) -> String? {
    if field == .loudness { return isMixed ? nil : text }
    if field == .key { return key(text) }
    guard !keepsTimes else { return text }
    switch field {
    case .tempo: return tempo(text)
    case .length: return length(text)
    case .lyrics: return TimedText.isLRC(text) ? TimedText.lyrics(text, place) : text
    case .cueSheet: return TimedText.cueSheet(text, place)
    case .position, .key, .loudness: return nil
    }
  }

  private func tempo(_ text: String) -> String? {
    guard let speed, let beats = Double(text) else { return nil }
    return speed == Rational(1) ? text : Self.decimals(beats * speed.doubleValue)
  }

  private func key(_ text: String) -> String? {
    semitones.flatMap { transposed(text, $0) }
  }

  /// The pitch shift in semitones; nil if it varies.
  var semitones: Double? {
    switch pitch {
    case .keep: return 0
    case .shift(let semitones): return semitones.doubleValue
    case .follow:
      guard let speed, speed > Rational(0) else { return nil }
      return Self.octaves(speed.doubleValue) * 12
    }
  }

  /// Transposes by whole semitones; nil for an offset of a quarter of a semitone or more.
  ///
  /// Half a semitone is between two keys; less than a quarter of one is still the nearest key.
  private func transposed(_ text: String, _ semitones: Double) -> String? {
    let whole = semitones.rounded()
    guard abs(semitones - whole) < 0.25 else { return nil }
    return Int(whole) % 12 == 0 ? text : MusicalKey.transposed(text, semitones: Int(whole))
  }

  /// Returns the result's length in seconds or milliseconds, the unit in which `text` is the source's.
  private func length(_ text: String) -> String? {
    guard let old = Double(text) else { return nil }
    for unit in [1.0, 1000] {
      let stated = sourceDuration * unit
      guard abs(old - stated) <= max(0.05 * stated, unit) else { continue }
      let isWhole = !text.contains(".")
      return Self.decimals(isWhole ? (duration * unit).rounded() : duration * unit)
    }
    return nil
  }

  private func note(
    _ name: String,
    _ old: String,
    _ new: String?,
    _ field: Field,
    _ notes: inout PlanNotes
  ) {
    let isShort = field == .tempo || field == .key || field == .length
    switch (new, isShort) {
    case (let new?, true): notes.change("tag \(name): \(old) becomes \(new)")
    case (_?, false): notes.change("tag \(name): its times follow those of the result")
    case (nil, true): notes.lose("tag \(name) (\(old)), which is not true of the result")
    case (nil, false): notes.lose("tag \(name), which is not true of the result")
    }
  }

  // MARK: - Numbers

  /// Returns a number with at most 3 decimals.
  private static func decimals(_ value: Double) -> String {
    let text = "\((value * 1000).rounded() / 1000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the logarithm to base 2, with an error of at most 2⁻⁴⁰.
  private static func octaves(_ ratio: Double) -> Double {
    guard ratio.isFinite, ratio > 0 else { return 0 }
    var (result, rest, bit) = (Double(ratio.exponent), ratio.significand, 0.5)
    for _ in 0..<40 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        result += bit
      }
      bit /= 2
    }
    return result
  }
}

extension Planner {
  /// Returns the conversion of tags for this job.
  func timedTags(_ times: Times, duration: Double) -> TimedTags {
    let speeds = times.map.sections.flatMap { [$0.speeds.0, $0.speeds.1] }
    let isEven = !times.map.sections.contains(where: \.isHold) && Set(speeds).count == 1
    return TimedTags(
      place: times.chapters.place,
      speed: isEven ? speeds.first : nil,
      pitch: request.pitch,
      sourceDuration: scan.info.duration ?? times.sourceDuration.seconds,
      duration: duration,
      isMixed: request.isMono,
      keepsTimes: times.isIdentity && !source.isTrimmed
    )
  }
}

extension SourceMetadata.Attachment {
  /// The name of an ID3 frame that states times of the source; nil for other attachments.
  var timedFrame: String? {
    guard tag == ID3Chapters.tag else { return nil }
    let name = String(decoding: data.bytes.prefix(4), as: UTF8.self)
    let isTimed = ["SYLT", "SYTC", "ETCO", "MLLT", "POSS", "RVRB", "AENC"].contains(name)
    return isTimed || lyrics.map(TimedText.isLRC) ?? false ? name : nil
  }

  /// The lyrics in an ID3 frame; nil for other attachments.
  var lyrics: String? { tag == ID3Chapters.tag ? ID3Lyrics.text(data.bytes) : nil }
}
