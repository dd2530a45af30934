// SPDX-License-Identifier: MPL-2.0

/// Runs of consecutive frames, or blocks of audio, that have the same fault.
///
/// Runs shorter than a limit are dropped.
package struct FaultRuns<Fault: Hashable & Sendable>: Sendable {
  /// A run of one fault.
  package struct Run: Sendable, Equatable {
    /// The fault.
    package let fault: Fault
    /// The start of the run, in seconds of the result.
    package let start: Double
    /// The end of the run, in seconds of the result.
    package fileprivate(set) var end: Double
    /// The number of frames or blocks in the run.
    package fileprivate(set) var count: Int
  }

  /// The maximum length of ``runs``; later runs only increase ``count``.
  private static var most: Int { 16 }

  /// The first runs that are long enough, in the order of their ends.
  package private(set) var runs: [Run] = []
  /// The number of runs that are long enough.
  package private(set) var count = 0
  private var open: [Fault: Run] = [:]
  private let least: @Sendable (Fault) -> Int

  /// Creates an empty list; `least` returns the minimum length of a run of a fault.
  package init(least: @escaping @Sendable (Fault) -> Int) { self.least = least }

  /// Records the faults of the next frame or block, which lasts from `start` to `end`, in seconds.
  package mutating func note(_ faults: Set<Fault>, from start: Double, to end: Double) {
    for fault in open.keys where !faults.contains(fault) { close(fault) }
    for fault in faults {
      var run = open[fault] ?? Run(fault: fault, start: start, end: end, count: 0)
      run.end = end
      run.count += 1
      open[fault] = run
    }
  }

  /// Ends the runs that are still open.
  package mutating func finish() {
    for fault in open.keys { close(fault) }
    runs.sort { $0.start < $1.start }
  }

  private mutating func close(_ fault: Fault) {
    guard let run = open.removeValue(forKey: fault), run.count >= least(fault) else { return }
    count += 1
    if runs.count < Self.most { runs.append(run) }
  }
}
