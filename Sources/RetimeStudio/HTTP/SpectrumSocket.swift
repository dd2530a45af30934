// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore
internal import NIOWebSocket

/// The WebSocket of a ``SpectrumSession``, which answers each message before it reads the next.
///
/// It applies RFC 6455 strictly: unmasked frames, reserved bits or opcodes, and frames in an
/// invalid order end the connection.
final class SpectrumSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let limits: Limits
  private var frames = CircularBuffer<WebSocketFrame>()
  private var session = SpectrumSession()
  /// The fragments of the current message, its kind, and the number of fragments.
  private var message = ByteBuffer()
  private var kind: WebSocketOpcode?
  private var fragments = 0
  private var isReading = false, isBusy = false, isOver = false
  private var deadline: Scheduled<Void>?
  private var task: Task<Void, Never>?

  /// The maximum number of fragments of a message.
  private static let maximumFragments = 256

  init(limits: Limits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) { advance(context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver { frames.append(Self.unwrapInboundIn(data)) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    advance(context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      let most = SpectrumSession.maximumBlock
      end(context, .messageTooLarge, "a message is too long: give at most \(most) bytes")
    case is NIOWebSocketError: end(context, .protocolError, "this is no frame of RFC 6455")
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    deadline?.cancel()
    task?.cancel()
    context.fireChannelInactive()
  }

  /// Processes the received frames, and reads more after all answers have been sent.
  private func advance(_ context: ChannelHandlerContext) {
    while !isBusy, !isOver, let frame = frames.popFirst() { take(frame, context) }
    guard !isBusy, !isOver, !isReading else { return }
    isReading = true
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: limits.silence) { channel.close(promise: nil) }
    context.read()
  }

  private func take(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    guard frame.maskKey != nil, frame.reservedBits.isEmpty else {
      return end(context, .protocolError, "frames must be masked and without extensions")
    }
    switch frame.opcode {
    case .ping:
      send(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData), context)
    case .pong: break
    case .connectionClose: end(context, .normalClosure, "")
    case .text, .binary, .continuation: add(frame, context)
    default: end(context, .protocolError, "this kind of frame is not known")
    }
  }

  private func add(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    guard (frame.opcode == .continuation) == (kind != nil) else {
      return end(context, .protocolError, "a message must end before the next begins")
    }
    let kind = kind ?? frame.opcode
    fragments += 1
    var data = frame.unmaskedData
    guard fragments <= Self.maximumFragments,
      message.readableBytes + data.readableBytes <= SpectrumSession.maximumBlock
    else {
      return end(
        context,
        .messageTooLarge,
        "a message is too long: give at most \(SpectrumSession.maximumBlock) bytes in "
          + "\(Self.maximumFragments) pieces"
      )
    }
    message.writeBuffer(&data)
    self.kind = kind
    guard frame.fin else { return }
    let bytes = Array(message.readableBytesView)
    (message, self.kind, fragments) = (ByteBuffer(), nil, 0)
    guard kind == .text else { return hear(.bytes(bytes), context) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return end(context, .dataInconsistentWithMessage, "text must be UTF-8")
    }
    hear(.text(text), context)
  }

  private func hear(_ message: SpectrumSession.Message, _ context: ChannelHandlerContext) {
    isBusy = true
    deadline?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    task = Task { [session] in
      var session = session
      let result: Result<[UInt8], RequestError>
      do throws(RequestError) {
        result = .success(try await session.answer(to: message))
      } catch {
        result = .failure(error)
      }
      bound.eventLoop.execute { [session] in
        let (socket, context) = bound.value
        socket.heard(session, result, context)
      }
    }
  }

  private func heard(
    _ session: SpectrumSession,
    _ result: Result<[UInt8], RequestError>,
    _ context: ChannelHandlerContext
  ) {
    guard !isOver else { return }
    self.session = session
    isBusy = false
    switch result {
    case .success([]): advance(context)
    case .success(let columns):
      let data = ByteBuffer(bytes: columns)
      send(WebSocketFrame(fin: true, opcode: .binary, data: data), context)
      advance(context)
    case .failure(let refusal): end(context, .policyViolation, refusal.message)
    }
  }

  /// Sends a frame; further frames are processed after it has been sent.
  private func send(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    isBusy = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenSuccess {
      let (socket, context) = bound.value
      socket.isBusy = false
      socket.advance(context)
    }
  }

  /// Closes the connection with a code and a reason (RFC 6455, section 7.4.1).
  private func end(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
    guard !isOver else { return }
    isOver = true
    deadline?.cancel()
    task?.cancel()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    // A control frame has at most 125 bytes.
    data.writeString(String(decoding: reason.utf8.prefix(120), as: UTF8.self))
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { [limits] _ in
      LingeringClose.end(bound.value, after: limits.request)
    }
  }
}
#endif
