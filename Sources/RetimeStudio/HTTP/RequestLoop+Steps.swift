// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOHTTP1

/// The state machine that processes received parts of requests.
extension RequestLoop {
  /// Processes the received parts, and reads more if needed.
  func advance() {
    while let context {
      switch phase {
      case .waiting:
        guard let part = parts.popFirst() else { return ask(context) }
        if case .head(let head) = part { begin(head, context) }
      case .answering:
        guard let reader else { return }
        guard !isBodyOver, let part = parts.popFirst() else { return ask(context) }
        self.reader = nil
        if case .body(let bytes) = part {
          if !body.isShort { deadline?.cancel() }
          reader.succeed(bytes)
        } else {
          isBodyOver = true
          deadline?.cancel()
          reader.succeed(nil)
        }
      case .skipping:
        guard !isBodyOver else {
          wait()
          continue
        }
        guard let part = parts.popFirst() else { return ask(context) }
        if case .end = part { isBodyOver = true }
      case .over: return
      }
    }
  }

  /// Reads more from the network, unless no more input can arrive.
  private func ask(_ context: ChannelHandlerContext) {
    switch (phase, failure) {
    case (.waiting, let failure?): refuse(failure)
    case (.answering, let failure?):
      reader?.fail(failure)
      reader = nil
    case (.answering, nil) where isInputClosed:
      reader?.fail(ChannelError.eof)
      reader = nil
    case (.skipping, .some): context.close(promise: nil)
    case (_, nil) where isInputClosed: context.close(promise: nil)
    default:
      if phase == .answering { hurry() }
      guard !isReading else { return }
      isReading = true
      context.read()
    }
  }

  func wait() {
    phase = .waiting
    (hasBegun, isEndless, isLast, task) = (false, false, false, nil)
    line.reset()
    if let context { connections.set(context.channel, isWaiting: true) }
    expire(after: limits.idle) { $0.context?.close(promise: nil) }
  }

  /// Sets the time limit: once for the whole of a short body, and for each part of a long one.
  private func hurry() {
    guard !body.isShort || !isHurried else { return }
    isHurried = true
    expire(after: body.isShort ? limits.request : limits.body) { $0.giveUp() }
  }

  func giveUp() {
    failure =
      failure
      ?? RequestError(
        .requestTimeout,
        "the rest of the request did not come in time: send it again"
      )
    advance()
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    phase = .answering
    deadline?.cancel()
    connections.set(context.channel, isWaiting: false)
    (self.head, isHurried, isBodyOver) = (head, false, false)
    // The parser reads nothing after a request for a protocol upgrade.
    isLast =
      !head.isKeepAlive || head.version != .http1_1 || head.method == .CONNECT
      || head.headers.contains(name: "Upgrade") || parts.count > Self.pipelined
    let handle = Handle(exchange: NIOLoopBound(self, eventLoop: context.eventLoop))
    do throws(RequestError) {
      body = RequestBody(count: try HeadRules.bodyCount(of: head)) { try await handle.next() }
    } catch {
      return refuse(error)
    }
    let request = Request(method: head.method, uri: head.uri, headers: head.headers, body: body)
    task = Task { [answer] in await handle.send(answer(request)) }
  }

  /// Returns the next bytes of the current request's body.
  func next() -> EventLoopFuture<ByteBuffer?>? {
    guard let context, reader == nil else { return nil }
    guard !isBodyOver else { return context.eventLoop.makeSucceededFuture(nil) }
    let reader = context.eventLoop.makePromise(of: ByteBuffer?.self)
    self.reader = reader
    let expectations = head.headers[canonicalForm: "Expect"].map { $0.lowercased() }
    if parts.isEmpty, expectations.contains("100-continue"), head.version == .http1_1 {
      head.headers.remove(name: "Expect")
      let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(Self.wrapOutboundOut(.head(goOn)), promise: nil)
    }
    advance()
    return reader.futureResult
  }

  /// Continues after a response: skips the rest of the body, or ends the connection.
  func finished() {
    guard let context, phase == .answering else { return }
    guard !isLast else {
      phase = .over
      connections.set(context.channel, isWaiting: true)
      deadline?.cancel()
      return isInputClosed || !isAdmitted
        ? context.close(promise: nil) : LingeringClose.end(context, after: limits.rest)
    }
    phase = .skipping
    expire(after: limits.rest) { $0.context?.close(promise: nil) }
    advance()
  }

  /// Sends an error response and ends the connection.
  func refuse(_ refusal: RequestError) {
    var response = refusal.response
    Router.keepApart(&response)
    (phase, isLast) = (.answering, true)
    reply(response)
  }

  /// Whether the current request will never be complete.
  var isBroken: Bool {
    let isWhole = isBodyOver || parts.contains { if case .end = $0 { true } else { false } }
    return failure != nil && !isWhole
  }

  /// Schedules `body`, which the next deadline cancels.
  func expire(after amount: TimeAmount, _ body: @escaping (RequestLoop) -> Void) {
    deadline?.cancel()
    deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: amount) { [weak self] in
      if let self { body(self) }
    }
  }
}
#endif
