// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime check <source> <result>`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a finished file against its source.",
    usage: "retime check [<options>] <source> <result>",
    discussion: """
      The job is computed a second time from the source and compared with the decoded result: the time and the \
      content of every frame, the length, the delay and the content of the audio, tags, chapters and subtitles. \
      The result may be lossy, or copied to another container since.

      The job's options are read from the result, where its container holds a comment (RETIME_MAP). For other \
      files give them here, such as --factor, --fps or --pitch; they override those in the result. The exit \
      status is 70 if the result is wrong.

      EXAMPLES:
        retime check in.mp4 out.mp4
        retime check in.mp4 out.ts --factor 2 --fps 60
        retime check in.mp4 out.mp4 --json > certificate.json
      """
  )

  @Argument(help: "The file from which the result was made.", completion: .file())
  var source: String

  @Argument(help: "The finished file.", completion: .file())
  var result: String

  @OptionGroup(title: "Duration") var amount: DurationOptions

  @OptionGroup(title: "Speed over time") var map: MapOptions
  @OptionGroup(title: "Other options of the job") var made: CreationOptions

  @Flag(name: .long, help: "Print the certificate as JSON.")
  var json = false

  @OptionGroup(title: "Running") var running: RunningOptions

  func run() throws {
    var request = CheckRequest(source: source, result: result)
    var course = JobRequest(input: source, output: result, amount: .asMapped)
    try map.apply(to: &course)
    (request.amount, request.course) = (amount.value, course.course)
    if map.isGiven || made.isGiven {
      let (map, made, jointFade) = (map, made, course.jointFade)
      request.settings = { job in
        if map.isGiven { job.loops = map.loop ?? 1 }
        if map.jointFade != nil { job.jointFade = jointFade }
        made.apply(to: &job)
      }
    }
    request.stallTimeout = running.stallTimeout
    Runner(running).check(request, json: json)
  }
}

extension Runner {
  /// Compares a finished file with its source, and exits the process.
  func check(_ request: CheckRequest, json: Bool) -> Never {
    run(request.source) { (reporter) throws(RetimeError) in
      let certificate = try Retime.check(
        request,
        cancellation: cancellation,
        onProgress: reporter.show
      )
      reporter.clear()
      try output(json ? JSON.text(certificate) : CertificateText(certificate).description)
      if !certificate.isGood { ProcessExit.now(RetimeError.Kind.mismatch.rawValue) }
    }
  }
}

/// The text of a certificate.
struct CertificateText: CustomStringConvertible {
  private let certificate: Certificate

  init(_ certificate: Certificate) { self.certificate = certificate }

  var description: String {
    let verdict = certificate.isGood ? "is what it should be" : "is NOT what it should be"
    var lines = ["\(certificate.result) \(verdict), made of \(certificate.source)"]
    lines += certificate.problems.map { "  wrong: \($0)" }
    for track in certificate.tracks {
      lines.append("  \(Self.text(track))")
      if let joined = track.joined { lines += Self.lines(joined) }
      lines += track.strays.map { "    \($0)" }
    }
    if let offset = certificate.offset {
      let amount = NumberText.fixed(abs(offset), 1)
      lines.append(
        "  audio is \(amount) ms \(offset < 0 ? "earlier" : "later") than the video"
      )
    }
    let counts = [
      ("tags", certificate.tags, certificate.plannedTags),
      ("chapters", certificate.chapters, certificate.plannedChapters),
    ]
    for (name, found, planned) in counts where planned > 0 {
      lines.append("  \(found) of \(planned) \(name) are there")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The maximum number of joins that are listed.
  private static let mostJoins = 20

  private static func lines(_ joined: JoinComparison) -> [String] {
    let quality = { (psnr: Double?) in
      psnr.map { "PSNR \(NumberText.fixed($0, 1)) dB" } ?? "identical"
    }
    var lines = ["    \(joined.identical) of \(joined.copied.counting("copied frame")) identical"]
    lines += joined.joins.prefix(mostJoins).map { join in
      "    join at \(NumberText.fixed(join.start, 3)) s: "
        + "\(join.frames.counting("encoded frame")), \(quality(join.psnr))"
    }
    if joined.joins.count > mostJoins {
      let worst = joined.joins.compactMap(\.psnr).min()
      lines.append(
        "    and \(joined.joins.count - mostJoins) joins more, the worst of all \(quality(worst))"
      )
    }
    return lines
  }

  private static func text(_ track: Verification) -> String {
    let unit = ["subtitle": "texts"][track.kind.rawValue] ?? "frames"
    var facts = ["\(track.found) of \(track.frames) \(unit)"]
    if track.isIdentical {
      facts.append("identical")
    } else if let psnr = track.psnr {
      facts.append("PSNR \(NumberText.fixed(psnr, 1)) dB")
    }
    if let lateness = track.lateness {
      facts.append("\(NumberText.fixed(lateness * 1000, 1)) ms late")
      if track.wandering > 0.0005 {
        facts.append("which changes by \(NumberText.fixed(track.wandering * 1000, 1)) ms")
      }
    }
    return "\(track.kind.rawValue) track \(track.index): " + facts.joined(separator: ", ")
  }
}
