// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import RetimeSystem

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
    let news = Mailbox<News>()
    Signals.onRequest { news.post(.asked($0)) }
    let (open, close) = AsyncStream.makeStream(of: Void.self)
    Task {
      do throws(StudioError) {
        let studio = try await Studio(settings)
        await Blocking.run { onReady(studio.address) }
        Task {
          await studio.server.ended()
          news.post(.deaf)
        }
        for await _ in open {}
        await studio.stop()
        news.post(.over(nil))
      } catch {
        news.post(.over(error))
      }
    }
    var request: Signals.Request?, failure: StudioError?
    var deadline: ContinuousClock.Instant?
    while true {
      let left = deadline.map { max(0, Int(($0 - .now) / .milliseconds(1))) } ?? .max
      switch news.wait(milliseconds: left) {
      case .asked(let first) where request == nil:
        (request, deadline) = (first, .now + patience)
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
  private static let patience = Duration.seconds(5)

  /// Ends the process as it is: commands that run notice it and clean up, and unfinished uploads are removed here.
  private static func leave(_ folder: String, _ request: Signals.Request) -> Never {
    // The disk may be what everything waits for.
    Blocking.run(atMost: .seconds(1)) { Upload.removeUnfinished(in: folder, $0) }
    ProcessExit.now(request == .interrupt ? 130 : 143)
  }
}

/// What the thread that waits for the end is told.
private enum News: Sendable {
  case asked(Signals.Request)
  /// The system has ended what listens.
  case deaf
  case over(StudioError?)
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
