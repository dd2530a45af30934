// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// Measures the first line of a request: which part of a head that is too long was too long, the parser does not say.
final class FirstLine: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The bytes of the line so far.
  private(set) var count = 0
  private var isOver = false

  /// Begins with the next line.
  func reset() { (count, isOver) = (0, false) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver {
      let bytes = Self.unwrapInboundIn(data).readableBytesView
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      count += (end ?? bytes.endIndex) - bytes.startIndex
      isOver = end != nil
    }
    context.fireChannelRead(data)
  }
}
#endif
