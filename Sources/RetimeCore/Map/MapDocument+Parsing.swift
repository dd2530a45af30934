// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Creates the map written in a text.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault, the section, and what is
  ///   allowed.
  public init(parsing text: String) throws(MapTextError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Creates the map written in UTF-8 bytes; accepts any bytes, in linear time.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault, the section, and what is
  ///   allowed.
  public init(parsing bytes: [UInt8]) throws(MapTextError) {
    self = try Self.read(bytes) { value throws(JSONError) in try Self(value) }
  }

  /// Parses JSON and converts it with `make`; errors get their line and column.
  static func read(
    _ bytes: [UInt8],
    as make: (JSONValue) throws(JSONError) -> MapDocument
  ) throws(MapTextError) -> MapDocument {
    do {
      return try make(try JSONParser.value(of: bytes))
    } catch {
      throw MapTextError(error.problem, at: error.offset, of: bytes)
    }
  }

  /// Creates the map of a JSON value.
  init(_ value: JSONValue) throws(JSONError) {
    var object = try JSONObject(value, "a map")
    guard let version = object.takeIfThere("retime-map") else {
      // A plan, as `--dry-run --json` prints it, contains its map.
      if let map = object.takeIfThere("map") {
        try self.init(map)
        return
      }
      throw JSONError("a map has no \"retime-map\", which it needs", value)
    }
    switch version.content {
    case .number("1"), .text("1"): break
    default:
      throw JSONError("\"retime-map\" is \(version.brief): 1 is the version that is known", version)
    }
    let list = try object.take("sections")
    guard case .list(let values) = list.content else {
      throw JSONError("\"sections\" is \(list.brief): a list of sections is allowed", list)
    }
    let duration = try object.takeIfThere("duration").map { value throws(JSONError) in
      try value.duration("a map", "duration")
    }
    try object.end(allowed: "\"retime-map\", \"sections\" and \"duration\"")
    guard !values.isEmpty else { throw JSONError("\(MapError.empty)", list) }
    guard values.count <= MapError.mostSections else {
      throw JSONError("\(MapError.tooMany(values.count))", list)
    }
    var sections: [Section] = []
    for (index, value) in values.enumerated() {
      let section = try Section(value, number: index + 1)
      do {
        // With a source that ends after all valid times, a fault found here is one for any source.
        let end = RationalTime(seconds: RationalTime.longest + Rational(1))
        try section.part(end: end).check(index + 1)
      } catch {
        throw JSONError("\(error)", value)
      }
      sections.append(section)
    }
    self.init(sections: sections, duration: duration)
  }
}

extension MapDocument.Section {
  fileprivate init(_ value: JSONValue, number: Int) throws(JSONError) {
    let subject = "section \(number)"
    var object = try JSONObject(value, subject)
    if let hold = object.takeIfThere("hold") {
      let duration = try object.take("for").duration(subject, "for")
      try object.end(allowed: "of a hold \"hold\" and \"for\"")
      self = .hold(at: try hold.time(subject, "hold"), duration: duration)
      return
    }
    let from = try object.take("from", or: "\"hold\"").time(subject, "from")
    let to = try object.take("to").time(subject, "to")
    let speeds = try object.take("speed").speeds(subject)
    let ease = object.takeIfThere("ease")
    try object.end(allowed: "\"from\", \"to\", \"speed\" and \"ease\"")
    var kind = speeds.count > 1 ? Ease.smooth : .linear
    if let ease {
      guard speeds.count > 1 else {
        throw JSONError(
          "\(subject) has an \"ease\" and one speed: give two, such as \"speed\": [\"1\", \"1/4\"], or no \"ease\"",
          ease
        )
      }
      guard case .text(let name) = ease.content, let known = Ease(rawValue: name) else {
        let names = Ease.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        throw JSONError("\(subject) has the \"ease\" \(ease.brief): \(names) is allowed", ease)
      }
      kind = known
    }
    // A single speed has no ease.
    if speeds.first == speeds.last { kind = .linear }
    self = .play(from: from, to: to, speed: speeds[0], last: speeds[speeds.count - 1], ease: kind)
  }
}

extension JSONValue {
  fileprivate func time(_ subject: String, _ name: String) throws(JSONError) -> MapDocument.Time {
    guard let text = numberText, let time = MapDocument.Time(text) else {
      throw JSONError(
        "\(subject) has the \"\(name)\" \(brief), which is no time of the source: allowed are "
          + MapDocument.Time.allowed,
        self
      )
    }
    return time
  }

  fileprivate func duration(_ subject: String, _ name: String) throws(JSONError) -> RationalTime {
    // The printed duration of a slow map may be longer than any source.
    let number = numberText.flatMap { try? Rational(parsing: $0) }.map(RationalTime.init(seconds:))
    let clock = numberText.flatMap { try? RationalTime(parsing: $0) }
    guard let time = number ?? clock, time > .zero else {
      throw JSONError(
        "\(subject) has the \"\(name)\" \(brief): a time above 0 is allowed, in seconds such as \"1.5\" or \"3/2\"",
        self
      )
    }
    return time
  }

  /// Returns one speed, or two.
  fileprivate func speeds(_ subject: String) throws(JSONError) -> [Rational] {
    guard case .list(let values) = content else { return [try speed(subject)] }
    guard values.count == 2 else {
      throw JSONError(
        "\(subject) has \(values.count) speeds: one is allowed, or a list of the first and the last",
        self
      )
    }
    return [try values[0].speed(subject), try values[1].speed(subject)]
  }

  private func speed(_ subject: String) throws(JSONError) -> Rational {
    guard let text = numberText, let speed = TimeMap.Part.speed(text) else {
      throw JSONError("\(subject) has the speed \(brief): \(TimeMap.Part.allowedSpeeds)", self)
    }
    return speed
  }

  /// The text of a number, which may be written as a number or as a text.
  private var numberText: String? {
    switch content {
    case .number(let text), .text(let text): text
    default: nil
    }
  }
}

extension TimeMap.Part {
  /// Returns the speed of a text; nil if it is not a number, or not allowed.
  static func speed(_ text: String) -> Rational? {
    guard let speed = try? Rational(parsing: text), speeds.contains(speed) else { return nil }
    return speed
  }

  /// The allowed texts of a speed, for messages.
  static let allowedSpeeds =
    "a number from \(speeds.lowerBound) to \(speeds.upperBound) is allowed, such as 2, 0.5 or 1/4; backwards is from a "
    + "later time to an earlier one"
}
