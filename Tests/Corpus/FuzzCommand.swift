// SPDX-License-Identifier: MPL-2.0

import ArgumentParser
import Foundation
import Synchronization
import TestSupport

/// The command that `scripts/fuzz` runs.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Damages small files of every container and looks for what the program must not do.",
    discussion: """
      Crashes, hangs, too much memory, results that ffmpeg cannot decode, leftover files, exit codes and \
      messages that are not those of a refusal. The same seed damages the same files in the same way. \
      What went wrong stays in the folder of --keep. Exits with 1 when there was anything.
      """
  )

  @Argument(help: "Files or folders to damage, beside those that ffmpeg makes.")
  var sources: [String] = []

  @Option(help: "The program under test.")
  var program: String

  @Option(help: "Damaged files to try.")
  var count = 2000

  @Option(help: "The number of the first one.")
  var first = 0

  @Option(help: "What decides the damage.")
  var seed: UInt64 = SeededGenerator.seed

  @Option(help: "Files at a time.")
  var jobs = 2

  @Option(help: "The memory in megabytes above which a job is a fault.")
  var maxMegabytes = 1024

  @Option(help: "Where damaged files stay with which something went wrong.")
  var keep = ".build/fuzz"

  func run() throws {
    let folder = try TemporaryFolder()
    var paths = try SmallClips.make(in: folder)
    paths += try MediaFiles.below(sources, only: nil, list: nil).map(\.path)
    let clips = try paths.map { path in
      (
        name: (path as NSString).lastPathComponent,
        bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      )
    }
    try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true)
    StandardError.print("\(count) files of \(clips.count) sources, --seed \(seed)")
    let endings = Mutex<[String: Int]>([:])
    let (seed, program, keep, limit) = (self.seed, self.program, self.keep, maxMegabytes)
    let faulty = try WorkList.map(Array(first..<first + count), jobs: jobs) { _, index -> Int in
      let (clip, other) = (clips[index % clips.count], clips[(index / 7) % clips.count])
      var mutation = Mutation(seed: seed, index: index)
      let bytes = mutation.apply(to: clip.bytes, other: other.bytes)
      let name = "\(seed)-\(index)-\(clip.name)"
      let path = try folder.write(bytes, to: name)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let subject = FuzzCase(program: program, path: path, maximumMegabytes: limit)
      let commands =
        ["info", "scale"] + (index % 4 == 0 ? ["reverse"] : []) + (index % 4 == 2 ? ["copy"] : [])
      let results = try commands.map { try subject.run($0) }
      endings.withLock { endings in
        for result in results { endings["\(result.command) \(result.ending)", default: 0] += 1 }
      }
      if index % 100 == 99 { StandardError.print("\(index + 1) tried") }
      let bad = results.filter { !$0.faults.isEmpty || $0.ending == "codec crashed" }
      guard !bad.isEmpty else { return 0 }
      try Data(bytes).write(to: URL(fileURLWithPath: "\(keep)/\(name)"))
      for result in bad {
        let faults = result.faults.map { "\($0.fault.rawValue): \($0.text)" }
        StandardError.print(
          "\(name): \(result.command): \(([result.ending] + faults).joined(separator: "; ")), "
            + "\(Text.seconds(result.seconds)) s, \(result.peakMegabytes) MB; "
            + mutation.steps.joined(separator: ", ")
        )
      }
      return results.contains { !$0.faults.isEmpty } ? 1 : 0
    }.reduce(0, +)
    for (ending, number) in endings.withLock({ $0.sorted { $0.key < $1.key } }) {
      StandardError.print("\(ending): \(number)")
    }
    StandardError.print("\(faulty) of \(count) files with a fault; they are in \(keep)")
    if faulty > 0 { throw ExitCode(1) }
  }
}
