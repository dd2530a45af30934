// SPDX-License-Identifier: MPL-2.0

extension Retime {
  /// Checks that the subtitle files beside a result can be created, before any work.
  static func checkSidecars(of plan: Plan, replacing: Bool) throws(RetimeError) {
    for sidecar in plan.sidecars ?? [] {
      try OutputFile(sidecar.output, replaces: replacing, input: plan.input).discard()
    }
  }

  /// Writes the subtitle files beside a result, each of which is complete or not there.
  static func writeSidecars(
    of plan: Plan,
    replacing: Bool,
    _ stallTimeout: Int,
    _ job: WatchedJob
  ) throws(RetimeError) {
    for sidecar in plan.sidecars ?? [] {
      let own = plan.plan(of: sidecar)
      let file = try OutputFile(sidecar.output, replaces: replacing, input: plan.input)
      do throws(RetimeError) {
        _ = try JobRun(
          plan: own,
          stallTimeout: .seconds(stallTimeout),
          cancellation: job.cancellation
        ).run(
          { (onEvent) throws(RetimeError) in
            try own.makeWriter(to: file.temporaryPath, attachments: [], onEvent: onEvent)
          },
          onProgress: { _ in }
        )
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    }
  }
}
