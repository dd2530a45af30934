// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A controller's binding of one property, a `GstControlBinding`.
@safe public final class ControlBinding: @unchecked Sendable {
  // `@unchecked Sendable`: the pointer never changes, and control sources are MT safe.
  private let raw: UnsafeMutablePointer<GstControlBinding>

  init(takingOwnershipOf raw: UnsafeMutablePointer<GstControlBinding>) {
    unsafe self.raw = unsafe raw
  }
  deinit { unsafe gst_object_unref(raw) }

  /// Returns the value of a `Double` property at a stream time in nanoseconds; nil where there is none.
  ///
  /// Wraps `gst_control_binding_get_value`.
  public func number(at streamTime: Int64) -> Double? {
    guard let time = UInt64(exactly: streamTime),
      let value = unsafe gst_control_binding_get_value(raw, GstClockTime(time))
    else { return nil }
    defer {
      unsafe g_value_unset(value)
      unsafe g_free(value)
    }
    guard unsafe value.pointee.g_type == CGStreamer_type_double() else { return nil }
    return unsafe g_value_get_double(value)
  }
}

extension ElementHost {
  /// Returns the enabled control binding of a property; nil where there is none.
  ///
  /// Wraps `gst_object_get_control_binding`.
  public func controlBinding(of property: StaticString) -> ControlBinding? {
    guard let raw = unsafe gst_object_get_control_binding(object, property.cString) else {
      return nil
    }
    let binding = unsafe ControlBinding(takingOwnershipOf: raw)
    return unsafe gst_control_binding_is_disabled(raw) != 0 ? nil : binding
  }
}
