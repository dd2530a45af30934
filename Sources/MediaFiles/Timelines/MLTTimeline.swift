// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

extension MapDocument {
  /// Creates the map of the first playlist of a project in the XML of MLT (`.mlt`).
  ///
  /// Each entry becomes a section. Its producer or chain is the media, or plays it at a speed
  /// (`timewarp`), or is a freeze frame (`hold`). In and out points count the producer's frames, at
  /// the rate of the profile. Those of a `timewarp` with a speed S are S frames of the media apart, so a
  /// backward one, which counts from the end, is up to S frames off.
  ///
  /// - Throws: ``MapTextError`` with the line of the fault, also for gaps, several media and other
  ///   content that no map has.
  package init(mlt bytes: [UInt8]) throws(MapTextError) {
    let reader = try MLTTimeline.reading(bytes)
    try self.init(read: reader.parts, of: bytes, orSaying: "there is no playlist with an entry")
  }
}

/// The state between the tokens of a project.
private struct MLTTimeline: XMLTimeline {
  let bytes: [UInt8]
  var offset = 0
  let noun = "project"
  var parts: [TimeMap.Part] = []
  private var rate = Rational(25)
  private var producers: [String: [Substring: String]] = [:]
  /// The producer whose tag is open, and the property whose text follows.
  private var producer: String?, property: Substring?
  /// Whether the playlist that is read has begun, and ended.
  private var isInPlaylist = false, hasEnded = false
  private var media: String?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ token: XMLToken) throws(MapTextError) {
    switch (token.kind, token.local) {
    case (.start, "profile"), (.empty, "profile"):
      if let above = token.value("frame_rate_num").flatMap({ Int64($0) }),
        let below = token.value("frame_rate_den").flatMap({ Int64($0) }), above > 0, below > 0
      {
        rate = Rational(above, below)
      }
    case (.start, "producer"), (.start, "chain"):
      producer = token.value("id")
      producer.map { producers[$0] = [:] }
    case (.end, "producer"), (.end, "chain"): producer = nil
    case (.start, "property"): property = token.value("name").map { Substring($0) }
    case (.end, "property"): property = nil
    case (.text, _):
      if let producer, let property {
        producers[producer]?[property, default: ""] += SubtitleMarkup.unescaped(String(token.raw))
      }
    case (.start, "playlist"): isInPlaylist = !hasEnded
    case (.end, "playlist"):
      if isInPlaylist, !parts.isEmpty { hasEnded = true }
      isInPlaylist = false
    case (.start, "entry"), (.empty, "entry"):
      if isInPlaylist { try add(token) }
    case (.start, "blank"), (.empty, "blank"):
      if isInPlaylist { throw error("has a gap: a map shows its source at all times") }
    default: break
    }
  }

  private mutating func add(_ entry: XMLToken) throws(MapTextError) {
    guard let id = entry.value("producer"), let properties = producers[id] else {
      throw error("has an entry of a producer that is not above it")
    }
    guard let first = try frame(entry, "in"), let last = try frame(entry, "out"), first <= last
    else {
      throw error("has an entry without in and out points")
    }
    let service = properties["mlt_service"] ?? ""
    var resource = properties["resource"] ?? ""
    var speed = Rational(1)
    switch service {
    case "timewarp":
      let parts = resource.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let value = Self.speed(String(parts[0])) else {
        throw error("has a timewarp of \"\(resource)\": a speed and a file are allowed")
      }
      (speed, resource) = (value, String(parts[1]))
    case "hold": speed = Rational(0)
    case let service where service.hasPrefix("avformat"): break
    default: throw error("has a producer \"\(service)\": avformat, timewarp and hold are supported")
    }
    guard media == nil || media == resource else {
      throw error("has entries of \"\(resource)\" and of \"\(media ?? "")\": a map is of one file")
    }
    media = resource
    let count = Rational(Int64(last - first + 1))
    let duration = RationalTime(seconds: count / rate)
    guard speed != Rational(0) else {
      guard let frame = properties["frame"].flatMap({ Int64($0) }) else {
        throw error("has a hold without a frame")
      }
      return parts.append(
        .hold(at: RationalTime(seconds: Rational(frame) / rate), duration: duration)
      )
    }
    let pace = speed.magnitude
    var start = Rational(Int64(first)) * pace
    if speed < Rational(0) {
      guard let length = properties["length"].flatMap({ Int64($0) }) else {
        throw error("has a backward producer without a length")
      }
      start = Rational(length) * pace - start
    }
    let end = speed < Rational(0) ? max(Rational(0), start - count * pace) : start + count * pace
    parts.append(
      .play(
        from: RationalTime(seconds: start / rate),
        to: RationalTime(seconds: end / rate),
        speed: pace
      )
    )
  }

  /// Returns the speed of a text, which has the digits of a `Double`; nil for 0, and for no number.
  private static func speed(_ text: String) -> Rational? {
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    let simple = digits.utf8.count < 12 ? nil : Rational(roundedTo: digits)
    guard let speed = simple ?? (try? Rational(parsing: digits)), speed > Rational(0) else {
      return nil
    }
    return text.hasPrefix("-") ? -speed : speed
  }

  /// Returns the number of a frame: a whole number, or a time such as "00:00:01.040".
  private func frame(_ token: XMLToken, _ name: String) throws(MapTextError) -> Int? {
    guard let text = token.value(name) else { return nil }
    if let number = Int(text), number >= 0 { return number }
    guard text.contains(":"), let time = try? RationalTime(parsing: text) else {
      throw error("has the point \"\(text)\": a frame number or a time is allowed")
    }
    return Int((time.rational * rate).rounded())
  }
}
