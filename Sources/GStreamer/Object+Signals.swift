// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

extension Object {
  /// A signal handler, called with the signal's arguments, the object itself first, and its return value.
  typealias SignalHandler =
    @Sendable (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

  /// Calls `body` whenever the object emits `signal`, on the emitting thread.
  ///
  /// Wraps `g_signal_connect_closure`, whose closures get their arguments as values.
  /// `g_signal_connect_data` needs a function with the arguments of the one signal.
  func connect(_ signal: String, _ body: @escaping SignalHandler) {
    let box = unsafe Unmanaged.passRetained(Box<SignalHandler>(body)).toOpaque()
    let closure = unsafe g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
    unsafe g_closure_set_marshal(closure) { closure, result, _, arguments, _, _ in
      guard let data = unsafe closure?.pointee.data, let arguments = unsafe arguments else {
        return
      }
      unsafe Box<SignalHandler>.value(of: data)(arguments, result)
    }
    unsafe g_closure_add_finalize_notifier(closure, box) { data, _ in unsafe releaseBox(data) }
    unsafe g_signal_connect_closure(raw, signal, closure, 0)
  }
}
