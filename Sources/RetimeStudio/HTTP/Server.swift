// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials
internal import Glibc
internal import RetimeSystem

/// FlyingFox's server on an address that was free.
struct Server: Sendable {
  let server: HTTPServer
  /// The port that it listens on.
  let port: Int
  private let task: Task<Void, any Error>

  /// Bodies up to this length are read before a request is looked at; longer ones are streamed.
  static let shortBody = 1 << 16

  /// Starts to listen: on the port, or on the next free one where `tries` allows more.
  ///
  /// - Throws: when no port is free, or the address is not one of this machine.
  static func start(
    address: String,
    port: Int,
    tries: Int,
    makeHandler: @escaping @Sendable (Int) -> any HTTPHandler
  ) async throws(StudioError) -> Server {
    for next in port..<max(port + tries, port + 1) where next < 65_536 {
      if let started = try await start(address, next, makeHandler) { return started }
    }
    throw StudioError(
      tries > 1
        ? "the ports \(port) to \(port + tries - 1) are all in use: give another one with --port"
        : "port \(port) of \(address) cannot be listened on: it is in use, or the address is not "
          + "this machine's. Give another one"
    )
  }

  /// Waits until nothing is answered any more.
  func ended() async { _ = await task.result }

  /// Ends all connections.
  func stop() async {
    await server.stop(timeout: 0)
    _ = await task.result
  }

  private static func start(
    _ address: String,
    _ port: Int,
    _ makeHandler: @escaping @Sendable (Int) -> any HTTPHandler
  ) async throws(StudioError) -> Server? {
    let late = LateHandler()
    guard let configuration = configuration(address, port) else {
      throw StudioError("'\(address)' is no address: give one such as 127.0.0.1, 0.0.0.0 or ::")
    }
    let server = HTTPServer(config: configuration, handler: late)
    let task = Task { try await server.run() }
    // Whichever comes first: it listens, or it has failed.
    let (outcomes, told) = AsyncStream.makeStream(of: Bool.self)
    let waiting = Task {
      told.yield((try? await server.waitUntilListening(timeout: 10)) != nil)
    }
    Task {
      _ = await task.result
      told.yield(false)
    }
    var outcome = outcomes.makeAsyncIterator()
    guard await outcome.next() ?? false else {
      waiting.cancel()
      return nil
    }
    var actual = port
    switch await server.listeningAddress {
    case .ip4(_, let port)?, .ip6(_, let port)?: actual = Int(port)
    case .unix?, nil: break
    }
    late.set(makeHandler(actual))
    return Server(server: server, port: actual, task: task)
  }

  private static func configuration(_ address: String, _ port: Int) -> HTTPServer.Configuration? {
    let port = UInt16(port)
    if let four = try? sockaddr_in.inet(ip4: address, port: port) { return configuration(four) }
    if let six = try? sockaddr_in6.inet6(ip6: address, port: port) { return configuration(six) }
    return nil
  }

  private static func configuration(_ address: some SocketAddress) -> HTTPServer.Configuration {
    HTTPServer.Configuration(
      address: address,
      // It would end uploads: nothing here waits for ever but for its own children.
      timeout: 1e9,
      sharedRequestBufferSize: shortBody,
      sharedRequestReplaySize: shortBody,
      logger: .disabled
    )
  }
}
#endif
