// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOHTTP1

/// A connection that processes requests one after another, each after the previous response was sent.
///
/// It reads from the network on demand only. All code here runs on the connection's event loop and
/// never blocks; responses are created elsewhere and sent through a ``Handle``.
final class RequestLoop: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart
  typealias Answer = @Sendable (Request) async -> Response

  /// The phases of an exchange.
  enum Phase {
    /// Waits for the head of a request.
    case waiting
    case answering
    /// Discards the rest of a short body after the response was sent.
    case skipping
    case over
  }

  let limits: Limits
  let answer: Answer
  let connections: Connections
  let line: FirstLine

  var context: ChannelHandlerContext?
  var phase = Phase.waiting
  /// The received parts not yet processed: at most the result of one read from the network.
  var parts = CircularBuffer<HTTPServerRequestPart>()
  var isAdmitted = false, isReading = false, hasBegun = false
  var isHurried = false, isBodyOver = false, isInputClosed = false
  var reader: EventLoopPromise<ByteBuffer?>?
  var deadline: Scheduled<Void>?
  var task: Task<Void, Never>?
  /// The reason why no more input can be read.
  var failure: RequestError?

  /// The head of the current request.
  var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
  /// Whether no request may follow the current one.
  var isLast = false
  /// Whether the response has no defined end.
  var isEndless = false
  var body = RequestBody(count: 0) { nil }

  /// The maximum number of pipelined parts (heads, body parts and ends); browsers do not pipeline.
  static let pipelined = 64

  init(limits: Limits, connections: Connections, line: FirstLine, answer: @escaping Answer) {
    (self.limits, self.connections, self.line, self.answer) = (limits, connections, line, answer)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }

  func channelActive(context: ChannelHandlerContext) {
    isAdmitted = connections.admit(context.channel)
    if isAdmitted {
      wait()
      advance()
    } else {
      refuse(RequestError(.serviceUnavailable, "too many connections are open: try again"))
    }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if phase != .over { parts.append(Self.unwrapInboundIn(data)) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    if phase == .waiting, parts.isEmpty, !hasBegun {
      hasBegun = true
      expire(after: limits.request) { $0.giveUp() }
    }
    advance()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .inputClosed? = event as? ChannelEvent else { return }
    isInputClosed = true
    if isEndless { context.close(promise: nil) }
    advance()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as HTTPParserError:
      failure =
        failure ?? HeadRules.refusal(of: error, firstLine: line.count, limits: limits)
      advance()
    // Further bytes after a parser error.
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  private func leave() {
    deadline?.cancel()
    (phase, context) = (.over, nil)
    reader?.fail(ChannelError.ioOnClosedChannel)
    reader = nil
    if isEndless { task?.cancel() }
  }
}
#endif
