// SPDX-License-Identifier: MPL-2.0

/// A closure or value on the heap that can be passed as C's `gpointer`.
final class Box<Value>: Sendable {
  // Values are closures marked `@Sendable` by the functions that box them.
  nonisolated(unsafe) let value: Value

  init(_ value: Value) { unsafe self.value = value }

  /// Returns the value in the box that C passes back.
  static func value(of pointer: UnsafeMutableRawPointer) -> Value {
    unsafe Unmanaged<Box<Value>>.fromOpaque(pointer).takeUnretainedValue().value
  }
}

/// Releases a box when C destroys the callback that it belongs to.
func releaseBox(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer = unsafe pointer else { return }
  unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
