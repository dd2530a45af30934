// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime flow <input> <output.png>`.
struct FlowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flow",
    abstract: "Draws the motion vectors of --frames flow over a video frame.",
    usage: "retime flow [<options>] <input> <output>",
    discussion: """
      Each arrow points from a part of the frame to its position in the next frame. Green vectors are \
      trusted; where they are red, --frames flow blends the frames instead.

      EXAMPLES:
        retime flow in.mp4 out.png --at 3
      """
  )

  @Argument(
    help: "A path, a URI that GStreamer can read, or - for standard input.",
    completion: .file()
  )
  var input: String

  @Argument(help: "A path, or - for standard output.", completion: .file())
  var output: String

  @Option(
    name: .long,
    help: ArgumentHelp("The time of the frame: seconds or [hh:]mm:ss[.mmm].", valueName: "T"),
    transform: RationalTime.init(parsing:)
  )
  var at: RationalTime?

  @Option(
    name: .long,
    help: ArgumentHelp("The quality of motion estimation.", valueName: "QUALITY")
  )
  var flowQuality: FlowQuality = .good

  @OptionGroup(title: "Running") var running: RunningOptions

  func run() throws {
    var request = FlowRequest(input: input, output: output)
    request.time = at ?? .zero
    request.quality = flowQuality
    request.overwrites = running.overwrite
    request.stallTimeout = running.stallTimeout
    Runner(running).flow(request)
  }
}

extension Runner {
  /// Draws the motion vectors of a frame.
  func flow(_ request: FlowRequest) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      let report = try Retime.flow(
        request,
        cancellation: cancellation,
        onTemporaryFile: { Self.guardCrashes(on: request.input, removing: $0) }
      )
      reporter.tell(FlowDoneEvent(report), saying: FlowText.summary(report))
    }
  }
}

/// The summary for users.
private enum FlowText {
  static func summary(_ report: FlowReport) -> String {
    let trust = Int((report.trust * 100).rounded())
    return "\(report.output): \(report.width)x\(report.height), \(report.kind), "
      + "\(NumberText.fixed(report.mean, 1)) px on average, \(NumberText.fixed(report.most, 1)) px at most, "
      + "trust \(trust) %"
  }
}

/// The last object of `--progress json`.
private struct FlowDoneEvent: Encodable {
  let event = "done"
  let output: String, width: Int, height: Int
  let kind: String, mean: Double, most: Double, trust: Double

  init(_ report: FlowReport) {
    (output, width, height) = (report.output, report.width, report.height)
    (kind, mean, most, trust) = (report.kind, report.mean, report.most, report.trust)
  }
}
