// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

extension Runner {
  /// Writes the timeline of a job, after its output if it has one.
  func make(_ request: JobRequest, exportingTo path: String, hasOutput: Bool) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      let export = try TimelineExport(path, of: request)
      var planned: Plan?
      if hasOutput {
        let report = try Retime.run(
          request,
          cancellation: cancellation,
          onTemporaryFile: { Self.guardCrashes(on: request.input, removing: $0) },
          onPlan: { plan in
            planned = plan
            tell(plan, reporter)
          },
          onNotice: reporter.note,
          onProgress: reporter.show
        )
        reporter.finish(report)
      }
      let plan =
        if let planned { planned } else {
          try Retime.plan(request, cancellation: cancellation, onProgress: reporter.show)
        }
      for note in try export.write(plan, cancellation: cancellation) { reporter.note(note) }
    }
  }
}
