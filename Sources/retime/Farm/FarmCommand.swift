// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime farm status|wait|cancel <job>`.
struct FarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "farm",
    abstract: "Manages jobs submitted to a cluster's queue (--on slurm --detach).",
    subcommands: [Status.self, Wait.self, Cancel.self]
  )

  /// The argument that names the job.
  struct Target: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The job ID that was printed, or the job's work folder.",
        valueName: "job"
      ),
      completion: .directory
    )
    var job: String
  }

  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the state of a job's parts.",
      usage: "retime farm status [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmStatus(target.job) }
  }

  struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Waits until a job ends, and exits with its status.",
      usage: "retime farm wait [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmWait(target.job) }
  }

  struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes a job from the queue; finished parts stay in the work folder.",
      usage: "retime farm cancel [<options>] <job>"
    )
    @OptionGroup var target: Target
    @OptionGroup(title: "Running") var running: RunningOptions
    func run() throws { Runner(running).farmCancel(target.job) }
  }
}
