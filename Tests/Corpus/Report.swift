// SPDX-License-Identifier: MPL-2.0

import Foundation

/// The outcomes of all jobs on all files, as tables.
struct Report {
  /// One file and its jobs.
  struct Row: Sendable {
    let file: String
    let outcomes: [Outcome]
  }

  let rows: [Row]

  /// Whether all findings are known.
  var isGood: Bool { rows.allSatisfy { $0.outcomes.allSatisfy(\.findings.isEmpty) } }

  private var outcomes: [Outcome] { rows.flatMap(\.outcomes) }

  // MARK: - TSV

  /// A line for each file and job.
  var tsv: String {
    let head = [
      "file", "job", "verdict", "ending", "code", "message", "announced", "tracks", "findings",
      "accepted", "seconds", "MB",
    ]
    let lines = rows.flatMap { row in
      row.outcomes.map { outcome in
        [
          row.file, outcome.job.rawValue, outcome.verdict, outcome.ending.rawValue,
          "\(outcome.code)", outcome.message, outcome.announced.joined(separator: "; "),
          outcome.tracks.joined(separator: "; "), Self.text(outcome.findings),
          outcome.accepted.map { "\(Self.text([$0.finding])) [\($0.reason)]" }
            .joined(separator: "; "), Text.seconds(outcome.seconds), "\(outcome.peakMegabytes)",
        ]
      }
    }
    return ([head] + lines).map { $0.map(Text.field).joined(separator: "\t") + "\n" }.joined()
  }

  private static func text(_ findings: [Finding]) -> String {
    findings.map { "\($0.sort.rawValue): \($0.text)" }.joined(separator: "; ")
  }

  // MARK: - Markdown

  /// The summary, the failures, the known findings, the refusals, and a line for each file.
  var markdown: String {
    (Self.introduction + summary + section("Failures", failures) + section("Known", known)
      + section("Refused", refusals) + ["## Files", ""] + table)
      .joined(separator: "\n") + "\n"
  }

  /// The introduction of the page; the tolerances are those of `Tolerance`.
  private static let introduction = [
    """
    # Every job on many files

    `scripts/corpus FOLDER` runs `info`, `scale` at 0.5 and 1.5, `reverse` and `copy` on every file below a folder,
    and writes this page. The results are Matroska. ffprobe and ffmpeg check them: they decode source and result to
    the end and count.

    * **Video**: `reverse` and `copy` keep every frame; `scale` makes those of the rule for ticks, with a tolerance
      of one tick, since ffmpeg and GStreamer may disagree on the duration of the last frame. The frames of a copy
      equal the source's, byte for byte.
    * **Audio**: exact to the sample if it is lossless. An encoder may pad its last packet and output one more.
      If the source's codec cannot state where its audio starts within a packet, one packet of tolerance is allowed.
      Dropped audio of more than 16 ms is replaced by silence.
    * **Times**: each track starts and ends where the map says, to 2 ms and the packets above. Beside video, the
      source's audio is searched in the result, and must be found within 12 ms of its place.
    * **Tracks**, chapters and cover pictures are kept, or the plan lists them as lost.
    * A failure has one message, a matching exit code, and leaves no files.
    * If ffprobe reports errors in a source, its content is unknown: only the rest is checked.

    "known" is a failure for which `Tests/Corpus/known.tsv` gives a reason. A number is the exit code of a refusal. Seconds and
    megabytes are of one busy machine with two cores.

    """
  ]

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["## \(title)", ""] + lines + [""]
  }

  private var summary: [String] {
    let verdicts = ["ok", "known", "refused", "FAIL"]
    let jobs = Job.allCases.filter { job in outcomes.contains { $0.job == job } }
    return [
      "## Summary", "", "\(rows.count) files.", "",
      "| job | \(verdicts.joined(separator: " | ")) | seconds, all | MB, most |",
      "|---|\(verdicts.map { _ in "---:" }.joined(separator: "|"))|---:|---:|",
    ]
      + jobs.map { job in
        let all = outcomes.filter { $0.job == job }
        let counts = verdicts.map { verdict in "\(all.filter { $0.verdict == verdict }.count)" }
        let seconds = Int(all.reduce(0) { $0 + $1.seconds })
        let memory = all.map(\.peakMegabytes).max() ?? 0
        return "| \(job.rawValue) | \(counts.joined(separator: " | ")) | \(seconds) | \(memory) |"
      } + [""]
  }

  private var failures: [String] {
    rows.flatMap { row in
      row.outcomes.flatMap { outcome in
        outcome.findings.map {
          "* `\(row.file)`, \(outcome.job.rawValue): \($0.sort.rawValue): \(Text.cell($0.text))"
        }
      }
    }
  }

  /// The known findings, by reason.
  private var known: [String] {
    var places: [String: [String]] = [:]
    var order: [String] = []
    for row in rows {
      for outcome in row.outcomes {
        for (finding, reason) in outcome.accepted {
          if places[reason] == nil { order.append(reason) }
          let place = "`\(row.file)` (\(finding.sort.rawValue))"
          if places[reason]?.contains(place) != true { places[reason, default: []].append(place) }
        }
      }
    }
    return order.map { "* \(Text.cell($0)): \(places[$0, default: []].joined(separator: ", "))" }
  }

  /// The refusals, once for each file and message.
  private var refusals: [String] {
    rows.flatMap { row in
      var seen: Set<String> = []
      return row.outcomes.filter { $0.ending != .done }.compactMap { outcome -> String? in
        guard seen.insert(outcome.message).inserted else { return nil }
        let jobs = row.outcomes.filter { $0.message == outcome.message && $0.ending != .done }
        let which =
          jobs.count == row.outcomes.count
          ? "all" : jobs.map(\.job.rawValue).joined(separator: ", ")
        return "* `\(row.file)`, \(which), exit \(outcome.code): \(Text.cell(outcome.message))"
      }
    }
  }

  private var table: [String] {
    let jobs = Job.allCases.filter { job in outcomes.contains { $0.job == job } }
    return [
      "| file | \(jobs.map(\.rawValue).joined(separator: " | ")) | source → expected → result at 0.5 | s | MB |",
      "|---|\(jobs.map { _ in "---" }.joined(separator: "|"))|---|---:|---:|",
    ]
      + rows.map { row in
        let verdicts = jobs.map { job in
          row.outcomes.first { $0.job == job }.map { outcome in
            outcome.verdict == "refused" ? "\(outcome.code)" : outcome.verdict
          } ?? ""
        }
        let tracks = row.outcomes.first { $0.job == .half }?.tracks.joined(separator: "; ") ?? ""
        let seconds = row.outcomes.reduce(0) { $0 + $1.seconds }
        let memory = row.outcomes.map(\.peakMegabytes).max() ?? 0
        return
          "| \(Text.cell(row.file)) | \(verdicts.joined(separator: " | ")) | \(Text.cell(tracks)) | "
          + "\(String(format: "%.1f", seconds)) | \(memory) |"
      }
  }
}
