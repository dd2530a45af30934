// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Glibc

/// The signals by which a person or the system ends a job, and those of a crash in a codec.
public enum Signals {
  /// The requests to end.
  public enum Request: Sendable {
    /// Ctrl-C.
    case interrupt
    /// The system or a service manager asks, or the terminal went away.
    case terminate
  }

  /// From now on, requests to end go to `handler` instead of killing the process.
  ///
  /// - Parameter handler: runs on a dispatch queue, once for each signal.
  public static func onRequest(_ handler: @escaping @Sendable (Request) -> Void) {
    for (number, request) in [
      (SIGINT, Request.interrupt), (SIGHUP, .terminate), (SIGTERM, .terminate),
    ] {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { handler(request) }
      source.activate()
      unsafe sources.append(source)
    }
    // A write to a closed pipe or past a size limit is an error of that write, not of the process.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the dispatch sources alive; only `onRequest` touches it, from the main thread.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// When a codec's C code crashes, removes the unfinished file, says so and exits with `status`.
  ///
  /// GStreamer runs decoders in this process, and some crash on damaged input; the destination
  /// must stay as it was all the same. Call it again when the unfinished file has another name.
  public static func guardCrashes(removing path: String?, saying message: String, status: Int32) {
    unsafe Crash.path = path.flatMap { unsafe strdup($0) }
    unsafe Crash.message = unsafe strdup(message)
    unsafe Crash.messageLength = message.utf8.count
    unsafe Crash.status = status
    for number in [SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { _ in unsafe Crash.leave() }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      unsafe sigaction(number, &action, nil)
    }
  }
}

/// What the crash handler needs, in memory that it can read without locks or allocation.
private enum Crash {
  nonisolated(unsafe) static var path: UnsafeMutablePointer<CChar>? = nil
  nonisolated(unsafe) static var message: UnsafeMutablePointer<CChar>? = nil
  nonisolated(unsafe) static var messageLength = 0
  nonisolated(unsafe) static var status: Int32 = 65

  /// Only calls that POSIX lists as safe in a signal handler.
  @unsafe static func leave() {
    if let path = unsafe path { unsafe unlink(path) }
    if let message = unsafe message { _ = unsafe write(2, message, messageLength) }
    unsafe _exit(status)
  }
}
