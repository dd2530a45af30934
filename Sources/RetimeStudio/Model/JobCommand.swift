// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The arguments of `retime` for a request, as a list that no shell parses.
enum JobCommand {
  /// Returns the arguments of a job; `map` is the path of its map, and paths follow after `--`.
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

  /// Returns the command line for display, with shell quoting; the page offers the map's file for download.
  static func text(_ request: StudioRequest, source: String, output: String) -> String {
    let map = request.map == nil ? [] : ["--map=\(mapName(of: source))"]
    let options = request.options + map + (request.overwrite ? ["--overwrite"] : [])
    let paths = [source, output].map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (["retime", request.action.rawValue] + paths + options).map(quoted)
      .joined(separator: " ")
  }

  /// Returns the file name under which the page offers a source's map for download.
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
