// SPDX-License-Identifier: MPL-2.0

#if Studio

/// A request for an operation on a file, as the page sends it.
struct StudioRequest: Sendable, Hashable {
  /// The available operations.
  enum Action: String, Sendable, CaseIterable {
    case scale, reverse, silence, conform, fit, undo, resample, spectrogram

    /// Whether it changes the times of its source, so that a timeline can state what it does.
    var changesTimes: Bool { self != .resample && self != .spectrogram }
  }

  /// A text that `retime` reads from a file.
  struct Attachment: Sendable, Hashable {
    /// The option that names the file, and the end of the name under which the page offers it.
    let option: String, suffix: String
    let text: String

    /// A map of sections.
    static func map(_ text: String) -> Attachment {
      Attachment(option: "--map", suffix: "map.json", text: text)
    }

    /// A table of cues.
    static func table(_ text: String) -> Attachment {
      Attachment(option: "--table", suffix: "cues.csv", text: text)
    }
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
  /// The map or the table that determines the times; nil for none.
  let attachment: Attachment?
  /// The path of the listed file whose duration the result gets; nil for none.
  let match: String?
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
    var reader = RequestReader(values)
    file = try reader.need("file")
    let verb = try reader.need("action")
    guard let action = Action(rawValue: verb) else {
      let all = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("'\(verb)' is no action: give one of \(all)")
    }
    self.action = action
    attachment =
      switch action {
      case .scale: try reader.map()
      case .fit: try reader.table()
      default: nil
      }
    name = try FileName.checked(try reader.need("name"))
    folder = try reader.text("folder").map(FileName.checkedFolder)
    overwrite = try reader.flag("overwrite")
    match = action == .scale ? try reader.scaledAmount(besideMap: attachment != nil) : nil
    try reader.readOptions(of: action)
    try reader.end(for: action)
    options = reader.options
  }

  /// The text of the map of sections; nil if there is none.
  var map: String? { attachment.flatMap { $0.option == "--map" ? $0.text : nil } }
}

extension RequestReader {
  /// Reads the keys of an action, except those that only the request itself knows.
  fileprivate mutating func readOptions(of action: StudioRequest.Action) throws(RequestError) {
    switch action {
    case .scale:
      try frames()
      try pitch()
      try option("copyVideo", flag: "--copy-video")
      try tracksAndSize()
      try part()
    case .reverse:
      try option("boomerang", flag: "--boomerang")
      try optionalAmount()
      try frames()
      try pitch()
      try tracksAndSize()
      try part()
    case .silence:
      try silence()
      try frames()
      try pitch()
      try tracksAndSize()
      try part()
    case .conform:
      try frames()
      try pitch()
      try option("copyVideo", flag: "--copy-video")
      try tracksAndSize()
      try part()
    case .fit:
      try speedLimits()
      try option("bestEffort", flag: "--best-effort")
      try frames()
      try pitch()
      try tracksAndSize()
      try part()
    case .undo:
      try frames()
      try tracksAndSize()
    case .resample:
      guard let rate = try whole("rate") else {
        throw .badRequest("resample needs a rate: give one such as 48000")
      }
      options.append("--rate=\(rate)")
      // Pages before 0.2.0 sent this key, which has no effect; it is accepted for stored jobs.
      _ = try text("audioMethod")
      try sound()
      try tracksAndQuality()
    case .spectrogram:
      try option("colors", text: "--colors")
      try option("axes", flag: "--axes")
      if let channel = try whole("channel") { options.append("--channel=\(channel)") }
    }
  }
}
#endif
