// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime batch <in>… --to <folder>`.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Runs a job on many files.",
    usage: "retime batch <in>... --to <folder> [<options of the job>]",
    discussion: """
      Folders are searched recursively for media and subtitle files, by their extensions; the outputs keep the names and \
      subfolders. Files come before the job's options, which are those of retime scale, or of the job that \
      --job names. The container is the source's own if Retime writes it, else Matroska; --container changes it.

      Each file has its own process, so that a failure, or a crash of a codec, does not stop the others: \
      failed files are listed at the end, and the exit status is 65. Finished files are skipped unless the \
      source or the options have changed; the folder .retime-batch beside the outputs records them. So a batch \
      can be interrupted and started again, and several processes can share the same folder.

      A list has a JSON object in each line. Only the input is required; "job" names another job:

        {"input":"a.mov","output":"b.mp4","options":["--speed","2"]}
        {"inputs":["a.mov","b.mov#t=1,4"],"output":"c.mp4"}

      Its options follow those of the command line. The whole list is checked before the first file starts.

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
    help: ArgumentHelp("Files and folders, followed by the job's options.", valueName: "in"),
    completion: .file()
  )
  var words: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("The folder for the outputs.", valueName: "FOLDER"),
    completion: .directory
  )
  var to: String?

  @Option(
    name: .long,
    help: ArgumentHelp("A list of files with their own options, as JSON lines.", valueName: "FILE"),
    completion: .file()
  )
  var list: String?

  @Option(name: .long, help: ArgumentHelp("The job to run on each file.", valueName: "JOB"))
  var job: BatchJob = .scale

  @Option(
    name: .long,
    help: ArgumentHelp("The number of files processed at a time.", valueName: "N")
  )
  var jobs = 1

  @Flag(name: .long, help: "Process finished files again.")
  var again = false

  @Flag(name: .long, help: "Keep watching the folders for new files, until interrupted.")
  var watch = false

  @Flag(name: .long, help: "Print the commands and run nothing.")
  var dryRun = false

  @Flag(
    name: [.customShort("y"), .customLong("overwrite")],
    help: "Replace outputs that no batch has written."
  )
  var overwrite = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "auto is a bar on a terminal and plain lines elsewhere; json is one object a line on standard error.",
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
      throw ValidationError("give the folder for the outputs with --to")
    }
    guard !watch || !inputs.isEmpty else {
      throw ValidationError("--watch needs a folder to watch: give one")
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
  case scale, reverse, silence, fit, undo, conform, concat, resample, copy
}
