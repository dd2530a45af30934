// SPDX-License-Identifier: MPL-2.0

extension Certificate: Codable {
  private enum Key: String, CodingKey {
    case ok, offset, source, result, duration, tracks, tags, chapters, problems, planned, found
  }

  /// A planned and a found number, as they are encoded.
  private struct Counts<Number: Codable>: Codable { let planned: Number, found: Number }

  /// Encodes the certificate as described in `docs/certificates.md`; unknown values are null.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(isGood, forKey: .ok)
    try values.encode(offset.map { ($0 * 100).rounded() / 100 }, forKey: .offset)
    try values.encode(source, forKey: .source)
    try values.encode(result, forKey: .result)
    try values.encode(Counts(planned: plannedDuration, found: duration), forKey: .duration)
    try values.encode(tracks, forKey: .tracks)
    try values.encode(Counts(planned: plannedTags, found: tags), forKey: .tags)
    try values.encode(Counts(planned: plannedChapters, found: chapters), forKey: .chapters)
    try values.encode(problems, forKey: .problems)
  }

  /// Decodes an encoded certificate, with the numbers as they were rounded.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let durations = try values.decode(Counts<Double>.self, forKey: .duration)
    let tags = try values.decode(Counts<Int>.self, forKey: .tags)
    let chapters = try values.decode(Counts<Int>.self, forKey: .chapters)
    offset = try values.decode(Double?.self, forKey: .offset)
    source = try values.decode(String.self, forKey: .source)
    result = try values.decode(String.self, forKey: .result)
    (plannedDuration, duration) = (durations.planned, durations.found)
    tracks = try values.decode([Verification].self, forKey: .tracks)
    (plannedTags, self.tags) = (tags.planned, tags.found)
    (plannedChapters, self.chapters) = (chapters.planned, chapters.found)
    problems = try values.decode([String].self, forKey: .problems)
  }
}

extension Verification: Codable {
  private enum Key: String, CodingKey {
    case kind, index, planned, found, missing, compared, wrong, unlike, late, drift, identical,
      psnr, joined, strays, faults, labels, longest
  }

  /// Encodes the verification as described in `docs/certificates.md`.
  package func encode(to encoder: any Encoder) throws {
    let milliseconds = { (seconds: Double) in (seconds * 100_000).rounded() / 100 }
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(index, forKey: .index)
    try values.encode(frames, forKey: .planned)
    try values.encode(found, forKey: .found)
    try values.encode(missing, forKey: .missing)
    try values.encode(compared, forKey: .compared)
    try values.encode(wrong, forKey: .wrong)
    try values.encode(unlike, forKey: .unlike)
    try values.encode(lateness.map(milliseconds), forKey: .late)
    try values.encode(milliseconds(wandering), forKey: .drift)
    try values.encode(isIdentical, forKey: .identical)
    try values.encode(psnr.map { ($0 * 10).rounded() / 10 }, forKey: .psnr)
    try values.encodeIfPresent(joined, forKey: .joined)
    try values.encode(longestWrong, forKey: .longest)
    try values.encode(faults, forKey: .faults)
    try values.encode(labels, forKey: .labels)
    if kind == .video { try values.encode(strays, forKey: .strays) }
  }

  /// Decodes an encoded verification.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let count = { (key: Key) in try values.decode(Int.self, forKey: key) }
    kind = try values.decode(MediaInfo.Track.Kind.self, forKey: .kind)
    (index, frames) = try (count(.index), count(.planned))
    (found, missing) = try (count(.found), count(.missing))
    (compared, wrong, unlike) = try (count(.compared), count(.wrong), count(.unlike))
    lateness = try values.decode(Double?.self, forKey: .late).map { $0 / 1000 }
    wandering = try values.decode(Double.self, forKey: .drift) / 1000
    isIdentical = try values.decode(Bool.self, forKey: .identical)
    psnr = try values.decode(Double?.self, forKey: .psnr)
    joined = try values.decodeIfPresent(JoinComparison.self, forKey: .joined)
    longestWrong = try values.decodeIfPresent(Int.self, forKey: .longest) ?? 0
    faults = try values.decodeIfPresent([Fault].self, forKey: .faults) ?? []
    labels = try values.decodeIfPresent([String].self, forKey: .labels) ?? []
    strays = try values.decodeIfPresent([Stray].self, forKey: .strays) ?? []
  }
}

extension Verification.Stray: Encodable {
  /// Encodes the stray with times rounded to the microsecond.
  package func encode(to encoder: any Encoder) throws {
    let microseconds = { (seconds: Double) in (seconds * 1e6).rounded() / 1e6 }
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number, forKey: .number)
    try values.encode(microseconds(time), forKey: .time)
    try values.encode(microseconds(shown), forKey: .shown)
    try values.encode(microseconds(planned), forKey: .planned)
  }
}
