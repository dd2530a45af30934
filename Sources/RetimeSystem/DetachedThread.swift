// SPDX-License-Identifier: MPL-2.0

internal import Glibc

/// A thread that is never joined.
enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread; returns false when the system cannot create one.
  ///
  /// Wraps `pthread_create`.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let held = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread,
      &attributes,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        }
        return nil
      },
      held.toOpaque()
    )
    guard failure == 0 else {
      unsafe held.release()
      return false
    }
    return true
  }
}
