// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

extension Runner {
  /// Writes the timeline of a job, after its output if it has one.
  func make(_ request: JobRequest, exportingTo path: String, hasOutput: Bool) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      let export = try TimelineExport(path, of: request)
      var planned: Plan?
      if hasOutput { try perform(request, reporter) { planned = $0 } }
      let plan =
        if let planned { planned } else {
          try Retime.plan(request, cancellation: cancellation, onProgress: reporter.show)
        }
      for note in try export.write(plan, cancellation: cancellation) { reporter.note(note) }
    }
  }
}
