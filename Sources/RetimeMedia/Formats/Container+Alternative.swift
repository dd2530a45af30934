// SPDX-License-Identifier: MPL-2.0

extension Container {
  /// The containers that messages suggest, the most capable first.
  private static let suggested = ["mkv", "mov", "mp4", "webm", "ogg", "ts", "avi", "mpg"]

  /// The end of a message that refuses this container: another one to choose, which `isRight` accepts.
  ///
  /// Empty where there is none.
  func alternative(where isRight: (Container) -> Bool) -> String {
    let other = Self.suggested.lazy.compactMap(Container.named).first {
      $0.name != name && isRight($0)
    }
    return other.map { ", or choose another container, such as \($0.name)" } ?? ""
  }
}
