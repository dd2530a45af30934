// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import RetimeSystem

/// What `retime studio` is told.
public struct StudioSettings: Sendable {
  /// The folder with the media.
  public var folder: String
  /// The port; nil for 8017 or the next free one, 0 for any.
  public var port: Int?
  /// The address to listen on; nil for loopback alone.
  public var address: String?
  /// What browsers must know; nil for a new one where the address is not loopback, else for nothing.
  public var token: String?
  /// How many jobs run at one time.
  public var jobs = 1
  /// The `retime` program, which does the work.
  public var executable = "/proc/self/exe"
  /// Where state is kept; nil for the usual place.
  public var state: String?

  /// The settings for a folder.
  public init(folder: String) { self.folder = folder }
}

/// The browser studio: a server for one folder of media.
///
/// All work on media is done by child processes; this process answers, keeps lists and moves bytes.
public final class Studio: Sendable {
  /// The address to open in a browser, with the token if there is one.
  public let address: String

  private let server: Server
  let router: Router
  private let lock: FileLock
  private let watching: [Task<Void, Never>]

  /// The port that is tried first, and how many are tried.
  private static let firstPort = 8017, triedPorts = 20

  /// Opens the folder and starts to answer.
  ///
  /// - Throws: when the folder cannot be read, its state is in use by another studio or cannot be kept, or no
  ///   port is free.
  public init(_ settings: StudioSettings) async throws(StudioError) {
    let root = try Self.root(settings.folder)
    let paths: StatePaths
    if let state = settings.state {
      paths = StatePaths(folder: state)
    } else {
      paths = try StatePaths.usual(for: root)
    }
    try paths.make()
    lock = try Self.locked(paths, root)
    let hub = EventHub()
    let sample = SampleClip.prepare(in: paths)
    let store = try Store(paths.database)
    let tool = Tool(executable: settings.executable)
    let library: Library
    let queue: JobQueue
    do {
      library = try await Library(
        root: root,
        paths: paths,
        store: store,
        hub: hub,
        tool: tool,
        sample: sample
      )
      await library.refresh()
      queue = try await JobQueue(library: library, limit: max(1, settings.jobs))
      let (keys, jobs) = await (Set(library.list.map(\.key)), queue.numbers)
      await Blocking.run { paths.keepOnly(keys, jobs: jobs) }
    } catch {
      throw StudioError("'\(paths.database)' cannot be read: \(error). Remove it to begin anew")
    }
    let (derived, plans) = (Derived(library: library), Plans(library: library))
    let isLocal = Self.isLoopback(settings.address)
    let token = settings.token ?? (isLocal ? nil : Self.newToken())
    let listening = settings.address
    let makeRouter: @Sendable (Int) -> Router = { port in
      Router(
        check: RequestCheck(port: port, address: listening, token: token),
        library: library,
        queue: queue,
        derived: derived,
        plans: plans,
        hub: hub
      )
    }
    server = try await Server.start(
      address: settings.address ?? "127.0.0.1",
      port: settings.port ?? Self.firstPort,
      tries: settings.port == nil ? Self.triedPorts : 1,
      makeHandler: makeRouter
    )
    router = makeRouter(server.port)
    address = Self.address(settings.address, server.port, token)
    watching = [
      Task { await library.watch() },
      Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(15))
          hub.ping()
        }
      },
    ]
    await queue.start()
  }

  /// Waits until nothing is answered any more, because of `stop` or because the system refused something.
  func ended() async { await server.ended() }

  /// Ends jobs, lookups and connections, and leaves nothing unfinished behind.
  public func stop() async {
    for task in watching { task.cancel() }
    router.hub.close()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [router] in await router.queue.close() }
      group.addTask { [router] in await router.derived.close() }
      group.addTask { [router] in await router.library.close() }
      group.addTask { [router] in await router.plans.close() }
      await group.waitForAll()
    }
    await server.stop()
    lock.release()
  }

  private static func root(_ folder: String) throws(StudioError) -> String {
    do throws(SystemError) {
      let root = try FileSystem.resolved(folder)
      guard try FileSystem.entry(at: root).sort == .directory else {
        throw SystemError.notAFolder
      }
      _ = try Folder.items(of: root)
      return root
    } catch {
      throw StudioError("'\(folder)' cannot be opened: \(error). Give a folder with media files")
    }
  }

  private static func locked(_ paths: StatePaths, _ root: String) throws(StudioError) -> FileLock {
    do throws(SystemError) {
      return try FileLock(paths.lock)
    } catch {
      guard error.isInUse else { throw StudioError("'\(paths.lock)' cannot be used: \(error)") }
      throw StudioError("'\(root)' is open in another studio: use that one, or end it first")
    }
  }

  private static func isLoopback(_ address: String?) -> Bool {
    guard let address else { return true }
    return address == "::1" || address.hasPrefix("127.")
  }

  /// 128 bits that nobody can guess.
  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in Fingerprint.digits(of: random.next()) }.joined()
  }

  private static func address(_ given: String?, _ port: Int, _ token: String?) -> String {
    let host =
      switch given {
      case nil: "127.0.0.1"
      case "0.0.0.0"?, "::"?: HostName.own ?? "localhost"
      case let address?: address.contains(":") ? "[\(address)]" : address
      }
    return "http://\(host):\(port)/" + (token.map { "?token=\($0)" } ?? "")
  }
}
#endif
