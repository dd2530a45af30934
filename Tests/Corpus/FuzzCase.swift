// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// One damaged file, and the outcome of the program under test.
struct FuzzCase {
  /// The kinds of faults.
  enum Fault: String, Sendable, CaseIterable {
    /// Killed by a signal.
    case crash
    /// Did not end in time.
    case hang
    /// Used more memory than the limit.
    case memory
    /// An exit code that is not one of a damaged file.
    case code
    /// Failed without a message, or with several.
    case message
    /// A result with the final name that ffmpeg cannot decode.
    case damaged
    /// A file exists after a failure, or a hidden one is left.
    case leftover
  }

  /// The outcome of one command.
  struct Result: Sendable {
    let command: String
    /// How it ended: "done", "refused", "stalled" or "codec crashed".
    let ending: String
    let faults: [(fault: Fault, text: String)]
    let seconds: Double, peakMegabytes: Int
  }

  let program: String
  /// The damaged file.
  let path: String
  let maximumMegabytes: Int

  /// Seconds after which a command counts as hanging, beyond the stall timeout.
  static let limitSeconds = 60

  /// Runs a command: "info", "scale", "reverse" or "copy".
  func run(_ command: String) throws -> Result {
    let work = try TemporaryFolder()
    let output = work.file("out.mkv")
    var words = [program, command, path]
    if command != "info" { words += [output, "--progress", "json", "--stall-timeout", "10"] }
    if command == "scale" { words += ["--factor", "0.5"] }
    let run = try MeasuredRun(
      words,
      in: work.path,
      limits: .init(seconds: Self.limitSeconds, addressMegabytes: 16 << 10),
      environment: ["TMPDIR": work.path]
    )
    var faults: [(fault: Fault, text: String)] = []
    let events = Events(run.errorLines)
    let said = events.errors + events.others
    if run.timedOut {
      faults.append((.hang, "did not end in \(Self.limitSeconds) s"))
    } else if run.status >= 128 {
      faults.append((.crash, "killed by signal \(run.status - 128)"))
    } else if ![0, 64, 65, 66, 69].contains(run.status) {
      faults.append((.code, "exit \(run.status): \(said.joined(separator: " / "))"))
    } else if said.count != (run.status == 0 ? 0 : 1) {
      faults.append((.message, "exit \(run.status) with \(said.count) messages: \(said)"))
    }
    if run.peakMegabytes > maximumMegabytes {
      faults.append((.memory, "\(run.peakMegabytes) MB"))
    }
    let isDone = run.status == 0
    if work.names != (isDone && command != "info" ? ["out.mkv"] : []) {
      faults.append((.leftover, "left in the folder: \(work.names)"))
    }
    if isDone, command != "info" { faults += try judge(output, isCopy: command == "copy", work) }
    return Result(
      command: command,
      ending: Self.ending(run.status, said),
      faults: faults,
      seconds: run.seconds,
      peakMegabytes: run.peakMegabytes
    )
  }

  private static func ending(_ status: Int32, _ said: [String]) -> String {
    if status == 0 { return "done" }
    if said.contains(where: { $0.contains(" crashed on '") }) { return "codec crashed" }
    return said.contains { $0.contains("stalled: nothing moved") } ? "stalled" : "refused"
  }

  /// Returns whether ffmpeg decodes a result to its end; a copy keeps the damage of its source, and need only be
  /// readable.
  private func judge(
    _ output: String,
    isCopy: Bool,
    _ work: TemporaryFolder
  ) throws -> [(Fault, String)] {
    let decoding = ["-nostdin", "-map", "0:v?", "-map", "0:a?", "-fps_mode", "passthrough"]
    let run = try MeasuredRun(
      isCopy
        ? ["ffprobe", "-v", "fatal", "-show_streams", output]
        : ["ffmpeg", "-v", "error", "-i", output] + decoding + ["-f", "null", "-"],
      in: work.path,
      limits: .init(seconds: Self.limitSeconds)
    )
    guard run.status != 0 || !run.errorLines.isEmpty else { return [] }
    return [
      (.damaged, "\(isCopy ? "ffprobe" : "ffmpeg"): \(run.status): \(run.errorLines.first ?? "")")
    ]
  }
}
