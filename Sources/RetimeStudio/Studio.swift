// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The settings of `retime studio`.
public struct StudioSettings: Sendable {
  /// The folder with the media.
  public var folder: String
  /// The port; nil for 8017 or the next free port, 0 for any free port.
  public var port: Int?
  /// The address to listen on; nil for loopback only.
  public var address: String?
  /// The token that browsers must send.
  ///
  /// Nil creates a new token if the address is not loopback; on loopback, nil requires no token.
  public var token: String?
  /// The number of jobs that run at one time.
  public var jobs = 1
  /// The path of the `retime` program, which runs the jobs.
  public var executable = "/proc/self/exe"
  /// The folder for the stored state; nil for the default folder.
  public var state: String?
  /// The time for which a deletion can be undone.
  var undo = Duration.seconds(20)
  /// The size and time limits of a connection.
  var limits = Limits()

  /// Creates the settings for a folder.
  public init(folder: String) { self.folder = folder }
}

/// The browser studio: a server for one folder of media.
///
/// Child processes do all work on media. This process answers requests, keeps lists and moves
/// bytes.
public final class Studio: Sendable {
  /// The address to open in a browser, including the token if there is one.
  public let address: String

  let server: Server
  let router: Router
  private let lock: FileLock
  private let watching: [Task<Void, Never>]

  /// The port that is tried first, and the number of ports that are tried.
  private static let firstPort = 8017, triedPorts = 20

  /// Opens the folder and starts the server.
  ///
  /// - Throws: if the folder cannot be read, its state is in use by another studio or cannot be
  ///   stored, or no port is free.
  public init(_ settings: StudioSettings) async throws(StudioError) {
    let ground = try await Blocking.run { (disk) throws(StudioError) in
      try ServedFolder(settings, disk)
    }
    let paths = ground.paths
    lock = ground.lock
    let hub = EventHub()
    let tool = RetimeTool(executable: settings.executable)
    let library: Library
    let queue: JobQueue
    do {
      library = try await Library(ground, hub: hub, tool: tool)
      await library.refresh()
      queue = try await JobQueue(
        library: library,
        limit: max(1, settings.jobs),
        trash: Trash(library: library, patience: settings.undo)
      )
      let (keys, jobs) = await (Set(library.list.map(\.key)), queue.numbers)
      await Blocking.run { paths.keepOnly(keys, jobs: jobs, $0) }
    } catch {
      throw StudioError("'\(paths.database)' cannot be read: \(error). Remove it to start anew")
    }
    let (derived, plans) = (DerivedFiles(library: library), Plans(library: library))
    server = try await Server.bind(
      address: settings.address ?? "127.0.0.1",
      port: settings.port ?? Self.firstPort,
      tries: settings.port == nil ? Self.triedPorts : 1,
      limits: settings.limits
    )
    let own = settings.address == nil ? nil : server.address ?? settings.address
    let token = settings.token ?? (Self.isLoopback(own) ? nil : Self.newToken())
    let router = Router(
      check: RequestCheck(port: server.port, address: own, token: token),
      library: library,
      queue: queue,
      derived: derived,
      plans: plans,
      exports: Exports(library: library),
      presets: await Presets(paths: paths, hub: hub),
      containers: OfferedContainers(tool: tool),
      hub: hub
    )
    self.router = router
    address = Self.address(own, server.port, token)
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
    server.start { await router.handleRequest($0) }
  }

  /// Ends jobs, lookups and connections, and removes unfinished files.
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

  private static func isLoopback(_ address: String?) -> Bool {
    guard let address else { return true }
    return address == "::1" || address.hasPrefix("127.")
  }

  /// Returns a random token of 128 bits.
  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in Fingerprint.digits(of: random.next()) }.joined()
  }

  private static func address(_ given: String?, _ port: Int, _ token: String?) -> String {
    let host =
      switch given {
      case nil: "127.0.0.1"
      case "0.0.0.0"?, "::"?: Machine.name ?? "localhost"
      case let address?: address.contains(":") ? "[\(address)]" : address
      }
    return "http://\(host):\(port)/" + (token.map { "?token=\($0)" } ?? "")
  }
}
#endif
