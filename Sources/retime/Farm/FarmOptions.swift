// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The options for encoding a job in parts.
struct FarmOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Encode the pictures in N parts, or auto: the same result however many are made at a time, and where.",
      valueName: "N"
    ),
    completion: .list(["auto"]),
    transform: Parse.parts
  )
  var parts: JobRequest.Parts?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make so many parts at a time; without, as many as there are processors and memory for.",
      valueName: "J"
    )
  )
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the plan and the parts in this folder: the same command goes on where it was stopped.",
      valueName: "DIR"
    ),
    completion: .directory
  )
  var work: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Who makes the parts: this machine, or slurm, a cluster's queue.",
      valueName: "ENGINE"
    )
  )
  var on: FarmEngine = .here

  @Option(name: .long, help: ArgumentHelp("Slurm's partition.", valueName: "NAME"))
  var partition: String?

  @Option(
    name: .long,
    help: ArgumentHelp("How long a part may take, as sbatch --time has it.", valueName: "T")
  )
  var time: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The memory of a part, as sbatch --mem has it.", valueName: "SIZE")
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
      throw ValidationError("--jobs, --work and --on go with --parts: give --parts auto")
    }
    let isForQueue = partition != nil || time != nil || memory != nil || detach
    guard on == .slurm || !isForQueue else {
      throw ValidationError("--partition, --time, --memory and --detach go with --on slurm")
    }
    guard on == .here || jobs == nil else {
      throw ValidationError("the queue says how many parts are made at a time: leave out --jobs")
    }
    guard on == .here || work != nil else {
      throw ValidationError("--on slurm needs --work, a folder that all nodes see")
    }
  }

  /// Checks the combination with other options.
  func validate(_ planning: PlanOptions) throws {
    guard parts == nil || planning.preview == nil else {
      throw ValidationError("--preview shows one process at work: leave out --parts")
    }
  }
}

/// An option group that rejects `--parts` for commands that do not encode in parts.
struct NoParts: ParsableArguments {
  @Option(name: .long, help: .hidden) var parts: String?

  func validate() throws {
    guard parts == nil else {
      throw ValidationError(
        "pictures that are kept as they are encoded, and sound, are made at once: leave out --parts, or encode the "
          + "pictures with retime scale --factor 1"
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
      throw ValidationError("'\(text)' is no number of parts: give 1 to 10000, or auto")
    }
    return .number(number)
  }
}
