// SPDX-License-Identifier: MPL-2.0

#if Studio

/// What commands say, as people at a page read it.
enum Message {
  /// A message without the path of the library's folders in front of each name.
  static func relative(_ text: String, to library: Library) -> String {
    let folders = [library.paths.sample, library.root].filter { $0 != "/" }
    return folders.reduce(text) { $0.replacing("\($1)/", with: "") }
  }
}
#endif
