// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A separate thread for work that blocks, which must never run on the cooperative pool.
///
/// Wraps `g_thread_new` and `g_thread_join`.
@safe public struct BlockingThread: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: a GThread may be joined from any thread, once; `~Copyable` ensures that.
  private let raw: UnsafeMutablePointer<GThread>

  /// Starts `body` on a new thread; debuggers show the first 15 bytes of `name`.
  public init(name: String, _ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box<Body>(body)).toOpaque()
    unsafe raw = unsafe g_thread_new(
      name,
      { data in
        guard let data = unsafe data else { return nil }
        GStreamer.threadStarted()
        unsafe Box<Body>.value(of: data)()
        unsafe releaseBox(data)
        return nil
      },
      box
    )
  }

  private typealias Body = @Sendable () -> Void

  /// Waits for the thread's end.
  public consuming func join() {
    let thread = unsafe raw
    discard self
    _ = unsafe g_thread_join(thread)
  }

  deinit { unsafe g_thread_unref(raw) }
}
