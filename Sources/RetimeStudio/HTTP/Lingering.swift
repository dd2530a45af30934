// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// The end of a connection after its last answer: what still comes is thrown away for a while.
///
/// Were it closed at once, the system would take the answer back from a client that is still sending.
final class Lingering: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  private init(_ patience: TimeAmount) { self.patience = patience }

  /// Ends a connection whose last bytes have been written.
  static func end(_ context: ChannelHandlerContext, after patience: TimeAmount) {
    do {
      try context.pipeline.syncOperations.addHandler(Lingering(patience), position: .first)
    } catch {
      context.close(promise: nil)
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
  func channelReadComplete(context: ChannelHandlerContext) { context.read() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }
}
#endif
