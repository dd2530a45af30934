// SPDX-License-Identifier: MPL-2.0

#if Studio

/// Requests as arguments of `retime`: a list, which no shell ever reads.
enum JobCommand {
  /// The arguments of a job, whose map is in a file; paths come last, after `--`.
  static func arguments(
    _ request: StudioRequest,
    source: String,
    output: String,
    map: String? = nil,
    extra: [String] = []
  ) -> [String] {
    [request.action.rawValue] + request.options + (map.map { ["--map=\($0)"] } ?? [])
      + (request.overwrite ? ["--overwrite"] : [])
      + extra + ["--", source, output]
  }

  /// The same for people to read and try, quoted as a shell wants it; the page has the map's file to download.
  static func text(_ request: StudioRequest, source: String, output: String) -> String {
    let map = request.map == nil ? [] : ["--map=\(mapName(of: source))"]
    let options = request.options + map + (request.overwrite ? ["--overwrite"] : [])
    let paths = [source, output].map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (["retime", request.action.rawValue] + paths + options).map(quoted)
      .joined(separator: " ")
  }

  /// What the page calls the map of a source when it is downloaded.
  private static func mapName(of source: String) -> String {
    let name = source.split(separator: "/").last ?? "source"
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return "\(stem.isEmpty ? name : stem).map.json"
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { character in
      character.isLetter || character.isNumber || "-_./=:+,@%".contains(character)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
#endif
