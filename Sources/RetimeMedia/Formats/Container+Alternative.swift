// SPDX-License-Identifier: MPL-2.0

extension Container {
  /// The containers that messages suggest, the most capable first.
  private static let suggested = ["mkv", "mov", "mp4", "webm", "ogg", "ts", "avi", "mpg"]

  /// Returns the end of a message that rejects this container: a suggestion that `isRight` accepts.
  ///
  /// Empty if there is none.
  func alternative(where isRight: (Container) -> Bool) -> String {
    let other = Self.suggested.lazy.compactMap(Container.named).first {
      $0.name != name && isRight($0)
    }
    return other.map { ", or choose another container, such as \($0.name)" } ?? ""
  }
}
