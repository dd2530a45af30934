// SPDX-License-Identifier: MPL-2.0

#if Studio

/// What commands say, as people at a page read it.
enum Message {
  /// A message without the folder's own path in front of each name.
  static func relative(_ text: String, to root: String) -> String {
    root == "/" ? text : text.replacing("\(root)/", with: "")
  }
}
#endif
