// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer

/// The typefinders of animated images, which GStreamer's own do not tell from still ones.
enum AnimationTypes {
  /// Registers the typefinders; repeated calls do nothing.
  static func register() {
    let types: [(AnimationKind, caps: String, extensions: String)] = [
      (.apng, "image/apng", "apng,png"), (.webp, "image/webp, animated=(boolean)true", "webp"),
    ]
    for (kind, text, extensions) in types {
      let name = "retime_\(kind.rawValue)"
      guard !TypeFinder.isThere(name), let caps = try? Caps(text) else { continue }
      TypeFinder.register(name, extensions: extensions, caps: caps) { peek in
        AnimationKind(reading: peek) == kind
      }
    }
  }
}
