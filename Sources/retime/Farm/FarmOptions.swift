// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The options for encoding a job in parts.
struct FarmOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Encode the video in N parts, or auto; the output has the same bytes on any number of processes or nodes.",
      valueName: "N"
    ),
    completion: .list(["auto"]),
    transform: Parse.parts
  )
  var parts: JobRequest.Parts?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number of parts encoded at a time. (default: as many as processors and memory allow)",
      valueName: "J"
    )
  )
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the plan and the parts in this folder, so that the same command can resume.",
      valueName: "DIR"
    ),
    completion: .directory
  )
  var work: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The engine that encodes the parts: this machine, or slurm, a cluster's queue.",
      valueName: "ENGINE"
    )
  )
  var on: FarmEngine = .here

  @Option(name: .long, help: ArgumentHelp("Slurm's partition.", valueName: "NAME"))
  var partition: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The time limit of a part, as for sbatch --time.", valueName: "T")
  )
  var time: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The memory of a part, as for sbatch --mem.", valueName: "SIZE")
  )
  var memory: String?

  @Flag(
    name: .long,
    help: "Submit, print the job's ID, and leave it to the queue: see retime farm."
  )
  var detach = false

  func validate() throws {
    guard jobs.map({ (1...1024).contains($0) }) ?? true else {
      throw ValidationError("--jobs takes 1 to 1024")
    }
    guard parts != nil || jobs == nil && work == nil && on == .here else {
      throw ValidationError("--jobs, --work and --on need --parts: give --parts auto")
    }
    let isForQueue = partition != nil || time != nil || memory != nil || detach
    guard on == .slurm || !isForQueue else {
      throw ValidationError("--partition, --time, --memory and --detach need --on slurm")
    }
    guard on == .here || jobs == nil else {
      throw ValidationError("the queue decides how many parts run at a time: leave out --jobs")
    }
    guard on == .here || work != nil else {
      throw ValidationError("--on slurm needs --work, a folder that all nodes can access")
    }
  }

  /// Checks the combination with other options.
  func validate(_ planning: PlanOptions) throws {
    guard parts == nil || planning.preview == nil else {
      throw ValidationError("--preview works for one process only: leave out --parts")
    }
  }
}

/// An option group that rejects `--parts` for commands that do not encode in parts.
struct NoParts: ParsableArguments {
  @Option(name: .long, help: .hidden) var parts: String?

  func validate() throws {
    guard parts == nil else {
      throw ValidationError(
        "--parts is for video that is encoded, not for copied video or for audio: leave out --parts, or encode the "
          + "video with retime scale --factor 1"
      )
    }
  }
}

/// The engines that encode parts.
enum FarmEngine: String, ExpressibleByArgument, CaseIterable {
  /// Processes on this machine.
  case here
  /// The queue of a cluster.
  case slurm
}

extension Parse {
  static func parts(_ text: String) throws -> JobRequest.Parts {
    if text == "auto" { return .automatic }
    guard let number = Int(text), (1...10_000).contains(number) else {
      throw ValidationError("'\(text)' is not a number of parts: give 1 to 10000, or auto")
    }
    return .number(number)
  }
}
