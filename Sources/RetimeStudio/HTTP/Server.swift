// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// An HTTP/1.1 server.
///
/// The event loops have their own threads, one for each core. Untrusted input is parsed there in
/// bounded pieces.
final class Server: Sendable {
  /// The port that it listens on.
  let port: Int
  /// The IP address that it listens on.
  let address: String?
  private let channel: any Channel
  let connections: Connections
  private let answer: DeferredAnswer

  /// The size of the system's receive buffer for a connection, in bytes.
  private static let received: ChannelOptions.Types.SocketOption.Value = 1 << 18

  private init(
    _ channel: any Channel,
    _ connections: Connections,
    _ answer: DeferredAnswer
  ) {
    (self.channel, self.connections, self.answer) = (channel, connections, answer)
    port = channel.localAddress?.port ?? 0
    address = channel.localAddress?.ipAddress
  }

  /// Binds `port`, or the next free one of `tries` ports; requests are not answered before `start`.
  ///
  /// - Throws: if no port is free, or the address does not belong to this machine.
  static func bind(
    address: String,
    port: Int,
    tries: Int,
    limits: Limits
  ) async throws(StudioError) -> Server {
    guard (try? SocketAddress(ipAddress: address, port: port)) != nil else {
      throw StudioError("'\(address)' is no address: give one such as 127.0.0.1, 0.0.0.0 or ::")
    }
    let (connections, answer) = (Connections(limit: limits.connections), DeferredAnswer())
    let bootstrap = bootstrap(limits, connections, answer)
    for next in port..<max(port + tries, port + 1) where next < 65_536 {
      if let channel = try? await bootstrap.bind(host: address, port: next).get() {
        return Server(channel, connections, answer)
      }
    }
    throw StudioError(
      tries > 1
        ? "the ports \(port) to \(port + tries - 1) are all in use: give another one with --port"
        : "port \(port) of \(address) cannot be listened on: it is in use, or the address is not "
          + "this machine's. Give another one"
    )
  }

  /// Starts answering requests.
  func start(_ answer: @escaping RequestLoop.Answer) {
    self.answer.body.withLock { $0 = answer }
    channel.setOption(.autoRead, value: true).whenFailure { [channel] _ in
      channel.close(promise: nil)
    }
  }

  /// Waits until the server stops listening, because of `stop` or a system error.
  func ended() async { try? await channel.closeFuture.get() }

  /// Stops listening and closes all connections.
  func stop() async {
    try? await channel.close().get()
    connections.close()
  }

  private static func bootstrap(
    _ limits: Limits,
    _ connections: Connections,
    _ answer: DeferredAnswer
  ) -> ServerBootstrap {
    var parsing = NIOHTTPDecoderLimitConfiguration()
    (parsing.maxHeaderFieldSize, parsing.maxHeaderListSize) = (limits.field, limits.head)
    parsing.maxHeaderFieldCount = limits.fields
    let rules = parsing
    return ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.autoRead, value: false)
      .childChannelOption(.socketOption(.so_rcvbuf), value: received)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // Bytes are read on demand, one read at a time.
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let line = FirstLine()
          let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .forwardBytes,
            limitConfiguration: rules
          )
          let exchange = RequestLoop(limits: limits, connections: connections, line: line) {
            await answer($0)
          }
          try channel.pipeline.syncOperations.addHandlers([
            line, HTTPResponseEncoder(), ByteToMessageHandler(decoder), exchange,
          ])
        }
      }
  }
}

/// The answer function, set after binding because it depends on the port.
private final class DeferredAnswer: Sendable {
  let body = Mutex<RequestLoop.Answer?>(nil)

  func callAsFunction(_ request: Request) async -> Response {
    guard let answer = body.withLock({ $0 }) else {
      return RequestError(.serviceUnavailable, "Retime Studio is just starting: try again").response
    }
    return await answer(request)
  }
}
#endif
