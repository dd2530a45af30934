// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization

/// The signals that request the end of the process, and those of a crash.
public enum Signals {
  /// A request to end.
  public enum Request: Sendable {
    /// SIGINT, as Ctrl-C sends it.
    case interrupt
    /// SIGTERM from the system or a service manager, or SIGHUP when the terminal closes.
    case terminate

    /// The exit status of a process that the request ended.
    fileprivate var status: Int32 { 128 + (self == .interrupt ? SIGINT : SIGTERM) }
  }

  /// The time for an orderly end, after which the process is ended at once.
  private static let patience = DispatchTimeInterval.seconds(15)

  /// Sends requests to end to `handler` from now on, instead of killing the process.
  ///
  /// A second request that comes more than a second after the first ends the process at once, and
  /// removes the unfinished file set by `guardCrashes`.
  ///
  /// - Parameter handler: called on a dispatch queue of its own, once for each signal; returns
  ///   whether the process is to end, or the signal had another meaning.
  public static func onRequest(_ handler: @escaping @Sendable (Request) -> Bool) {
    // The global queues may have no free thread when work that waits for the disk occupies them
    // all.
    let queue = DispatchQueue(label: "retime.signals")
    let first = Mutex<DispatchTime?>(nil)
    let asked: @Sendable (Request) -> Void = { request in
      guard handler(request) else { return }
      let since = first.withLock { first in
        defer { first = first ?? .now() }
        return first
      }
      if let since, DispatchTime.now() > since + .seconds(1) { leave(request.status) }
      if since == nil {
        queue.asyncAfter(deadline: .now() + patience) { leave(request.status) }
      }
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
    // Until its source is registered, a signal ends the process by default. If ignored, it would be
    // lost.
    registered.wait()
    // A write to a closed pipe or beyond a size limit fails, instead of ending the process.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The dispatch sources, kept alive; only `onRequest` changes them, on the main thread.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

  /// Ends the process at once, and removes the unfinished file.
  static func leave(_ status: Int32) { unsafe Crash.leave(saying: nil, status: status) }
}

// MARK: - Crashes

extension Signals {
  /// The messages for crashes.
  public struct CrashMessages {
    /// The message for a crash in a library's C code, and that for a trap, a fault of this program.
    let codec: String, own: String

    /// Creates the messages, each with a newline at its end.
    public init(codec: String, own: String) { (self.codec, self.own) = (codec, own) }
  }

  /// Handles crashes of C code and traps of Swift code.
  ///
  /// The handler removes the unfinished file, prints the message and exits with `status`. GStreamer
  /// runs decoders in this process, and some crash on damaged input; the destination must stay
  /// unchanged even then. Call it again when the unfinished file has another name.
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
    // Swift's traps are SIGILL on x86-64 and SIGTRAP on arm64.
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

  /// Gives the calling thread a second stack for the crash handler, as its own may be exhausted.
  ///
  /// Has no cost unless `guardCrashes` was called. The stack is freed when the thread ends. Wraps
  /// `sigaltstack`.
  public static func guardThread() {
    guard Crash.isGuarded.load(ordering: .acquiring),
      unsafe pthread_getspecific(SecondStack.key) == nil
    else { return }
    unsafe SecondStack.install()
  }
}

/// The data of the crash handler, in memory that it can read without locks or allocation.
private enum Crash {
  nonisolated(unsafe) static var path: UnsafeMutablePointer<CChar>? = nil
  nonisolated(unsafe) static var codec = unsafe UnsafeBufferPointer<CChar>(start: nil, count: 0)
  nonisolated(unsafe) static var own = unsafe UnsafeBufferPointer<CChar>(start: nil, count: 0)
  nonisolated(unsafe) static var status: Int32 = 65
  static let isGuarded = Atomic(false)

  @unsafe static func text(_ text: String) -> UnsafeBufferPointer<CChar> {
    unsafe UnsafeBufferPointer(start: strdup(text), count: text.utf8.count)
  }

  /// Cleans up, prints the message and exits, using only calls that POSIX lists as async-signal-safe.
  @unsafe static func leave(saying message: UnsafeBufferPointer<CChar>?, status: Int32) -> Never {
    if let path = unsafe path { unsafe unlink(path) }
    if let message = unsafe message { _ = unsafe write(2, message.baseAddress, message.count) }
    _exit(status)
  }
}

/// A thread's alternate stack for signal handlers.
private enum SecondStack {
  /// The size, enough for the handler and for the widest registers that a kernel saves.
  private static let byteCount = 1 << 16

  /// The key of a thread's pointer to the stack; its destructor frees the stack when the thread ends.
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
