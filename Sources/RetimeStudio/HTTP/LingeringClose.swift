// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// The last handler of a connection, which discards further input for a limited time.
///
/// If the connection were closed at once while the client is still sending, the system would
/// discard the response.
final class LingeringClose: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  private init(_ patience: TimeAmount) { self.patience = patience }

  /// Ends a connection whose last bytes have been written.
  static func end(_ context: ChannelHandlerContext, after patience: TimeAmount) {
    do {
      try context.pipeline.syncOperations.addHandler(LingeringClose(patience), position: .first)
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
