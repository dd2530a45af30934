// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// The GStreamer library: its initialisation, version and process-wide settings.
public enum GStreamer {
  private static let initialization: Result<Void, GStreamerError> = {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe gst_init_check(nil, nil, &error) != 0 else {
      return .failure(unsafe GStreamerError(taking: error))
    }
    gst_pb_utils_init()
    return .success(())
  }()

  /// Initialises GStreamer once; later calls cost nothing.
  ///
  /// Any thread. Wraps `gst_init_check`.
  public static func initialize() throws(GStreamerError) {
    try initialization.get()
  }

  /// The version of the running GStreamer, such as "1.22.0".
  public static var version: String {
    var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    unsafe gst_version(&major, &minor, &micro, &nano)
    return "\(major).\(minor).\(micro)"
  }

  /// Stops warnings of GLib and its users on standard error.
  ///
  /// For programs that report errors in their own messages. Wraps `g_log_set_default_handler`.
  public static func silenceLibraryMessages() {
    unsafe g_log_set_default_handler({ _, _, _, _ in }, nil)
  }

  /// Sets a closure that runs at the start of each new thread of this overlay and of GStreamer's tasks.
  ///
  /// It runs on that thread, but not on the threads that codecs create.
  public static func onThreadStart(_ body: @escaping @Sendable () -> Void) {
    threadHandler.withLock { $0 = body }
  }

  static func threadStarted() { threadHandler.withLock { $0 }?() }

  private static let threadHandler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Makes elements that number streams randomly, such as muxers, use the same numbers each time.
  ///
  /// Wraps `g_random_set_seed`.
  public static func beginRandomNumbersAnew() { g_random_set_seed(0x5245_5449) }

  /// Returns freed memory to the system; useful after a large allocation that will not recur.
  ///
  /// Wraps `malloc_trim`. Takes about a millisecond for each 10 MB of free memory.
  public static func returnFreedMemory() { malloc_trim(0) }
}
