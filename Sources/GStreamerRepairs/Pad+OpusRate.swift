// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Makes an Opus decoder, whose sink pad this is, decode the full bandwidth.
  ///
  /// The rate in a stream's header is that of the audio before encoding, "not the sample rate to
  /// use for playback" (RFC 7845, 5.1, item 5). `opusdec` uses it for that, and loses all above
  /// half of it.
  func decodeWholeBand() {
    changeCaps { caps in
      var headers = caps.opusHeaders
      guard !headers.isEmpty else { return caps }
      headers[0].replaceSubrange(12..<16, with: [0x80, 0xbb, 0, 0])
      let text = headers.map(\.hexadecimal).joined(separator: ", ")
      let fields = ["rate": "(int)48000", "streamheader": "(buffer)< \(text) >"]
      return (try? caps.setting(fields)) ?? caps
    }
  }

  /// Removes the whole encoder delay from an Ogg stream; this is the sink pad of `opusdec`.
  ///
  /// The pre-skip in the header is decoded and not played at the start of every stream (RFC 7845,
  /// 4.2). `oggdemux` clips only the frames with granule positions below it. Those are fewer where
  /// the first page starts later, as after a copy from WebM.
  func skipOpusDelay() {
    let start = Mutex<ClockTime?>(nil)
    changeBuffersAndCaps { packet, caps in
      guard let time = packet.presentationTime else { return }
      let isFirst = start.withLock { start in
        if start == nil { start = time }
        return start == time
      }
      guard isFirst, let head = caps()?.opusHeaders.first else { return }
      let delay = UInt64(head[10]) | UInt64(head[11]) << 8
      var notes = packet.packetNotes
      guard notes.clipping?.start ?? 0 < delay else { return }
      notes.clipping = PacketProperties.Clipping(frames: delay, end: notes.clipping?.end ?? 0)
      packet.packetNotes = notes
    }
  }
}

extension Caps {
  /// The headers of Opus in Ogg; empty where the first does not follow RFC 7845, 5.1.
  fileprivate var opusHeaders: [[UInt8]] {
    let headers = headers("streamheader")
    guard let first = headers.first, first.count >= 19, first.starts(with: "OpusHead".utf8) else {
      return []
    }
    return headers
  }
}
