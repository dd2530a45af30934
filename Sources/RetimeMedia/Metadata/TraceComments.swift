// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// The comments in which a result records the job that produced it.
enum TraceComments {
  /// The keys of the comments with the map and with the rest of the job.
  static let mapKey = "RETIME_MAP", jobKey = "RETIME_JOB"

  /// Returns whether a comment is one of them.
  static func isTrace(_ comment: some StringProtocol) -> Bool {
    let key = comment.prefix { $0 != "=" }.uppercased()
    return key == mapKey || key == jobKey
  }

  /// Returns whether a comment has the map of the job.
  static func isMap(_ comment: some StringProtocol) -> Bool {
    comment.prefix { $0 != "=" }.uppercased() == mapKey
  }

  /// Splits a comment into the user's lines and trace lines, for containers that have one comment for both.
  static func split(_ comment: String) -> (own: String, trace: [String]) {
    let lines = comment.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines.filter { !isTrace($0) }.joined(separator: "\n"), lines.filter { isTrace($0) })
  }

  /// Returns the trace comment in a frame of an ID3v2 tag; nil for other frames.
  static func comment(ofFrame frame: [UInt8]) -> String? {
    ID3Tag.described(frame).map { "\($0.name)=\($0.text)" }.flatMap { isTrace($0) ? $0 : nil }
  }
}
