// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// The progress of a batch.
struct BatchTally {
  /// The states of a file.
  enum State: String { case started, made, skipped, failed }

  /// A file that could not be processed.
  struct Failure {
    let item: BatchItem, error: RetimeError
  }

  private(set) var total: Int, made = 0, skipped = 0
  private(set) var failures: [Failure] = []
  /// The progress of files in work, from 0 to 1, by index.
  var fractions: [Int: Double] = [:]
  private var items: [BatchItem], sizes: [Double], open: Double, ended = 0.0
  private let started = ContinuousClock.now

  init(_ items: [BatchItem]) {
    self.items = items
    sizes = items.map(Self.size)
    (total, open) = (items.count, sizes.reduce(0, +))
  }

  /// Returns a file's weight: its size in bytes, since nothing else is known before it is opened.
  private static func size(_ item: BatchItem) -> Double {
    Double(max(1, (try? FileSystem.entry(at: item.input))?.byteCount ?? 1))
  }

  /// Adds a new file, or an existing one again.
  mutating func add(_ index: Int, _ item: BatchItem) {
    if index == items.count {
      items.append(item)
      sizes.append(0)
      total += 1
    } else {
      // The earlier result stays counted, so the total grows; an earlier failure is no longer
      // counted.
      let before = failures.count
      failures.removeAll { $0.item.output == item.output }
      if failures.count == before { total += 1 }
      items[index] = item
    }
    sizes[index] = Self.size(item)
    open += sizes[index]
  }

  /// Counts a finished file.
  mutating func end(_ index: Int, _ state: State, _ error: RetimeError? = nil) {
    fractions[index] = nil
    open -= sizes[index]
    switch state {
    case .made: (made, ended) = (made + 1, ended + sizes[index])
    case .skipped: skipped += 1
    case .failed:
      ended += sizes[index]
      if let error { failures.append(Failure(item: items[index], error: error)) }
    case .started: break
    }
  }

  /// The number of finished files.
  var done: Int { made + skipped + failures.count }

  /// The completed part of the batch, from 0 to 1.
  var fraction: Double {
    let all = ended + open
    guard all > 0 else { return 1 }
    return min(1, (ended + fractions.reduce(0) { $0 + $1.value * sizes[$1.key] }) / all)
  }

  /// The estimated seconds until the end; nil until an estimate is possible.
  var eta: Double? {
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    return fraction > 0.005 ? seconds * (1 - fraction) / fraction : nil
  }
}
