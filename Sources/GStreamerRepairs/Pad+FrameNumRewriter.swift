// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import Synchronization

extension Pad {
  /// Renumbers H.264 frames so that `frame_num` is 0 where a decoder starts, and after each flush.
  func beginFrameNumbers() {
    let state = Mutex(FrameNumberState())
    observeFlushes { state.withLock { $0.numbers.restart() } }
    changeBuffersAndCaps { buffer, now in
      guard let caps = now() else { return }
      let changes = state.withLock { state -> [(offset: Int, byte: UInt8)] in
        if state.caps.map({ !$0.isEqual(to: caps) }) ?? true {
          state.caps = caps
          let isByteStream = caps.string("stream-format") == "byte-stream"
          let configuration = isByteStream ? nil : caps.bytes("codec_data")
          state.lengthSize =
            isByteStream ? nil : configuration.map { Int($0.dropFirst(4).first ?? 3) & 3 + 1 } ?? 4
          if let configuration { state.numbers.take(configuration: configuration) }
        }
        return
          (try? buffer.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
            state.numbers.changes(in: bytes, state.lengthSize)
          }) ?? []
      }
      guard !changes.isEmpty else { return }
      try? buffer.withMutableSpan(of: UInt8.self) {
        (bytes: inout MutableSpan<UInt8>) throws(GStreamerError) in
        for change in changes { bytes[change.offset] = change.byte }
      }
    }
  }

  private struct FrameNumberState {
    var numbers = FrameNumRewriter()
    var caps: Caps?
    var lengthSize: Int?
  }
}
