// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime plan <input> <output> …`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Prints the plan of a job in parts, for retime part and retime join.",
    discussion: """
      Takes the options of retime scale; without --parts, the number of parts is chosen. The plan goes to standard output.

      EXAMPLES:
        retime plan in.mov out.mp4 --factor 2 --parts 6 > plan.json
        retime part plan.json 1               ... to 7, on any machine
        retime join plan.json
      """
  )

  @OptionGroup var scale: ScaleCommand

  func validate() throws {
    try scale.validate()
    guard !scale.check.verify else {
      throw ValidationError("retime plan writes no output to compare: give --verify to retime join")
    }
    guard scale.exportPath == nil else {
      throw ValidationError("retime plan writes no timeline: give --export to retime scale")
    }
  }

  func run() throws {
    var request = try scale.request()
    request.parts = request.parts ?? .automatic
    try Runner(scale.running).make(request, .parse(["--dry-run", "--json"]))
  }
}

/// The options of commands that work on a stored plan.
struct StoredPlanOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file())
  var plan: String

  @Option(
    name: .long,
    help: ArgumentHelp("The folder of the parts. (default: the plan's folder)", valueName: "DIR"),
    completion: .directory
  )
  var work: String?

  /// Returns the job of the plan's parts.
  func job() throws(RetimeError) -> PartJob {
    let folder = plan.lastIndex(of: "/").map { $0 == plan.startIndex ? "/" : String(plan[..<$0]) }
    let work = work ?? folder ?? "."
    do throws(SystemError) {
      try Folder.make(work)
    } catch {
      throw RetimeError(.cannotCreate, "the work folder '\(work)' cannot be created: \(error)")
    }
    return try PlanFile(readingFrom: plan).job(in: work)
  }
}

/// The command `retime part <plan> <number>`.
struct PartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "part",
    abstract: "Encodes one part of a plan, unless it is already done.",
    usage: "retime part [<options>] <plan> <number>",
    discussion: """
      The part appears whole in the plan's folder, or in --work. Any machine that can access the source and the folder \
      can encode it, also twice at the same time.
      """
  )

  @OptionGroup(title: "Plan") var stored: StoredPlanOptions
  @Argument(help: "The part's number, from 1.") var number: Int

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Share this machine with J processes like this one.",
      valueName: "J"
    )
  )
  var share = 1

  func validate() throws {
    guard (1...1024).contains(share) else { throw ValidationError("--share takes 1 to 1024") }
  }

  @OptionGroup(title: "Running") var running: RunningOptions

  func run() throws {
    Runner(running).makePart(number, stored, share: share)
  }
}

/// The command `retime join <plan>`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins the parts of a plan into its output, without re-encoding.",
    usage: "retime join [<options>] <plan>"
  )

  @OptionGroup(title: "Plan") var stored: StoredPlanOptions
  @OptionGroup(title: "Running") var check: CheckOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func run() throws { Runner(running).join(stored, verifies: check.verify) }
}
