// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Runs one job for a person at a terminal: signals, progress, messages and the exit code.
struct Runner {
  let options: RunningOptions
  let cancellation = Cancellation()

  init(_ options: RunningOptions) { self.options = options }

  /// Makes a file of a file, or says what would be done.
  func make(_ request: JobRequest, _ planning: PlanOptions) -> Never {
    let reporter = ProgressReporter(options.progress)
    run(reporter, request.input) { () throws(RetimeError) in
      guard !planning.estimate else { return try estimate(request, planning, reporter) }
      guard !planning.dryRun else {
        let plan = try Retime.plan(request, cancellation: cancellation, onProgress: reporter.show)
        reporter.clear()
        guard !planning.gstLaunch else { return try output(plan.launchLine() + "\n") }
        let width = StandardStreams.outputColumns.map { min($0, 100) }
        try output(
          planning.json ? JSON.text(plan) : PlanText(plan, curveWidth: width).description
        )
        return
      }
      let report = try Retime.run(
        request,
        cancellation: cancellation,
        onTemporaryFile: { Self.guardCrashes(on: request.input, removing: $0) },
        onPlan: { plan in
          reporter.clear()
          if options.verbose { StandardStreams.printError(PlanText(plan).description) }
          for text in PlanText(plan).warnings { reporter.warn(text) }
        },
        onNotice: reporter.note,
        onProgress: reporter.show
      )
      reporter.finish(report)
    }
  }

  /// Says what a file holds, or draws it.
  func info(_ input: String, json: Bool, counts: Bool, _ glance: GlanceOptions) -> Never {
    run(ProgressReporter(.none), input) { () throws(RetimeError) in
      if json || glance.isUntouched {
        let info = try Retime.info(
          input,
          countLimit: counts ? nil : .seconds(1),
          cancellation: cancellation
        )
        try output(json ? JSON.text(info) : InfoText(name: input, info).description)
      }
      try glance.draw(input, cancellation)
    }
  }

  /// Does a job on an input, and ends the process.
  func run(_ reporter: ProgressReporter, _ input: String, _ job: () throws(RetimeError) -> Void)
    -> Never
  {
    let cancellation = self.cancellation
    Signals.onRequest { cancellation.cancel(as: $0 == .terminate ? .terminated : .interrupted) }
    Self.guardCrashes(on: input, removing: nil)
    if !options.verbose { Retime.silenceLibraries() }
    do throws(RetimeError) {
      try job()
      ProcessExit.now(0)
    } catch {
      reporter.fail(error, verbose: options.verbose)
      ProcessExit.now(error.kind.rawValue)
    }
  }

  /// From now on, a crash removes the unfinished file.
  static func guardCrashes(on input: String, removing path: String?) {
    let what = "crashed on '\(input)'; nothing was written\n"
    Signals.guardCrashes(
      removing: path,
      saying: .init(codec: "retime: a codec \(what)", own: "retime: retime itself \(what)"),
      status: RetimeError.Kind.badInput.rawValue
    )
  }

  func output(_ text: String) throws(RetimeError) {
    do throws(SystemError) {
      try StandardStreams.print(text)
    } catch {
      throw RetimeError(.inputOutput, "standard output cannot be written: \(error)")
    }
  }
}
