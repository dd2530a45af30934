// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Runs one job for the command line: signals, progress, messages and the exit code.
struct Runner {
  let options: RunningOptions
  let cancellation = Cancellation()

  init(_ options: RunningOptions) { self.options = options }

  /// Runs a job with an output file, or prints its plan.
  func make(_ request: JobRequest, _ planning: PlanOptions) -> Never {
    run(request.input) { (reporter) throws(RetimeError) in
      guard !planning.estimate else { return try estimate(request, planning, reporter) }
      guard !planning.dryRun else {
        let plan = try Retime.plan(request, cancellation: cancellation, onProgress: reporter.show)
        reporter.clear()
        guard !planning.gstLaunch else { return try output(plan.launchLine() + "\n") }
        return try output(planning.json ? JSON.text(plan) : PlanText(forOutput: plan).description)
      }
      try perform(request, reporter)
    }
  }

  /// Runs a job with an output file and reports it; `onPlan` gets its plan before it starts.
  func perform(
    _ request: JobRequest,
    _ reporter: ProgressReporter,
    onPlan: (Plan) -> Void = { _ in }
  ) throws(RetimeError) {
    let report = try Retime.run(
      request,
      cancellation: cancellation,
      onTemporaryFile: { Self.guardCrashes(on: request.input, removing: $0) },
      onPlan: { plan in
        onPlan(plan)
        tell(plan, reporter)
      },
      onNotice: reporter.note,
      onProgress: reporter.show
    )
    reporter.finish(report)
  }

  /// Reports the plan and its warnings before it runs.
  func tell(_ plan: Plan, _ reporter: ProgressReporter) {
    reporter.clear()
    let text = PlanText(plan)
    if options.verbose { StandardStreams.printError(text.description) }
    for warning in text.warnings { reporter.warn(warning) }
  }

  /// Prints information on a file, or creates its thumbnail and waveform.
  func info(_ input: String, json: Bool, counts: Bool, _ glance: GlanceOptions) -> Never {
    run(input) { (_) throws(RetimeError) in
      if json || glance.isUntouched {
        let info = try Retime.info(
          input,
          countLimit: counts ? nil : .seconds(1),
          cancellation: cancellation
        )
        try output(json ? JSON.text(info) : InfoText(name: input, info: info).description)
      }
      try glance.draw(input, cancellation)
    }
  }

  /// Prints the containers that can be written.
  func containers(json: Bool) -> Never {
    run("") { (_) throws(RetimeError) in
      let containers = try Retime.containers()
      try output(json ? JSON.text(containers) : ContainersText(containers: containers).description)
    }
  }

  /// Runs a job on an input, and exits the process.
  func run(_ input: String, _ job: (ProgressReporter) throws(RetimeError) -> Void) -> Never {
    let (reporter, cancellation) = (ProgressReporter(options.progress), cancellation)
    Signals.onRequest { request in
      if request == .interrupt, cancellation.endLiveInput() { return false }
      cancellation.cancel(as: request == .terminate ? .terminated : .interrupted)
      return true
    }
    Self.guardCrashes(on: input, removing: nil)
    if !options.verbose { Retime.silenceLibraries() }
    do throws(RetimeError) {
      try job(reporter)
      ProcessExit.now(0)
    } catch {
      reporter.fail(LimitHint.current.added(to: error), verbose: options.verbose)
      ProcessExit.now(error.kind.rawValue)
    }
  }

  /// Makes later crashes remove the unfinished file.
  static func guardCrashes(on input: String, removing path: String?) {
    let what =
      "crashed on '\(input)'; nothing was written\n"
      + (LimitHint.current.text.map { "retime: \($0)\n" } ?? "")
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
