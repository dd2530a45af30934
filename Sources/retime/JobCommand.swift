// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// A subcommand that makes a file of a file.
protocol JobCommand: ParsableCommand {
  var files: FileArguments { get }
  var format: FormatOptions { get }
  var running: RunningOptions { get }
  var planning: PlanOptions { get }
}

extension JobCommand {
  /// Checks what only several groups of options together can say.
  func validateOutput() throws {
    guard files.output != "-" || format.container != nil || format.profile != nil else {
      throw ValidationError("standard output has no extension: give --container")
    }
  }

  /// A request with what all commands have.
  func completed(_ request: JobRequest) -> JobRequest {
    var request = request
    format.apply(to: &request)
    (request.overwrites, request.stallTimeout) = (running.overwrite, running.stallTimeout)
    request.preview = planning.preview
    return request
  }

  /// Does the job, or says what it would do.
  func make(_ request: JobRequest) throws {
    Runner(running).make(completed(request), planning)
  }

  /// Does a job that is complete, in parts if that is wanted, or says what it would do.
  func make(_ request: JobRequest, _ farm: FarmOptions) throws {
    guard request.parts == nil || planning.dryRun else {
      Runner(running).make(request, inParts: farm)
    }
    Runner(running).make(request, planning)
  }
}
