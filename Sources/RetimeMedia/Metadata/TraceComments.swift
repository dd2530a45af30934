// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// The comments by which a result says of which job it is.
enum TraceComments {
  /// What the comments with the map and with the rest of the job begin with, and an equals sign.
  static let mapKey = "RETIME_MAP", jobKey = "RETIME_JOB"

  /// Whether a comment is one of them.
  static func isTrace(_ comment: some StringProtocol) -> Bool {
    let key = comment.prefix { $0 != "=" }.uppercased()
    return key == mapKey || key == jobKey
  }

  /// A comment taken apart into what is somebody's own and such lines, where a container has no other place for them.
  static func split(_ comment: String) -> (own: String, trace: [String]) {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines.filter { !isTrace($0) }.joined(separator: "\n"), lines.filter { isTrace($0) })
  }

  /// The comment in a frame of an ID3v2 tag, if it is one of them.
  static func comment(ofFrame frame: [UInt8]) -> String? {
    ID3Tag.described(frame).map { "\($0.name)=\($0.text)" }.flatMap { isTrace($0) ? $0 : nil }
  }
}
