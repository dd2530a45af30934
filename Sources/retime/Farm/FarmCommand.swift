// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime farm status|wait|cancel <job>`.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Looks after jobs that were left to a cluster's queue (--on slurm --detach).",
    subcommands: [Status.self, Wait.self, Cancel.self]
  )

  /// The argument that names the job.
  struct Target: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The number that was printed, or the job's work folder.",
        valueName: "job"
      ),
      completion: .directory
    )
    var job: String
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Says how the parts of a job are.",
      usage: "retime farm status [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmStatus(target.job) }
  }

  struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Waits until a job has its result, and ends as the job would have.",
      usage: "retime farm wait [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmWait(target.job) }
  }

  struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a job out of the queue; its parts that are done stay in the work folder.",
      usage: "retime farm cancel [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmCancel(target.job) }
  }
}
