// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension String {
  /// Creates a string from C text and frees the text; nil for a null pointer.
  init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    defer { unsafe g_free(text) }
    unsafe self.init(cString: text)
  }
}
