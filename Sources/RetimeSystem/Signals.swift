// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization

/// The signals by which a person or the system ends a job, and those of a crash.
public enum Signals {
  /// The requests to end.
  public enum Request: Sendable {
    /// Ctrl-C.
    case interrupt
    /// The system or a service manager asks, or the terminal went away.
    case terminate

    /// The exit status of a process that ends because of it.
    fileprivate var status: Int32 { 128 + (self == .interrupt ? SIGINT : SIGTERM) }
  }

  /// How long a process may take to end in order; after that it ends without.
  private static let patience = DispatchTimeInterval.seconds(15)

  /// From now on, requests to end go to `handler` instead of killing the process.
  ///
  /// Whoever asks once more, a second later or after that, means it: the process ends at once then, and the
  /// unfinished file that `guardCrashes` knows goes.
  ///
  /// - Parameter handler: runs on a dispatch queue of its own, once for each signal.
  public static func onRequest(_ handler: @escaping @Sendable (Request) -> Void) {
    // The shared queues have no thread to spare when work that waits for the disk holds them all.
    let queue = DispatchQueue(label: "retime.signals")
    let first = Mutex<DispatchTime?>(nil)
    let asked: @Sendable (Request) -> Void = { request in
      let since = first.withLock { first in
        defer { first = first ?? .now() }
        return first
      }
      if let since, DispatchTime.now() > since + .seconds(1) { leave(request.status) }
      if since == nil {
        queue.asyncAfter(deadline: .now() + patience) { leave(request.status) }
      }
      handler(request)
    }
    let requests = [(SIGINT, Request.interrupt), (SIGHUP, .terminate), (SIGTERM, .terminate)]
    let registered = DispatchGroup()
    for (number, request) in requests {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { asked(request) }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.activate()
      unsafe sources.append(source)
    }
    // Until a source is registered, its signal ends the process as it would without; one that is ignored would be lost.
    registered.wait()
    // A write to a closed pipe or past a size limit is an error of that write, not of the process.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the dispatch sources alive; only `onRequest` touches it, from the main thread.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Ends the process at once, without the unfinished file.
  static func leave(_ status: Int32) { unsafe Crash.leave(saying: nil, status: status) }
}

// MARK: - Crashes

extension Signals {
  /// What is said of a crash.
  public struct CrashMessages {
    /// Of one in a library's C code, and of a trap, which is a fault of this program itself.
    let codec: String, own: String

    /// Each with a newline at its end.
    public init(codec: String, own: String) { (self.codec, self.own) = (codec, own) }
  }

  /// When a codec's C code crashes, or a trap ends Swift code, removes the unfinished file, says so and exits
  /// with `status`.
  ///
  /// GStreamer runs decoders in this process, and some crash on damaged input; the destination
  /// must stay as it was all the same. Call it again when the unfinished file has another name.
  public static func guardCrashes(
    removing path: String?,
    saying messages: CrashMessages,
    status: Int32
  ) {
    unsafe Crash.path = path.flatMap { unsafe strdup($0.systemPath) }
    unsafe Crash.codec = Crash.text(PathText.shown(messages.codec))
    unsafe Crash.own = Crash.text(PathText.shown(messages.own))
    unsafe Crash.status = status
    Crash.isGuarded.store(true, ordering: .releasing)
    guardThread()
    // Swift's own traps are SIGILL on x86-64 and SIGTRAP on arm64.
    for number in [SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP] {
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { number in
        let isOwn = number == SIGILL || number == SIGTRAP
        unsafe Crash.leave(saying: isOwn ? Crash.own : Crash.codec, status: Crash.status)
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Gives the calling thread a second stack for the handler of crashes: the first may be used up.
  ///
  /// Costs nothing unless `guardCrashes` was called. The stack goes when the thread ends. Wraps `sigaltstack`.
  public static func guardThread() {
    guard Crash.isGuarded.load(ordering: .acquiring),
      unsafe pthread_getspecific(SecondStack.key) == nil
    else { return }
    unsafe SecondStack.install()
  }
}

/// What the crash handler needs, in memory that it can read without locks or allocation.
private enum Crash {
  nonisolated(unsafe) static var path: UnsafeMutablePointer<CChar>? = nil
  nonisolated(unsafe) static var codec = unsafe UnsafeBufferPointer<CChar>(start: nil, count: 0)
  nonisolated(unsafe) static var own = unsafe UnsafeBufferPointer<CChar>(start: nil, count: 0)
  nonisolated(unsafe) static var status: Int32 = 65
  static let isGuarded = Atomic(false)

  @unsafe static func text(_ text: String) -> UnsafeBufferPointer<CChar> {
    unsafe UnsafeBufferPointer(start: strdup(text), count: text.utf8.count)
  }

  /// Only calls that POSIX lists as safe in a signal handler.
  @unsafe static func leave(saying message: UnsafeBufferPointer<CChar>?, status: Int32) -> Never {
    if let path = unsafe path { unsafe unlink(path) }
    if let message = unsafe message { _ = unsafe write(2, message.baseAddress, message.count) }
    _exit(status)
  }
}

/// A thread's stack for signal handlers.
private enum SecondStack {
  /// Enough for the handler and for the widest registers that a kernel saves.
  private static let byteCount = 1 << 16

  /// Where a thread keeps it; frees it at the thread's end.
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { memory in
      var off = unsafe stack_t()
      unsafe off.ss_flags = Int32(SS_DISABLE)
      unsafe sigaltstack(&off, nil)
      unsafe munmap(memory, byteCount)
    }
    return key
  }()

  @unsafe static func install() {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { return }
    var stack = unsafe stack_t(ss_sp: memory, ss_flags: 0, ss_size: byteCount)
    guard unsafe sigaltstack(&stack, nil) == 0 else {
      unsafe munmap(memory, byteCount)
      return
    }
    unsafe pthread_setspecific(key, memory)
  }
}
