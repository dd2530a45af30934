// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// An element that is kept alive.
@safe final class OwnedElement {
  private let raw: UnsafeMutablePointer<GstElement>

  init(_ raw: UnsafeMutablePointer<GstElement>) {
    unsafe self.raw = unsafe raw
    unsafe gst_object_ref_sink(raw)
  }

  deinit { unsafe gst_object_unref(raw) }

  /// Returns the result of `body`, which gets the element.
  func use<Result>(_ body: (UnsafeMutablePointer<GstElement>) -> Result) -> Result {
    unsafe body(raw)
  }
}
