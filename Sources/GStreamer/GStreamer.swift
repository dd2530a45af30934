// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// The library as a whole: initialisation and what it prints.
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

  /// The version of the GStreamer that is running, such as "1.22.0".
  public static var version: String {
    var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    unsafe gst_version(&major, &minor, &micro, &nano)
    return "\(major).\(minor).\(micro)"
  }

  /// Stops GLib and its users from printing warnings on standard error.
  ///
  /// For programs whose own messages say what went wrong. Wraps `g_log_set_default_handler`.
  public static func silenceLibraryMessages() {
    unsafe g_log_set_default_handler({ _, _, _, _ in }, nil)
  }

  /// Runs `body` at the start of each thread to come, of this overlay and of GStreamer's streams, on that thread.
  ///
  /// Not on those that codecs make for themselves.
  public static func onThreadStart(_ body: @escaping @Sendable () -> Void) {
    threadHandler.withLock { $0 = body }
  }

  static func threadStarted() { threadHandler.withLock { $0 }?() }

  private static let threadHandler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Lets elements that number streams at random, such as muxers, use the same numbers each time.
  ///
  /// Wraps `g_random_set_seed`.
  public static func beginRandomNumbersAnew() { g_random_set_seed(0x5245_5449) }

  /// Gives the system what was freed and is kept for later; worth it after something large that does not come again.
  ///
  /// Wraps `malloc_trim`. Takes about a millisecond for each 10 MB that are free.
  public static func returnFreedMemory() { malloc_trim(0) }
}
