// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// Known and accepted findings, with a reason each: the lines of `known.tsv`.
struct KnownList: Sendable {
  private struct Entry: Sendable {
    let file: String, job: String, sort: String, reason: String
  }
  private let entries: [Entry]

  /// Parses a list: file, job, kind of finding and reason, separated by tabs; * matches any text.
  init(_ path: String) throws {
    entries = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count == 4, Finding.Sort(rawValue: fields[2]) != nil || fields[2] == "*" else {
          throw Malformed(description: "\(path) has a line without four fields: \(line)")
        }
        return Entry(file: fields[0], job: fields[1], sort: fields[2], reason: fields[3])
      }
  }

  /// A list that cannot be read.
  struct Malformed: Error, CustomStringConvertible { let description: String }

  /// The reason why a finding is accepted; nil if it is not.
  func reason(for finding: Finding, _ job: Job, file: String) -> String? {
    entries.first {
      Self.matches($0.file[...], file[...]) && Self.matches($0.job[...], job.rawValue[...])
        && Self.matches($0.sort[...], finding.sort.rawValue[...])
    }?.reason
  }

  /// Moves known findings to the accepted ones.
  func sort(_ outcome: inout Outcome, file: String) {
    let findings = outcome.findings
    outcome.findings = []
    for finding in findings {
      if let reason = reason(for: finding, outcome.job, file: file) {
        outcome.accepted.append((finding, reason))
      } else {
        outcome.findings.append(finding)
      }
    }
  }

  /// The lines that match files and jobs among `rows` without such a finding.
  func unused(_ rows: [Report.Row]) -> [String] {
    entries.filter { entry in
      let outcomes = rows.filter { Self.matches(entry.file[...], $0.file[...]) }.flatMap(\.outcomes)
        .filter { Self.matches(entry.job[...], $0.job.rawValue[...]) }
      return !outcomes.isEmpty
        && !outcomes.contains { $0.accepted.contains { $0.reason == entry.reason } }
    }.map { "\($0.file), \($0.job), \($0.sort): \($0.reason)" }
  }

  /// Returns whether a text matches a pattern in which * is any text.
  static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return text.indices.contains { matches(pattern.dropFirst(), text[$0...]) }
        || matches(pattern.dropFirst(), "")
    }
    return text.first == first && matches(pattern.dropFirst(), text.dropFirst())
  }
}
