// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Looks for files that come into the folders of a batch.
///
/// They are looked through every two seconds rather than announced by the system: a folder on a file server announces
/// nothing. A file counts when it has not changed from one look to the next, so that one that is still being copied waits.
struct BatchWatch {
  private static let interval = Duration.seconds(2)

  /// What a file was when it was seen.
  private struct Sight: Equatable {
    let byteCount: Int64, modified: Int64
  }

  private let source: BatchSource
  private var seen: [String: Sight] = [:], told: [String: Sight] = [:]
  private var last = ContinuousClock.now
  private var isFirst = true

  init(_ source: BatchSource) { self.source = source }

  /// The files that have come, or have changed, since those of the batch; nil for none.
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
