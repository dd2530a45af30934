// SPDX-License-Identifier: MPL-2.0

#if Studio

/// Requests as arguments of `retime`: a list, which no shell ever reads.
enum JobCommand {
  /// The arguments of a job; paths come last, after `--`.
  static func arguments(
    _ request: StudioRequest,
    source: String,
    output: String,
    extra: [String] = []
  ) -> [String] {
    [request.action.rawValue] + request.options + (request.overwrite ? ["--overwrite"] : [])
      + extra + ["--", source, output]
  }

  /// The same for people to read and try, quoted as a shell wants it.
  static func text(_ request: StudioRequest, source: String, output: String) -> String {
    let options = request.options + (request.overwrite ? ["--overwrite"] : [])
    let paths = [source, output].map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (["retime", request.action.rawValue] + paths + options).map(quoted)
      .joined(separator: " ")
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { character in
      character.isLetter || character.isNumber || "-_./=:+,@%".contains(character)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
#endif
