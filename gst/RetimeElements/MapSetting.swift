// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The property `map`: its text, and the parsed map.
struct MapSetting: Sendable {
  static let summary =
    "A map as JSON, see docs/gstreamer.md; factor must be 1"

  /// The map; nil if none is set, or a stream cannot play it.
  private(set) var map: TimeMap?
  /// The highest speed of the map; 1 without a map.
  private(set) var fastest = 1.0
  /// Whether the map has cuts or holds.
  private(set) var hasJoints = false
  /// The error in the text, if any.
  private(set) var problem: String?

  /// The text as it was set; empty for no map.
  var text = "" {
    didSet {
      (map, problem, fastest, hasJoints) = (nil, nil, 1, false)
      guard !text.isEmpty else { return }
      do {
        map = try MapDocument(parsing: text).streamMap()
        fastest = map?.sections.map(\.fastest).max() ?? 1
        hasJoints = map?.hasJoints ?? false
      } catch let error as MapTextError {
        problem = "the map cannot be read: \(error)"
      } catch {
        problem = "the map cannot be played: \(error)"
      }
    }
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
