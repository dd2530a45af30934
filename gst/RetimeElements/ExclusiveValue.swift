// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A value that one thread at a time takes out of its lock, changes, and puts back.
///
/// So no lock is held while a buffer is pushed, which may block for any time.
final class ExclusiveValue<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Calls `body` with the value; nil if another thread is using it.
  func use<Result>(_ body: (inout Value) -> Result) -> Result? {
    use(()) { _, value in body(&value) }
  }

  /// Calls `body` with an argument that it consumes and the value; nil if another thread is using the value.
  func use<Given: ~Copyable, Result>(
    _ given: consuming Given,
    _ body: (consuming Given, inout Value) -> Result
  ) -> Result? {
    guard var taken = value.withLock({ $0.take() }) else { return nil }
    let result = body(given, &taken)
    value.withLock { $0 = taken }
    return result
  }

  /// Replaces the value, even if a thread is using it.
  func replace(_ new: Value) { value.withLock { $0 = new } }
}
