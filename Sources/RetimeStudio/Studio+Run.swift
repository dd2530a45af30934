// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import Dispatch
internal import RetimeSystem

extension Studio {
  /// Opens a studio and runs it until a signal requests its end, then shuts it down.
  ///
  /// Blocks: call it from a program's main thread, which performs the shutdown itself. If the
  /// shutdown takes longer than `patience`, the process exits without it, so that busy threads of
  /// Swift's cooperative pool cannot keep the studio alive.
  /// `onReady`: receives the address to open in a browser.
  public static func run(
    _ settings: StudioSettings,
    onReady: @escaping @Sendable (String) -> Void
  ) throws(StudioError) {
    let news = Mailbox<StudioMessage>()
    Signals.onRequest {
      news.post(.asked($0))
      return true
    }
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

  /// The time limit of a shutdown; running commands are killed after the first two seconds.
  private static let patience = Duration.seconds(5)

  /// Exits the process without a full shutdown.
  ///
  /// Running commands notice the exit and clean up themselves; unfinished uploads are removed here.
  private static func leave(_ folder: String, _ request: Signals.Request) -> Never {
    // The shutdown may be blocked by the disk, so this step has a time limit.
    Blocking.run(atMost: .seconds(1)) { Upload.removeUnfinished(in: folder, $0) }
    ProcessExit.now(request == .interrupt ? 130 : 143)
  }
}

/// The messages to the thread that waits for the end.
private enum StudioMessage: Sendable {
  case asked(Signals.Request)
  /// The system has closed the listening socket.
  case deaf
  case over(StudioError?)
}

/// The user's web browser.
public enum Browser {
  /// Opens an address if there is a desktop with a browser, and does nothing otherwise.
  ///
  /// Runs `xdg-open` and does not wait for it.
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
