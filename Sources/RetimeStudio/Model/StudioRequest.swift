// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore

/// A request for an operation on a file, as the page sends it.
struct StudioRequest: Sendable, Hashable {
  /// The available operations.
  enum Action: String, Sendable, CaseIterable {
    case scale, reverse, resample, spectrogram
  }

  /// The received value, with the keys that were given.
  let json: JSON
  let file: String
  let action: Action
  /// The output's name in its folder.
  let name: String
  /// The output's folder, below the served one; nil for the source's folder.
  let folder: String?
  let overwrite: Bool
  /// The text of a map of sections; nil if one speed applies to the whole source.
  let map: String?
  /// The options of the command line, in the order of its help.
  let options: [String]

  /// Parses a request strictly.
  ///
  /// It checks types only: `retime` itself checks whether a text is a valid factor or rate.
  ///
  /// - Throws: a refusal of unknown keys, keys of another action, and values of the wrong type.
  init(_ json: JSON) throws(RequestError) {
    guard case .object(let values) = json else {
      throw .badRequest("the request is no object: give file, action and name")
    }
    self.json = json
    var reader = Reader(values)
    file = try reader.need("file")
    let verb = try reader.need("action")
    guard let action = Action(rawValue: verb) else {
      let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("'\(verb)' is no action: give one of \(all)")
    }
    self.action = action
    map = action == .scale ? try reader.map() : nil
    name = try FileName.checked(try reader.need("name"))
    folder = try reader.text("folder").map(FileName.checkedFolder)
    overwrite = try reader.flag("overwrite")
    switch action {
    case .scale:
      try reader.amount(needed: map == nil)
      try reader.picturesAndPitch()
      try reader.option("copyVideo", flag: "--copy-video")
      try reader.tracksAndQuality()
      try reader.part()
    case .reverse:
      try reader.option("boomerang", flag: "--boomerang")
      try reader.amount(needed: false)
      try reader.picturesAndPitch()
      try reader.tracksAndQuality()
      try reader.part()
    case .resample:
      guard let rate = try reader.whole("rate") else {
        throw .badRequest("resample needs a rate: give one such as 48000")
      }
      reader.options.append("--rate=\(rate)")
      // Pages before 0.2.0 sent this key, which has no effect; it is accepted for stored jobs.
      _ = try reader.text("audioMethod")
      try reader.sound()
      try reader.tracksAndQuality()
    case .spectrogram:
      try reader.option("colors", text: "--colors")
      try reader.option("axes", flag: "--axes")
      if let channel = try reader.whole("channel") { reader.options.append("--channel=\(channel)") }
    }
    try reader.end(for: action)
    options = reader.options
  }
}

/// A parser that removes values from an object one by one.
private struct Reader {
  private var values: [String: JSON]
  var options: [String] = []

  /// Creates a parser; null values count as missing.
  init(_ values: [String: JSON]) { self.values = values.filter { $0.value != .null } }

  mutating func text(_ key: String) throws(RequestError) -> String? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    guard case .string(let text) = value, text.utf8.count <= 1000, !text.utf8.contains(0) else {
      throw .badRequest("\(key) must be a short text")
    }
    return text
  }

  mutating func need(_ key: String) throws(RequestError) -> String {
    guard let text = try text(key) else { throw .badRequest("\(key) is missing") }
    return text
  }

  mutating func flag(_ key: String) throws(RequestError) -> Bool {
    guard let value = values.removeValue(forKey: key) else { return false }
    guard case .bool(let isSet) = value else {
      throw .badRequest("\(key) must be true or false")
    }
    return isSet
  }

  mutating func whole(_ key: String) throws(RequestError) -> Int? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    guard case .integer(let number) = value else {
      throw .badRequest("\(key) must be a whole number")
    }
    return number
  }

  /// Appends an option without a value if its key is true.
  mutating func option(_ key: String, flag name: String) throws(RequestError) {
    if try flag(key) { options.append(name) }
  }

  /// Appends an option with a value if its key is present.
  mutating func option(_ key: String, text name: String) throws(RequestError) {
    if let text = try text(key) { options.append("\(name)=\(text)") }
  }

  /// Returns the map as `--map` reads it, from its text or from a JSON object.
  mutating func map() throws(RequestError) -> String? {
    guard let value = values.removeValue(forKey: "map") else { return nil }
    let text: String
    switch value {
    case .string(let given): text = given
    case .object: text = value.text
    case .null, .bool, .integer, .number, .array:
      throw .badRequest("map must be a map of sections, or its text: docs/maps.md")
    }
    do {
      _ = try MapDocument(parsing: text)
    } catch {
      throw .badRequest("map: \(error)")
    }
    return text
  }

  mutating func amount(needed: Bool) throws(RequestError) {
    let before = options.count
    try option("factor", text: "--factor")
    try option("speed", text: "--speed")
    try option("duration", text: "--duration")
    let given = options.count - before
    guard given == 1 || (given == 0 && !needed) else {
      throw .badRequest("give exactly one of factor, speed and duration")
    }
  }

  mutating func picturesAndPitch() throws(RequestError) {
    try option("fps", text: "--fps")
    try option("frames", text: "--frames")
    try option("flowQuality", text: "--flow-quality")
    try option("sdr", flag: "--sdr")
    try option("smart", flag: "--smart")
    try sound()
    try option("audioMethod", text: "--audio-method")
    try option("pitch", text: "--pitch")
    try option("formants", text: "--formants")
  }

  mutating func sound() throws(RequestError) {
    try option("mono", flag: "--mono")
    if let channel = try whole("channel") { options.append("--channel=\(channel)") }
  }

  mutating func part() throws(RequestError) {
    try option("start", text: "--start")
    try option("end", text: "--end")
  }

  mutating func tracksAndQuality() throws(RequestError) {
    try option("noVideo", flag: "--no-video")
    try option("noAudio", flag: "--no-audio")
    try option("quality", text: "--quality")
  }

  /// Throws if keys are left over, since they are unknown; false counts as missing.
  func end(for action: StudioRequest.Action) throws(RequestError) {
    let left = values.filter { $0.value != .bool(false) }.keys.sorted()
    guard left.isEmpty else {
      throw .badRequest("\(action.rawValue) does not know \(left.joined(separator: ", "))")
    }
  }
}
#endif
