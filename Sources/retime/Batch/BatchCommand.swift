// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime batch <in>… --to <folder>`.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Does the same with many files.",
    usage: "retime batch <in>... --to <folder> [<options of the job>]",
    discussion: """
      Folders are gone through, and names and folders are kept; what has no name of media is left alone. \
      Files come before the job's options, which are those of retime scale, or of what --job names. The \
      container is the source's own where Retime writes it, else Matroska, or what --container says.

      Each file has a process of its own, so one that fails, or crashes a codec, stops no other: it is \
      listed at the end, and the exit status is 65. What is done already is not done again, unless the \
      source or the options have changed; the folder .retime-batch beside the results says what is. So a batch \
      that was interrupted goes on when it is started again, and several in the same folder share the work.

      A list has a JSON object in each line, of which all but the input may be left out; "job" names another job:

        {"input":"a.mov","output":"b.mp4","options":["--speed","2"]}

      Its options follow those of the command line. All of it is checked before the first file is begun.

      EXAMPLES:
        retime batch holiday --to slow --factor 2
        retime batch a.mov b.mov --to out --container mp4 --speed 4 --fps 30
        retime batch holiday --to back --job reverse --jobs 2
        retime batch --list work.jsonl --to out --factor 1.5
        retime batch inbox --to outbox --factor 2 --watch
      """
  )

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Files and folders, and behind them the job's options.", valueName: "in"),
    completion: .file()
  )
  var words: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Where the results go.", valueName: "FOLDER"),
    completion: .directory
  )
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Files, and options of their own, as JSON lines.", valueName: "FILE"),
    completion: .file()
  )
  var list: String?

  @Option(name: .long, help: ArgumentHelp("What is done with each file.", valueName: "JOB"))
  var job: BatchJob = .scale

  @Option(name: .long, help: ArgumentHelp("So many files at a time.", valueName: "N"))
  var jobs = 1

  @Flag(name: .long, help: "Do again what is done.")
  var again = false

  @Flag(name: .long, help: "Go on with what comes into the folders, until interrupted.")
  var watch = false

  @Flag(name: .long, help: "Only say what would be done.")
  var dryRun = false

  @Flag(
    name: [.customShort("y"), .customLong("overwrite")],
    help: "Replace results that no batch has made."
  )
  var overwrite = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "auto is a bar on a terminal, else plain lines; json is one object a line on standard error.",
      valueName: "STYLE"
    )
  )
  var progress: ProgressStyle = .auto

  /// The files and folders: the words before the first option.
  private var inputs: [String] { Array(words.prefix { !$0.hasPrefix("-") || $0 == "-" }) }
  /// The job's options.
  private var options: [String] { Array(words.dropFirst(inputs.count)) }

  func validate() throws {
    guard !inputs.isEmpty || list != nil else {
      throw ValidationError("give files or folders, before the job's options, or --list")
    }
    guard !inputs.contains("-") else {
      throw ValidationError("standard input is one file: give it to the job itself")
    }
    guard inputs.isEmpty || to != nil else {
      throw ValidationError("--to says in which folder the results go")
    }
    guard !watch || !inputs.isEmpty else {
      throw ValidationError("--watch looks into folders: give one")
    }
    guard (1...256).contains(jobs) else {
      throw ValidationError("--jobs \(jobs): 1 to 256 files at a time are allowed")
    }
  }

  func run() throws {
    let screen = BatchScreen(progress)
    do throws(RetimeError) {
      let lines = try list.map(BatchList.lines(of:)) ?? []
      let source = BatchSource(
        inputs: inputs,
        lines: lines,
        folder: to,
        job: job,
        options: options
      )
      let items = try source.items()
      guard !dryRun else { return try show(items) }
      if let to { try BatchSource.makeFolder(to) }
      let run = try BatchRun(
        items,
        BatchRun.Settings(jobs: jobs, isAgain: again, overwrites: overwrite),
        screen
      )
      ProcessExit.now(run.run(watching: watch ? source : nil))
    } catch {
      screen.fail(error)
      ProcessExit.now(error.kind.rawValue)
    }
  }

  private func show(_ items: [BatchItem]) throws(RetimeError) {
    for item in items {
      let isDone = !again && BatchClaim.isDone(item)
      let words = isDone ? "is done" : "retime " + item.arguments.joined(separator: " ")
      do throws(SystemError) {
        try StandardStreams.print("\(item.input) -> \(item.output): \(words)\n")
      } catch {
        throw RetimeError(.inputOutput, "standard output cannot be written: \(error)")
      }
    }
  }
}

/// The jobs that a batch can run.
enum BatchJob: String, ExpressibleByArgument, CaseIterable {
  case scale, reverse, silence, resample, copy
}
