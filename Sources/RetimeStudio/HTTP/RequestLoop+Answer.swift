// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

extension RequestLoop {
  /// A reference to an exchange for the task that creates the response.
  struct Handle: Sendable {
    let exchange: NIOLoopBound<RequestLoop>

    /// Returns the next bytes of the request's body.
    func next() async throws -> ByteBuffer? { try await on { $0.next() } }

    /// Sends a response, no faster than the client reads it.
    func send(_ response: Response) async {
      do {
        switch response.body {
        case .bytes: try await on { $0.reply(response) }
        case .socket: try await on { $0.upgrade(response) }
        case .file(let part):
          try await on { $0.open(response) }
          try await part.read { block in try await on { $0.write(block) } }
          try await on { $0.finish() }
        case .events(let first, let news):
          try await on { $0.open(response) }
          try await on { $0.write(first) }
          for await event in news { try await on { $0.write(event) } }
          try await on { $0.finish() }
        }
      } catch {
        // An incomplete response closes the connection, which tells the client that it is
        // incomplete.
        exchange.eventLoop.execute { exchange.value.context?.close(promise: nil) }
      }
    }

    /// Runs `body` on the event loop and waits for its result; nil means that the connection is closed.
    private func on<Value: Sendable>(
      _ body: @escaping @Sendable (RequestLoop) -> EventLoopFuture<Value>?
    ) async throws -> Value {
      try await exchange.eventLoop.flatSubmit {
        body(exchange.value)
          ?? exchange.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
      }.get()
    }
  }

  /// Returns the head of a response, including the headers for its framing.
  private func frame(_ response: Response) -> HTTPServerResponsePart {
    if response["Connection"] == "close" || isBroken { isLast = true }
    var headers = response.headers
    if isLast { headers.replaceOrAdd(name: "Connection", value: "close") }
    if let count = response.count, !headers.contains(name: "Content-Length") {
      headers.add(name: "Content-Length", value: "\(count)")
    }
    let version: HTTPVersion = head.version == .http1_1 ? .http1_1 : .http1_0
    return .head(HTTPResponseHead(version: version, status: response.status, headers: headers))
  }

  /// Sends a short response at once.
  @discardableResult
  func reply(_ response: Response) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    context.write(Self.wrapOutboundOut(frame(response)), promise: nil)
    if case .bytes(let bytes) = response.body, !bytes.isEmpty {
      context.write(
        Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))),
        promise: nil
      )
    }
    return finish()
  }

  /// Starts a long response.
  func open(_ response: Response) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    if case .events = response.body { isEndless = true }
    return sent(context.writeAndFlush(Self.wrapOutboundOut(frame(response))))
  }

  /// Sends a block of a long response.
  func write(_ bytes: [UInt8]) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: bytes)))
    return sent(context.writeAndFlush(Self.wrapOutboundOut(part)))
  }

  /// Ends a response.
  func finish() -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let end = sent(context.writeAndFlush(Self.wrapOutboundOut(.end(nil))))
    end.assumeIsolated().whenComplete { [self] result in
      if case .success = result { finished() } else { self.context?.close(promise: nil) }
    }
    return end
  }

  /// Applies the time limit of a write.
  private func sent(_ write: EventLoopFuture<Void>) -> EventLoopFuture<Void> {
    expire(after: limits.write) { $0.context?.close(promise: nil) }
    write.assumeIsolated().whenComplete { [self] _ in deadline?.cancel() }
    return write
  }

  /// Upgrades the connection to a WebSocket.
  func upgrade(_ response: Response) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(response.headers) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
    )
    return upgrader.buildUpgradeResponse(
      channel: context.channel,
      upgradeRequest: head,
      initialResponseHeaders: response.headers
    ).assumeIsolated().flatMapThrowing { [self] headers in
      let answer = HTTPResponseHead(
        version: .http1_1,
        status: .switchingProtocols,
        headers: headers
      )
      context.write(Self.wrapOutboundOut(.head(answer)), promise: nil)
      context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
      try handOver(context)
    }.nonisolated()
  }

  /// Replaces the HTTP handlers by those of the WebSocket; bytes received so far are forwarded.
  private func handOver(_ context: ChannelHandlerContext) throws {
    phase = .over
    let pipeline = context.pipeline.syncOperations
    let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let writer = try pipeline.handler(type: HTTPResponseEncoder.self)
    try pipeline.addHandlers([
      WebSocketFrameEncoder(),
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: SpectrumSession.maximumBlock)),
      SpectrumSocket(limits: limits),
    ])
    pipeline.removeHandler(self, promise: nil)
    pipeline.removeHandler(writer, promise: nil)
    pipeline.removeHandler(parser, promise: nil)
  }
}
#endif
