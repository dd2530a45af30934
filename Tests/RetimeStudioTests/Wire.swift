// SPDX-License-Identifier: MPL-2.0

#if Studio
import NIOCore
import NIOPosix
@testable import RetimeStudio
import Synchronization

/// A connection to a studio, byte by byte: a client may send anything.
final class Wire: Sendable {
  /// The WebSocket handshake, with the key of RFC 6455's own example.
  static let handshake = [
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  ]

  private let channel: any Channel
  private let port: Int
  private let news: AsyncStream<[UInt8]>
  private let held = Mutex<[UInt8]>([])

  /// The received data, in the pieces in which it arrived.
  private final class Ear: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let said: AsyncStream<[UInt8]>.Continuation
    init(_ said: AsyncStream<[UInt8]>.Continuation) { self.said = said }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      said.yield(Array(Self.unwrapInboundIn(data).readableBytesView))
    }
    func channelInactive(context: ChannelHandlerContext) { said.finish() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }

  init(port: Int) async throws {
    let (news, said) = AsyncStream.makeStream(of: [UInt8].self)
    (self.news, self.port) = (news, port)
    channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Ear(said))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
  }

  convenience init(_ bench: Bench) async throws { try await self.init(port: bench.port) }

  /// The first lines of a request, up to further headers.
  func head(_ line: String) -> String { "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n" }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Requests an address.
  func send(_ target: String, _ headers: [String: String]) async throws {
    try await send(
      head("GET \(target)") + headers.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    )
  }

  /// Half-closes the connection; responses can still arrive.
  func endSending() async throws { try await channel.close(mode: .output).get() }

  func close() { channel.close(promise: nil) }

  /// All received data, once it is enough or the other side has closed the connection.
  func bytes(until isEnough: ([UInt8]) -> Bool) async -> [UInt8] {
    if case let all = held.withLock({ $0 }), isEnough(all) { return all }
    for await more in news {
      let all = held.withLock { held in
        held += more
        return held
      }
      if isEnough(all) { return all }
    }
    return held.withLock { $0 }
  }

  /// The same as text.
  func read(until isEnough: (String) -> Bool) async -> String {
    String(
      decoding: await bytes { isEnough(String(decoding: $0, as: UTF8.self)) },
      as: UTF8.self
    )
  }

  /// All data received until the other side closed the connection.
  func rest() async -> String { await read { _ in false } }

  /// The next piece, as it arrived; nil at the end.
  func piece() async -> String? {
    var iterator = news.makeAsyncIterator()
    return await iterator.next().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The status received until the end of the connection; 0 for none.
  func status() async -> Int { Self.status(await rest()) }

  static func status(_ answer: String) -> Int {
    answer.hasPrefix("HTTP/1.1 ") ? Int(answer.dropFirst(9).prefix(3)) ?? 0 : 0
  }
}
#endif
