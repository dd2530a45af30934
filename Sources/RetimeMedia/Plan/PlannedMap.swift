// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// The map of a plan: its sections, in times of the source as `--start` counts them.
///
/// Coded, it is what `--map` reads, and says how long the result is.
public struct PlannedMap: Sendable, Equatable {
  /// The sections as they were wanted.
  public let parts: [TimeMap.Part]
  /// What they make together.
  public let map: TimeMap

  /// The map of sections in a row.
  ///
  /// - Throws: `MapError` for sections that make no sense.
  public init(_ parts: [TimeMap.Part]) throws(MapError) {
    self.parts = parts
    map = try TimeMap(parts)
  }

  /// Whether both have the same sections.
  public static func == (one: PlannedMap, other: PlannedMap) -> Bool { one.parts == other.parts }
}

extension PlannedMap: Codable {
  /// Decodes what `encode(to:)` gives.
  ///
  /// - Throws: `DecodingError`, also for sections that make no sense.
  public init(from decoder: any Decoder) throws {
    let document = try MapDocument(from: decoder)
    do {
      try self.init(document.parts(end: RationalTime(.max, 1)))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)")
      )
    }
  }

  /// Encodes the sections as a map's file has them, and how long they last.
  public func encode(to encoder: any Encoder) throws {
    try MapDocument(parts, duration: try parts.total()).encode(to: encoder)
  }
}

extension [PlaybackPass] {
  /// Whether each of them plays all of a part of the source.
  func showAll(from start: RationalTime, to end: RationalTime) -> Bool {
    allSatisfy { $0.sourceStart <= start && $0.sourceEnd >= end }
  }
}

extension TimeMap {
  /// Whether a source of such a duration is gone through once, forward and without a jump.
  func playsAll(of sourceDuration: RationalTime) -> Bool {
    let passes = passes
    return passes.count == 1 && !passes[0].isBackward && passes[0].sourceStart == .zero
      && passes[0].sourceEnd >= sourceDuration
  }

  /// How many times as long the slowest of what is played gets.
  var longest: Rational {
    sections.filter { !$0.isHold }
      .map { max($0.speeds.0.reciprocal, $0.speeds.1.reciprocal) }.max() ?? Rational(1)
  }
}
