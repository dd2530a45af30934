// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOHTTP1

/// A connection: takes one request after another, each when the answer before it has been sent.
///
/// Nothing is read that nobody waits for. Everything here runs on the connection's event loop and waits for nothing;
/// answers are made elsewhere, by way of a ``Handle``.
final class Exchange: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart
  typealias Answer = @Sendable (Request) async -> Response

  /// Where an exchange stands.
  enum Phase {
    /// For the head of a request.
    case waiting
    case answering
    /// The answer is sent; the rest of a short body is thrown away.
    case skipping
    case over
  }

  let limits: Limits
  let answer: Answer
  let connections: Connections
  let line: FirstLine

  var context: ChannelHandlerContext?
  var phase = Phase.waiting
  /// What has come and was not yet asked for: at most what one look into the network brings.
  var parts = CircularBuffer<HTTPServerRequestPart>()
  var isAdmitted = false, isReading = false, hasBegun = false
  var isHurried = false, isBodyOver = false, isInputClosed = false
  var reader: EventLoopPromise<ByteBuffer?>?
  var deadline: Scheduled<Void>?
  var task: Task<Void, Never>?
  /// Why nothing more can be read.
  var failure: Refusal?

  /// The head of the request that is answered.
  var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
  /// Whether no request follows this one.
  var isLast = false
  /// Whether the answer has no end of its own.
  var isEndless = false
  var body = RequestBody(count: 0) { nil }

  /// Heads, parts of bodies and ends that come in advance; browsers send none.
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
      refuse(Refusal(.serviceUnavailable, "too many connections are open: try again"))
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
    // More bytes after such an error.
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
