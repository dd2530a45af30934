// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Pad {
  /// Drops the info frames of MP3 files; this is the source pad of `mpegaudioparse`.
  ///
  /// It marks Xing frames as decode-only and passes them on: a muxer takes them for 26 ms of audio.
  /// It does not mark VBRI frames, which decoders take for silence.
  func dropInfoFrames() {
    observeBuffers { packet, _ in
      let isXing =
        packet.packetNotes.isDecodeOnly && packet.duration.map { $0.signed == 0 } ?? false
      let isVBRI = try? packet.withSpan(of: UInt8.self) {
        (bytes: Span<UInt8>) throws(GStreamerError) in
        bytes.count > 40 && (0..<4).allSatisfy { bytes[36 + $0] == Self.vbri[$0] }
      }
      return !isXing && isVBRI != true
    }
  }

  private static var vbri: [4 of UInt8] { [0x56, 0x42, 0x52, 0x49] }
}
