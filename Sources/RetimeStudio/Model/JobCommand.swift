// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The arguments of `retime` for a request, as a list that no shell parses.
struct JobCommand {
  let request: StudioRequest
  /// The path of the source, and of the file to match if the request has one.
  let source: String, match: String?

  /// Creates the command of a request; `match` is the request's own path if it is for display.
  init(_ request: StudioRequest, source: String, match: String? = nil) {
    (self.request, self.source, self.match) = (request, source, match ?? request.match)
  }

  /// Returns the arguments; `attachment` is the path of the request's map or table.
  ///
  /// Paths follow after `--`; without an output there is only the source.
  func arguments(output: String?, attachment: String?, extra: [String] = []) -> [String] {
    var words = [request.action.rawValue] + request.options + files(attachment)
    if request.overwrite { words.append("--overwrite") }
    return words + extra + ["--", source] + (output.map { [$0] } ?? [])
  }

  /// The options that name other files.
  private func files(_ attachment: String?) -> [String] {
    let given = request.attachment.flatMap { file in attachment.map { "\(file.option)=\($0)" } }
    return [match.map { "--match=\($0)" }, given].compactMap(\.self)
  }

  /// Returns the command line for display, with shell quoting; the page offers the attachment for download.
  func text(output: String) -> String {
    var options = request.options + files(attachmentName)
    if request.overwrite { options.append("--overwrite") }
    let paths = [source, output].map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (["retime", request.action.rawValue] + paths + options).map(Self.quoted)
      .joined(separator: " ")
  }

  /// The file name under which the page offers the map or table for a source.
  private var attachmentName: String? {
    guard let suffix = request.attachment?.suffix else { return nil }
    let name = source.split(separator: "/").last ?? "source"
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return "\(stem.isEmpty ? name : stem).\(suffix)"
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { character in
      character.isLetter || character.isNumber || "-_./=:+,@%".contains(character)
    }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
#endif
