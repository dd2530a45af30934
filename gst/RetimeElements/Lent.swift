// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// A value that one thread at a time takes out of its lock, works with, and puts back.
///
/// So nothing is locked while a buffer is pushed, which may take as long as downstream likes.
final class Lent<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Lends the value; nil when it is out already.
  func use<Result>(_ body: (inout Value) -> Result) -> Result? {
    guard var taken = value.withLock({ $0.take() }) else { return nil }
    let result = body(&taken)
    value.withLock { $0 = taken }
    return result
  }

  /// Puts a new value in the place of the old one.
  func replace(_ new: Value) { value.withLock { $0 = new } }
}
