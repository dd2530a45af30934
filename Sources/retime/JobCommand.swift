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

  /// Does the job, or says what it would do.
  func make(_ request: JobRequest) throws {
    var request = request
    format.apply(to: &request)
    (request.overwrites, request.stallTimeout) = (running.overwrite, running.stallTimeout)
    request.preview = planning.preview
    Runner(running).make(request, planning)
  }
}
