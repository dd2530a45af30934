// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import RetimeSystem
internal import Synchronization

extension Studio {
  /// Opens a studio and keeps it open until a signal asks for its end; then everything is put in order.
  ///
  /// Blocks: for a program's main thread. `onReady` gets the address for the browser.
  public static func run(
    _ settings: StudioSettings,
    onReady: @escaping @Sendable (String) -> Void
  ) throws(StudioError) {
    let (requests, asked) = AsyncStream.makeStream(of: Signals.Request?.self)
    Signals.onRequest { asked.yield($0) }
    let failure = Mutex<StudioError?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let kept = Shared(failure)
    Task {
      do throws(StudioError) {
        let studio = try await Studio(settings)
        onReady(studio.address)
        // A server that ends by itself has met a limit of the system; nil stands for that.
        let watch = Task {
          await studio.ended()
          asked.yield(nil)
        }
        var next = requests.makeAsyncIterator()
        let request = await next.next()
        watch.cancel()
        await studio.stop()
        if request == .some(nil) {
          throw StudioError("the system takes no more connections: start the studio again")
        }
      } catch {
        kept.value.withLock { $0 = error }
      }
      isOver.signal()
    }
    isOver.wait()
    if let error = kept.value.withLock({ $0 }) { throw error }
  }
}

/// What the task and the thread that waits for it share.
private final class Shared: Sendable {
  let value: Mutex<StudioError?>
  init(_ value: consuming Mutex<StudioError?>) { self.value = value }
}

/// The person's browser.
public enum Browser {
  /// Opens an address where there is a desktop with a browser; elsewhere nothing happens.
  ///
  /// Runs `xdg-open`, and waits for nothing.
  public static func open(_ address: String) {
    guard Display.isThere, let opener = Program.path(of: "xdg-open") else { return }
    ChildProcess.start(
      ChildProcess.Command(opener, [address]),
      onStart: { _ in },
      onBytes: { _, _ in },
      onEnd: { _ in }
    )
  }
}
#endif
