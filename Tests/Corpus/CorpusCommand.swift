// SPDX-License-Identifier: MPL-2.0

import ArgumentParser
import Foundation
import TestSupport

/// The command that `scripts/corpus` and `scripts/fuzz` run.
@main
struct Corpus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Looks at what the program makes of many files.",
    subcommands: [CorpusCommand.self, FuzzCommand.self]
  )
}

/// `scripts/corpus [folder]`.
struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Runs every job on every media file below a folder, and lets ffmpeg count what came of it.",
    discussion: """
      The table is written as Markdown, and beside it as TSV. Exits with 1 when something is wrong that \
      known.tsv does not give a reason for.
      """
  )

  @Argument(help: "The folder, or files.")
  var places: [String] = []

  @Flag(help: "Take small files with something odd about them as well, which ffmpeg makes.")
  var generated = false

  @Option(help: "The program under test.")
  var program: String

  @Option(help: "Where the table is written; the TSV gets the same name.")
  var output = ".build/corpus/corpus.md"

  @Option(help: "Files at a time.")
  var jobs = 2

  @Option(help: "Only files whose name has this pattern in it, in which * is any text.")
  var only: String?

  @Option(help: "Only the files that are named in this file, one a line, below the folder.")
  var list: String?

  @Option(help: "The container of the results.")
  var container = "mkv"

  @Option(help: "What is known and accepted.")
  var known = Repository.file("Tests/Corpus/known.tsv")

  func run() throws {
    let folder = try TemporaryFolder()
    if generated { try OddClips.make(in: folder) }
    let files = try MediaFiles.below(
      places + (generated ? [folder.path] : []),
      only: only,
      list: list
    )
    guard !files.isEmpty else { throw ValidationError("there is no such file in \(places)") }
    let knownList = try KnownList(known)
    let (program, container) = (self.program, self.container)
    let rows = try WorkList.map(files, jobs: jobs) { index, file in
      let check = try FileCheck(
        program,
        path: file.path,
        name: file.name,
        jobs: Job.allCases,
        container: container
      )
      var outcomes = try check.run()
      for index in outcomes.indices { knownList.sort(&outcomes[index], file: file.name) }
      let verdicts = outcomes.map { "\($0.job.rawValue) \($0.verdict)" }.joined(separator: ", ")
      StandardError.print("[\(index + 1)/\(files.count)] \(file.name): \(verdicts)")
      for outcome in outcomes {
        for finding in outcome.findings {
          StandardError.print(
            "  \(outcome.job.rawValue): \(finding.sort.rawValue): \(finding.text)"
          )
        }
      }
      return Report.Row(file: file.name, outcomes: outcomes)
    }
    for line in knownList.unused(rows) {
      StandardError.print("known.tsv has a line that nothing needs any more: \(line)")
    }
    let report = Report(rows: rows)
    let table = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(
      at: table.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try report.markdown.write(to: table, atomically: true, encoding: .utf8)
    try report.tsv.write(
      to: table.deletingPathExtension().appendingPathExtension("tsv"),
      atomically: true,
      encoding: .utf8
    )
    StandardError.print("\(output): \(report.isGood ? "all is well" : "something is wrong")")
    if !report.isGood { throw ExitCode(1) }
  }
}

/// Progress messages for the user.
enum StandardError {
  /// Prints a line.
  static func print(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}
