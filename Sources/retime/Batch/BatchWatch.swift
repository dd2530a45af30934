// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// A search for new files in the folders of a batch.
///
/// The folders are scanned every two seconds instead of using notifications from the system, since
/// file servers send none. A file is reported once it has not changed between two scans, so that
/// files still being copied wait.
struct BatchWatch {
  private static let interval = Duration.seconds(2)

  /// The properties of a file that detect changes.
  private struct Sight: Equatable {
    let byteCount: Int64, modified: Int64
  }

  private let source: BatchSource
  private var seen: [String: Sight] = [:], told: [String: Sight] = [:]
  private var last = ContinuousClock.now
  private var isFirst = true

  init(_ source: BatchSource) { self.source = source }

  /// Returns the files added or changed since the files of the batch; nil if there are none.
  mutating func look(besides items: [BatchItem]) -> [BatchItem]? {
    if isFirst {
      isFirst = false
      for item in items { told[item.input] = Self.sight(item) }
    }
    guard ContinuousClock.now - last >= Self.interval else { return nil }
    defer { last = .now }
    guard let all = try? source.items() else { return nil }
    var (now, new): ([String: Sight], [BatchItem]) = ([:], [])
    for item in all {
      guard let sight = Self.sight(item), sight != told[item.input] else { continue }
      now[item.input] = sight
      if seen[item.input] == sight {
        told[item.input] = sight
        new.append(item)
      }
    }
    seen = now
    return new.isEmpty ? nil : new
  }

  private static func sight(_ item: BatchItem) -> Sight? {
    (try? RandomAccessFile(item.input)).map {
      Sight(byteCount: Int64($0.byteCount), modified: $0.modified)
    }
  }
}
