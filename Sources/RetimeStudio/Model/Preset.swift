// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore

/// A named request without its file, as it is stored and shared.
///
/// `{"retime-preset":1,"name":"Slow","request":{"action":"scale","factor":"2"},"container":"mp4"}`.
/// For a request with a map, `over` gives the source length in seconds that its times assume; they
/// are scaled for a source of another length.
struct Preset: Sendable, Hashable {
  /// The name, in any script.
  let name: String
  /// The whole preset, with the keys that were given.
  let json: JSON

  /// The identifier for the page and for the file name.
  var id: String { Fingerprint.of(name) }

  private static let version = "retime-preset"
  private static let keys: Set = [version, "name", "request", "over", "container"]
  /// The keys of a request that belong to its file.
  private static let ofFile: Set = [
    "file", "name", "folder", "overwrite", "hits", "table", "keep", "drop",
  ]
  /// The keys of a request that a map replaces.
  private static let ofMap: Set = [
    "factor", "speed", "duration", "match", "every", "start", "end",
  ]

  /// Parses a preset strictly.
  ///
  /// - Throws: a refusal of another version, of unknown keys, and of a request that would be
  ///   refused.
  init(_ json: JSON) throws(RequestError) {
    guard case .object(let values) = json, let version = values[Self.version] else {
      throw .badRequest("this is no preset: it begins with {\"\(Self.version)\":1")
    }
    guard version == .integer(1) else {
      throw .badRequest(
        "the preset has the version \(version.text): 1 is known. Save it anew, or use a newer Retime"
      )
    }
    let unknown = Set(values.keys).subtracting(Self.keys).sorted()
    guard unknown.isEmpty else {
      throw .badRequest("a preset does not know \(unknown.joined(separator: ", "))")
    }
    guard let name = values["name"]?.string else {
      throw .badRequest("the preset has no name: give one as a text")
    }
    self.name = try FileName.checkedText(name)
    guard case .object(var request)? = values["request"] else {
      throw .badRequest("the preset has no request: give an object with an action")
    }
    request = request.filter { $0.value != .null }
    try Self.refuse(Self.ofFile, in: request, "those belong to a file")
    let map = try Self.map(of: request)
    try Self.check(over: json["over"], map)
    if let container = json["container"] {
      guard let suffix = container.string, suffix.wholeMatch(of: /[a-z0-9]{1,10}/) != nil else {
        throw .badRequest(
          "container is \(container.text): give an ending of a name such as \"mp4\""
        )
      }
    }
    self.json = json
  }

  /// Returns the map of a request, which must be valid for any file.
  private static func map(of request: [String: JSON]) throws(RequestError) -> String? {
    var whole = request
    (whole["file"], whole["name"]) = (.string("0"), .string("preset"))
    let map = try StudioRequest(.object(whole)).map
    if map != nil {
      try refuse(ofMap, in: request, "the map says which parts are played, and how fast")
    }
    return map
  }

  private static func refuse(
    _ keys: Set<String>,
    in request: [String: JSON],
    _ why: String
  ) throws(RequestError) {
    let found = keys.intersection(request.keys).sorted()
    guard found.isEmpty else {
      throw .badRequest("leave \(found.joined(separator: ", ")) out of the request: \(why)")
    }
  }

  /// Throws if a map exceeds the length given by `over`.
  private static func check(over: JSON?, _ map: String?) throws(RequestError) {
    guard let map else {
      guard over == nil else { throw .badRequest("over is for a map alone: leave it out") }
      return
    }
    guard let text = over?.string, let length = try? RationalTime(parsing: text), length > .zero
    else {
      throw .badRequest(
        "over is \((over ?? .null).text): give the seconds for which the map is meant, such as \"2.5\""
      )
    }
    do {
      _ = try MapDocument(parsing: map).parts(end: length)
    } catch {
      throw .badRequest("map: \(error)")
    }
  }

  /// The preset in the page's format.
  var listed: JSON { .object(["id": .string(id), "name": .string(name), "preset": json]) }
}
#endif
