// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// How far a batch has come.
struct BatchTally {
  /// What becomes of a file.
  enum State: String { case started, made, skipped, failed }

  /// A file that could not be done.
  struct Failure {
    let item: BatchItem, error: RetimeError
  }

  private(set) var total: Int, made = 0, skipped = 0
  private(set) var failures: [Failure] = []
  /// How much of the files that are being done is done, by their numbers.
  var fractions: [Int: Double] = [:]
  private var items: [BatchItem], sizes: [Double], open: Double, ended = 0.0
  private let started = ContinuousClock.now

  init(_ items: [BatchItem]) {
    self.items = items
    sizes = items.map(Self.size)
    (total, open) = (items.count, sizes.reduce(0, +))
  }

  /// Files weigh what they have in bytes: no other measure is there before they are opened.
  private static func size(_ item: BatchItem) -> Double {
    Double(max(1, (try? FileSystem.entry(at: item.input))?.byteCount ?? 1))
  }

  /// Puts one more to the others, or one again.
  mutating func add(_ index: Int, _ item: BatchItem) {
    if index == items.count {
      items.append(item)
      sizes.append(0)
      total += 1
    } else {
      // It was counted when it was done before; as a failure it counts no more.
      let before = failures.count
      failures.removeAll { $0.item.output == item.output }
      if failures.count == before { total += 1 }
      items[index] = item
    }
    sizes[index] = Self.size(item)
    open += sizes[index]
  }

  /// Counts one that is over.
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

  /// Files that are over.
  var done: Int { made + skipped + failures.count }

  /// How much of what is to be done is done, from 0 to 1.
  var fraction: Double {
    let all = ended + open
    guard all > 0 else { return 1 }
    return min(1, (ended + fractions.reduce(0) { $0 + $1.value * sizes[$1.key] }) / all)
  }

  /// Seconds until all is done; nil until that can be told.
  var eta: Double? {
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    return fraction > 0.005 ? seconds * (1 - fraction) / fraction : nil
  }
}
