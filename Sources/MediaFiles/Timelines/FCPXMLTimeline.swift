// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

extension MapDocument {
  /// Creates the map of the clips of a timeline in FCPXML (`.fcpxml`).
  ///
  /// Each clip of the first spine becomes a section, or several if its `timeMap` has more than two
  /// points. Source times count from the start of the clip's asset.
  ///
  /// - Throws: ``MapTextError`` with the line of the fault, also for gaps, transitions, connected
  ///   clips, several assets and other content that no map has.
  package init(fcpxml bytes: [UInt8]) throws(MapTextError) {
    let reader = try FCPXMLTimeline.reading(bytes)
    try self.init(read: reader.parts, of: bytes, orSaying: "there is no clip in a spine")
  }
}

/// The state between the tokens of an FCPXML file.
private struct FCPXMLTimeline: XMLTimeline {
  let bytes: [UInt8]
  var offset = 0
  let noun = "timeline"
  var parts: [TimeMap.Part] = []
  /// The starts of the assets, by identifier.
  private var starts: [String: Rational] = [:]
  /// The open elements, from the spine on; none outside of it.
  private var open: [Substring] = []
  private var hasEnded = false
  private var asset: String?
  private var clip: Clip?

  /// The clip whose tag is open.
  private struct Clip {
    let start: Rational, duration: Rational
    let assetStart: Rational
    var points: [(time: Rational, value: Rational)] = []
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ token: XMLToken) throws(MapTextError) {
    switch token.kind {
    case .start, .empty:
      if token.local == "asset", let id = token.value("id") {
        starts[id] = try time(token, "start") ?? Rational(0)
      }
      if open.isEmpty {
        if token.local == "spine", token.kind == .start, !hasEnded { open = ["spine"] }
        return
      }
      try begin(token)
      if token.kind == .start {
        open.append(token.local)
      } else {
        try end(token.local, depth: open.count)
      }
    case .end:
      guard let last = open.popLast() else { return }
      if open.isEmpty { hasEnded = true } else { try end(last, depth: open.count) }
    case .text, .other: break
    }
  }

  /// Handles the start of an element in the spine.
  private mutating func begin(_ token: XMLToken) throws(MapTextError) {
    if open.count > 1 {
      if token.local == "timept", let moment = try time(token, "time"),
        let value = try time(token, "value")
      {
        clip?.points.append((moment, value))
      } else if token.value("lane") != nil
        || ["clip", "asset-clip", "ref-clip"].contains(token.local)
      {
        throw error("has a connected \(token.local): a map is of one track")
      }
      return
    }
    guard ["asset-clip", "clip", "video"].contains(token.local) else {
      throw error("has a \(token.local): clips of one file, one after the other, are supported")
    }
    guard let duration = try time(token, "duration"), duration > Rational(0) else {
      throw error("has a \(token.local) without a duration")
    }
    let reference = token.value("ref")
    guard asset == nil || reference == nil || asset == reference else {
      throw error("has clips of several assets: a map is of one file")
    }
    asset = reference ?? asset
    let assetStart = asset.flatMap { starts[$0] } ?? Rational(0)
    clip = Clip(
      start: try time(token, "start") ?? assetStart,
      duration: duration,
      assetStart: assetStart
    )
  }

  /// Handles the end of an element in the spine.
  private mutating func end(_ name: Substring, depth: Int) throws(MapTextError) {
    guard depth == 1, let clip else { return }
    self.clip = nil
    guard clip.points.count > 1 else {
      return try add(
        from: clip.start - clip.assetStart,
        to: clip.start - clip.assetStart + clip.duration,
        clip.duration
      )
    }
    let end = clip.start + clip.duration
    for (one, two) in zip(clip.points, clip.points.dropFirst()) {
      guard two.time > one.time else {
        throw error("has points of a time map that are not in order")
      }
      let (from, to) = (max(one.time, clip.start), min(two.time, end))
      guard from < to else { continue }
      let slope = (two.value - one.value) / (two.time - one.time)
      try add(
        from: one.value + (from - one.time) * slope - clip.assetStart,
        to: one.value + (to - one.time) * slope - clip.assetStart,
        to - from
      )
    }
  }

  private mutating func add(from: Rational, to: Rational, _ duration: Rational) throws(MapTextError)
  {
    guard min(from, to) >= Rational(0) else {
      throw error("has a clip that starts before its asset")
    }
    let (one, two) = (RationalTime(seconds: from), RationalTime(seconds: to))
    let speed = (max(from, to) - min(from, to)) / duration
    parts.append(
      from == to
        ? .hold(at: one, duration: RationalTime(seconds: duration))
        : .play(from: one, to: two, speed: speed)
    )
  }

  /// Returns the time of an attribute, such as "1001/30000s".
  private func time(_ token: XMLToken, _ name: String) throws(MapTextError) -> Rational? {
    guard let text = token.value(name) else { return nil }
    guard text.hasSuffix("s"), let value = try? Rational(parsing: String(text.dropLast())) else {
      throw error("has the \(name) \"\(text)\": seconds such as \"1001/30000s\" are allowed")
    }
    return value
  }
}
