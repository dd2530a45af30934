// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// A subcommand that creates an output file from an input file.
protocol JobCommand: ParsableCommand {
  var files: FileArguments { get }
  var format: FormatOptions { get }
  var running: RunningOptions { get }
  var planning: PlanOptions { get }
}

extension JobCommand {
  /// Checks the combinations of several option groups.
  func validateOutput() throws {
    guard files.sink == nil || format.container != nil || format.profile != nil else {
      throw ValidationError("--sink needs --container, such as flv")
    }
    guard files.output != "-" || format.container != nil || format.profile != nil else {
      throw ValidationError("standard output has no extension: give --container")
    }
  }

  /// Adds the options that all commands share to a request.
  func completed(_ request: JobRequest) -> JobRequest {
    var request = request
    format.apply(to: &request)
    request.sink = files.sink
    (request.overwrites, request.stallTimeout) = (running.overwrite, running.stallTimeout)
    request.preview = planning.preview
    return request
  }

  /// Runs the job, or prints its plan.
  func make(_ request: JobRequest) throws {
    Runner(running).make(completed(request), planning)
  }

  /// Runs a complete request, in parts if requested, or prints its plan.
  func make(_ request: JobRequest, _ farm: FarmOptions) throws {
    guard request.parts == nil || planning.dryRun else {
      Runner(running).make(request, inParts: farm)
    }
    Runner(running).make(request, planning)
  }
}
