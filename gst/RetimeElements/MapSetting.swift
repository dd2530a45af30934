// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The property `map`: its text, and the parsed map.
struct MapSetting: Sendable {
  static let summary =
    "A map as JSON, see docs/gstreamer.md; factor must be 1"

  /// The one-line description of the property `map-origin`.
  static let originSummary =
    "The time of the map at stream time 0 in nanoseconds: on a timeline, the in-point of the clip; applies from the "
    + "next segment"

  /// The latest origin, a year.
  static let latestOrigin: UInt64 = 31_536_000_000_000_000

  /// The map, counted from the origin; nil if none is set, or a stream cannot play it.
  private(set) var map: TimeMap?
  /// The map as it was set.
  private var whole: TimeMap? { didSet { count() } }
  /// The highest speed of the map; 1 without a map.
  private(set) var fastest = 1.0
  /// Whether the map has cuts or holds.
  private(set) var hasJoints = false
  /// The error in the text, if any.
  private(set) var problem: String?

  /// The text as it was set; empty for no map.
  var text = "" {
    didSet {
      (whole, problem, fastest, hasJoints) = (nil, nil, 1, false)
      guard !text.isEmpty else { return }
      do {
        whole = try MapDocument(parsing: text).streamMap()
        fastest = whole?.sections.map(\.fastest).max() ?? 1
        hasJoints = whole?.hasJoints ?? false
      } catch let error as MapTextError {
        problem = "the map cannot be read: \(error)"
      } catch {
        problem = "the map cannot be played: \(error)"
      }
    }
  }

  /// The map's time at stream time 0, in nanoseconds.
  var origin: UInt64 = 0 { didSet { count() } }

  private mutating func count() {
    let time = RationalTime(nanoseconds: Int64(clamping: origin))
    map =
      origin == 0
      ? whole : whole.map { $0.counted(fromSource: time, output: $0.startTime(ofStream: time)) }
  }

  /// Returns the map, or the map of the factor if no map is set.
  func scale(_ setting: FactorSetting) -> TimeMap {
    map ?? TimeMap(factor: setting.factor)
  }

  /// Returns why an element cannot start; nil if it can.
  func refusal(_ setting: FactorSetting) -> String? {
    if let problem { return problem }
    guard !text.isEmpty, !setting.isIdentity else { return nil }
    return
      "map is set and factor is \(setting.number): leave factor at 1, and write the map's speeds divided by it"
  }
}

extension TimeMap.Section {
  /// The higher of the speeds at its ends; 0 for a hold.
  var fastest: Double { max(speeds.0.doubleValue, speeds.1.doubleValue) }
}
