// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia

// The objects of a batch's `--progress json`, one a line; their keys are part of the command line's
// contract.

/// The progress of a batch.
struct BatchProgressEvent: Encodable {
  let event = "progress"
  let fraction: Double, done: Int, total: Int, failed: Int, eta: Double?

  init(_ tally: BatchTally) {
    (fraction, done, total) = (tally.fraction, tally.done, tally.total)
    (failed, eta) = (tally.failures.count, tally.eta)
  }
}

/// The result of a file.
struct BatchFileEvent: Encodable {
  let event = "file"
  let state: String, input: String, output: String, code: Int32?, message: String?

  init(_ state: BatchTally.State, _ item: BatchItem, _ error: RetimeError?) {
    (self.state, input, output) = (state.rawValue, item.input, item.output)
    (code, message) = (error?.kind.rawValue, error?.description)
  }
}

/// The end of a batch.
struct BatchDoneEvent: Encodable {
  struct Failure: Encodable {
    let input: String, code: Int32, message: String
  }
  let event = "done"
  let total: Int, made: Int, skipped: Int, failed: Int, failures: [Failure]

  init(_ tally: BatchTally) {
    (total, made, skipped) = (tally.total, tally.made, tally.skipped)
    failed = tally.failures.count
    failures = tally.failures.map {
      Failure(input: $0.item.input, code: $0.error.kind.rawValue, message: $0.error.description)
    }
  }
}
