// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import RetimeSystem
internal import Synchronization

extension Studio {
  /// Opens a studio and keeps it open until a signal asks for its end; then everything is put in order.
  ///
  /// Blocks: for a program's main thread, which sees to the end itself. Where order is not restored in time, the
  /// process ends without: nothing that keeps Swift's threads busy keeps the studio alive. `onReady` gets the address
  /// for the browser.
  public static func run(
    _ settings: StudioSettings,
    onReady: @escaping @Sendable (String) -> Void
  ) throws(StudioError) {
    let news = News()
    Signals.onRequest { news.tell(.asked($0)) }
    let (open, close) = AsyncStream.makeStream(of: Void.self)
    Task {
      do throws(StudioError) {
        let studio = try await Studio(settings)
        await Blocking.run { onReady(studio.address) }
        Task {
          await studio.ended()
          news.tell(.deaf)
        }
        for await _ in open {}
        await studio.stop()
        news.tell(.over(nil))
      } catch {
        news.tell(.over(error))
      }
    }
    var request: Signals.Request?, failure: StudioError?
    var deadline = DispatchTime.distantFuture
    while true {
      switch news.next(before: deadline) {
      case .asked(let first) where request == nil:
        (request, deadline) = (first, .now() + patience)
        close.finish()
      case .asked: break
      case nil: leave(settings.folder, request ?? .terminate)
      case .deaf?:
        failure = StudioError("the system takes no more connections: start the studio again")
        close.finish()
      case .over(let error)?:
        if let error = error ?? (request == nil ? failure : nil) { throw error }
        return
      }
    }
  }

  /// How long putting in order may take; commands that do not end are killed after two seconds of it.
  private static let patience = DispatchTimeInterval.seconds(5)

  /// Ends the process as it is: commands that run notice it and clean up, and unfinished uploads are removed here.
  private static func leave(_ folder: String, _ request: Signals.Request) -> Never {
    // The disk may be what everything waits for.
    Blocking.run(atMost: .seconds(1)) { Upload.removeUnfinished(in: folder, $0) }
    ProcessExit.now(request == .interrupt ? 130 : 143)
  }
}

/// What the thread that waits for the end is told.
private final class News: Sendable {
  enum Event: Sendable {
    case asked(Signals.Request)
    /// The system has ended what listens.
    case deaf
    case over(StudioError?)
  }

  private let events = Mutex<[Event]>([])
  private let count = DispatchSemaphore(value: 0)

  func tell(_ event: Event) {
    events.withLock { $0.append(event) }
    count.signal()
  }

  /// The next event; nil when none comes in time.
  func next(before deadline: DispatchTime) -> Event? {
    guard count.wait(timeout: deadline) == .success else { return nil }
    return events.withLock { $0.removeFirst() }
  }
}

/// The person's browser.
public enum Browser {
  /// Opens an address where there is a desktop with a browser; elsewhere nothing happens.
  ///
  /// Runs `xdg-open`, and waits for nothing.
  public static func open(_ address: String) {
    Task {
      guard Environment.hasDisplay, let opener = await Blocking.run({ $0.program("xdg-open") })
      else { return }
      ChildProcess.start(
        ChildProcess.Command(opener, [address]),
        onStart: { _ in },
        onBytes: { _, _ in },
        onEnd: { _ in }
      )
    }
  }
}
#endif
