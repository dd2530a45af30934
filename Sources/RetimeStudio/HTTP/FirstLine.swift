// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import NIOCore

/// Measures the first line of a request.
///
/// When a head is too long, the parser does not report which part exceeds the limit.
final class FirstLine: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The bytes of the line so far.
  private(set) var count = 0
  private var isOver = false

  /// Prepares for the next request.
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
