// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// A subcommand that creates an output file from an input file.
protocol JobCommand: ParsableCommand {
  associatedtype Files: JobFiles
  var files: Files { get }
  var format: FormatOptions { get }
  var running: RunningOptions { get }
  var planning: PlanOptions { get }
  /// The path of a timeline for editors; nil for none.
  var exportPath: String? { get }
}

extension JobCommand {
  var exportPath: String? { nil }

  /// Checks the combinations of several option groups.
  func validateOutput() throws {
    guard files.hasOutput || exportPath != nil else {
      throw ValidationError("Missing expected argument '<output>'")
    }
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
    if let exportPath, !planning.dryRun {
      Runner(running).make(request, exportingTo: exportPath, hasOutput: files.hasOutput)
    }
    guard request.parts == nil || planning.dryRun else {
      Runner(running).make(request, inParts: farm)
    }
    Runner(running).make(request, planning)
  }
}
