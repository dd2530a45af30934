// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension String {
  /// The text that C hands over, which is freed; nil for none.
  init?(taking text: UnsafeMutablePointer<CChar>?) {
    guard let text = unsafe text else { return nil }
    defer { unsafe g_free(text) }
    unsafe self.init(cString: text)
  }
}
