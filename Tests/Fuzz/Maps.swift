// SPDX-License-Identifier: MPL-2.0

import RetimeCore

extension Parsers {
  /// Parses a map's JSON, a timeline's, a table, and option texts in lines; and applies what was parsed.
  static func map(_ bytes: [UInt8]) {
    let end = RationalTime(600, 1)
    if let document = try? MapDocument(parsing: bytes) {
      precondition((try? MapDocument(parsing: "\(document)")) == document)
      if let parts = try? document.parts(end: end) { use(parts) }
    }
    if let document = try? MapDocument(timeline: bytes) {
      precondition((try? MapDocument(parsing: "\(document)")) == document)
      if let parts = try? document.parts(end: end) { use(parts) }
    }
    if let document = try? MapDocument(table: bytes) {
      precondition((try? MapDocument(parsing: "\(document)")) == document)
      if let parts = try? document.parts(end: end) { use(parts) }
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    func texts(_ first: Character) -> [String] {
      lines.filter { $0.first == first }.map { String($0.dropFirst()) }
    }
    for ease in [Ease.smooth, nil] {
      do {
        let edits = try MapEdits(
          keys: texts("a"),
          ranges: texts("r"),
          holds: texts("h"),
          ease: ease
        )
        use(try edits.parts(end: end))
      } catch {
        precondition(!"\(error)".isEmpty)
      }
    }
  }

  private static func use(_ parts: [TimeMap.Part]) {
    guard let map = try? TimeMap(parts), parts.count < 200 else { return }
    _ = (MapCurve(map).lines(width: 40, height: 5), MapCurve(map).rows)
    for playback in Playback.allCases {
      guard let played = try? parts.played(playback).looped(2) else { continue }
      let total = RationalTime(1000, 7)
      guard let scaled = try? played.scaled(to: total), let map = try? TimeMap(scaled) else {
        continue
      }
      let document = MapDocument(scaled)
      precondition((try? MapDocument(parsing: "\(document)")) == document)
      for part in 0..<8 {
        let time = RationalTime(seconds: total.rational * Rational(Int64(part), 8))
        _ = map.outputTime(ofSource: map.sourceTime(ofOutput: time)).nanoseconds
      }
    }
    let (low, high) = (RationalTime(10, 3), RationalTime(100, 3))
    _ = try? parts.clipped(from: low, to: high).shifted(by: .zero - low).total()
  }
}
