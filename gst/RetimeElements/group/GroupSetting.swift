// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// A setting that the elements of a group share.
enum GroupSetting: Sendable {
  /// The factor and the map.
  case time(FactorSetting, MapSetting)
  /// A valid pitch.
  case pitch(PitchSetting)

  /// Whether it changes nothing.
  var isDefault: Bool {
    switch self {
    case .time(let factor, let map): factor.isIdentity && map.text.isEmpty
    case .pitch(let pitch): pitch.pitch == .follow
    }
  }
}

extension TimedSettings {
  /// The settings to share with a group; an invalid pitch, with which the element does not start, is none of them.
  var shared: [GroupSetting] {
    let pitch = sharedPitch.flatMap { $0.problem == nil ? GroupSetting.pitch($0) : nil }
    return [.time(factor, map)] + (pitch.map { [$0] } ?? [])
  }

  /// Applies a setting of the group.
  mutating func apply(_ setting: GroupSetting) {
    switch setting {
    case .time(let factor, let map): (self.factor, self.map) = (factor, map)
    case .pitch(let pitch): sharedPitch = pitch
    }
  }
}
