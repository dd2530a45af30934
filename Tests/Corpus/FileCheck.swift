// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import TestSupport

/// Runs every job on one file and returns the outcomes.
struct FileCheck {
  /// The program under test.
  let program: String
  /// The file, and its name in the report.
  let path: String, name: String
  let jobs: [Job]
  let container: String

  private let folder: TemporaryFolder

  init(_ program: String, path: String, name: String, jobs: [Job], container: String) throws {
    (self.program, self.path, self.name) = (program, path, name)
    (self.jobs, self.container) = (jobs, container)
    folder = try TemporaryFolder()
  }

  /// The outcome of every job.
  func run() throws -> [Outcome] {
    let source = try MediaSummary(of: path, in: folder.path)
    return try jobs.map { try outcome(of: $0, source) }
  }

  private func outcome(of job: Job, _ source: MediaSummary) throws -> Outcome {
    let work = try TemporaryFolder()
    let output = work.file("out.\(container)")
    let run = try MeasuredRun(
      [program] + job.arguments(input: path, output: output),
      in: folder.path,
      limits: .init(seconds: Job.limitSeconds),
      environment: ["TMPDIR": work.path]
    )
    let events = Events(run.errorLines)
    var outcome = Outcome(job: job, code: run.status, announced: events.announced)
    (outcome.seconds, outcome.peakMegabytes) = (run.seconds, run.peakMegabytes)
    judgeEnding(run, events.naming(path, name).naming(output, "out.\(container)"), source, &outcome)
    let expected = outcome.ending == .done && job != .info ? ["out.\(container)"] : []
    if work.names != expected {
      outcome.findings.append(Finding(.leftover, "left in the folder: \(work.names)"))
    }
    guard outcome.ending == .done else { return outcome }
    if job == .info {
      judgeInfo(run, source, &outcome)
    } else {
      try judgeResult(output, source, events, &outcome)
    }
    return outcome
  }

  // MARK: - Exit

  private func judgeEnding(
    _ run: MeasuredRun,
    _ events: Events,
    _ source: MediaSummary,
    _ outcome: inout Outcome
  ) {
    let said = events.errors + events.others
    outcome.message = said.first ?? ""
    if run.timedOut {
      outcome.ending = .hung
      outcome.findings.append(Finding(.hang, "did not end in \(Job.limitSeconds) s"))
    } else if run.status >= 128 {
      outcome.ending = .crashed
      outcome.findings.append(Finding(.crash, "killed by signal \(run.status - 128)"))
    } else if run.status == 0 {
      outcome.ending = .done
      if !said.isEmpty { outcome.findings.append(Finding(.message, "done, but says: \(said)")) }
    } else if said.contains(where: { $0.contains(" crashed on '") }) {
      outcome.ending = .crashed
      outcome.findings.append(Finding(.crash, "crashed, which was caught"))
    } else if outcome.message.contains("stalled: nothing moved") {
      outcome.ending = .stalled
      outcome.findings.append(Finding(.stall, outcome.message))
    } else {
      judgeRefusal(said, source, &outcome)
    }
  }

  private func judgeRefusal(_ said: [String], _ source: MediaSummary, _ outcome: inout Outcome) {
    // A copy may be asked to write what the container cannot hold.
    let isRight = [65, 66, 69].contains(outcome.code) || outcome.job == .copy && outcome.code == 64
    outcome.ending = isRight ? .refused : .failed
    if !isRight {
      outcome.findings.append(Finding(.code, "exit \(outcome.code): \(outcome.message)"))
    }
    if said.count != 1 {
      outcome.findings.append(Finding(.message, "\(said.count) messages for a failure: \(said)"))
    }
    let isMissing = outcome.code == 69 && outcome.message.contains("nothing installed decodes")
    if isRight, !isMissing, outcome.code != 64, source.isClean, !source.audible.isEmpty {
      outcome.findings.append(Finding(.refused, outcome.message))
    }
  }

  // MARK: - Output

  private func judgeInfo(_ run: MeasuredRun, _ source: MediaSummary, _ outcome: inout Outcome) {
    guard let info = try? JSONDecoder().decode(InfoAnswer.self, from: Data(run.output.utf8)) else {
      outcome.findings.append(Finding(.info, "the answer is not the JSON that is promised"))
      return
    }
    for kind in ["video", "audio", "subtitle"] {
      let (told, counted) = (info.tracks.filter { $0.kind == kind }, source.tracks(kind))
      // A track without a frame may be reported.
      let all = source.tracks.filter { $0.kind == kind && !$0.isCover }.count
      if source.isClean, !(counted.count...max(counted.count, all)).contains(told.count) {
        outcome.findings.append(
          Finding(.info, "\(told.count) \(kind) tracks are told of, ffprobe finds \(counted.count)")
        )
      }
      guard kind != "subtitle" else { continue }
      for (told, counted) in zip(told, counted) {
        var count = kind == "video" ? counted.frames : counted.samples + counted.silent
        // ffmpeg decodes Opus at 48 kHz, GStreamer at the rate in its header.
        if kind == "audio", let rate = told.sampleRate, rate != counted.rate, counted.rate > 0 {
          count = Int((Double(count) * Double(rate) / Double(counted.rate)).rounded())
        }
        outcome.tracks.append("\(kind) \(counted.codec) \(count) → \(told.frames ?? -1)")
        let tolerance = kind == "video" ? 0 : Tolerance.delay(counted.codec)
        if source.isClean, let frames = told.frames, abs(frames - count) > tolerance {
          outcome.findings.append(
            Finding(
              .info,
              "\(kind) \(counted.codec): \(frames) frames are told of, ffprobe counts \(count)"
            )
          )
        }
      }
    }
  }

  private func judgeResult(
    _ output: String,
    _ source: MediaSummary,
    _ events: Events,
    _ outcome: inout Outcome
  ) throws {
    let comparison = try Comparison(
      outcome.job,
      source: source,
      result: try MediaSummary(of: output, in: folder.path),
      frameRates: try plannedRates(outcome.job),
      announced: outcome.announced,
      told: events.tracks
    )
    outcome.tracks += comparison.tracks
    outcome.findings += comparison.findings
    guard comparison.announcedPictures == 0 else { return }
    outcome.findings += try SoundOffset(
      job: outcome.job,
      source: (path, source),
      result: (output, comparison.result),
      folder: folder.path
    ).findings()
    if outcome.job == .half { try judgeSecondRun(output, &outcome) }
    guard outcome.job == .copy, source.isClean, !source.tracks("video").isEmpty,
      !comparison.findings.contains(where: { $0.sort == .pictures }),
      comparison.result.tracks("video").count == source.tracks("video").count
    else { return }
    let (before, after) = (try sums(path, of: ["0:V?"]), try sums(output, of: ["0:V?"]))
    for (index, sums) in zip(before, after).enumerated() where sums.0 != sums.1 {
      outcome.findings.append(Finding(.content, "the pictures of video track \(index) are others"))
    }
  }

  /// Runs the job a second time: the output must be the same, even if a decoder conceals damage.
  private func judgeSecondRun(_ output: String, _ outcome: inout Outcome) throws {
    let work = try TemporaryFolder()
    let again = work.file("again.\(container)")
    let run = try MeasuredRun(
      [program] + outcome.job.arguments(input: path, output: again),
      in: folder.path,
      limits: .init(seconds: Job.limitSeconds),
      environment: ["TMPDIR": work.path]
    )
    guard run.status == 0 else {
      outcome.findings.append(Finding(.content, "exit 0, and the second time \(run.status)"))
      return
    }
    let kinds = ["0:V?", "0:a?"]
    if try sums(output, of: kinds) != sums(again, of: kinds) {
      outcome.findings.append(Finding(.content, "other pictures or samples the second time"))
    }
  }

  /// The frame rates of the video tracks in the plan of a job.
  private func plannedRates(_ job: Job) throws -> [FrameRate?] {
    guard job == .half || job == .longer else { return [] }
    let words = ["scale", path, "plan.\(container)", "--factor", job.factor, "--dry-run", "--json"]
    let run = try MeasuredRun(
      [program] + words,
      in: folder.path,
      limits: .init(seconds: Job.limitSeconds)
    )
    let plan = try? JSONDecoder().decode(PlannedRates.self, from: Data(run.output.utf8))
    return plan?.frameRates ?? []
  }

  /// One checksum for each track of the given kinds, over everything decoded from it.
  private func sums(_ path: String, of kinds: [String]) throws -> [String] {
    try MeasuredRun(
      [
        "ffmpeg", "-v", "error", "-nostdin", "-noautorotate", "-i", "file:\(path)",
      ] + kinds.flatMap { ["-map", $0] } + [
        "-fps_mode", "passthrough", "-f", "streamhash", "-hash", "md5", "-",
      ],
      in: folder.path,
      limits: .init(seconds: 120)
    ).output.split(whereSeparator: \.isNewline).compactMap { $0.split(separator: "=").last }
      .map(String.init)
  }
}
