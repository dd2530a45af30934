// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// A file with a parsed header: its format and its packets.
struct CafFile: Sendable {
  let format: CafFormat
  let packets: PacketSequence
  /// The offset of the audio data.
  let offset: Int64
  /// The sample rate in frames per second.
  let rate: Int
  /// Whether the end is known.
  let isBounded: Bool
  /// The size of a packet in bytes; 0 if sizes vary.
  let bytesPerPacket: Int
  /// The tags: GStreamer's names and the texts.
  let tags: [(name: String, text: String)]

  init(_ reader: CoreAudioReader) throws(CoreAudioFormatError) {
    let (header, description, sound) = try reader.result()
    format = try CafFormat(header, description)
    packets = try PacketSequence(description, header.packets, byteCount: sound.byteCount)
    offset = sound.offset
    rate = description.sampleRate
    isBounded = sound.byteCount != nil || header.packets != nil
    bytesPerPacket = description.bytesPerPacket
    tags =
      [("container-format", "Core Audio Format")]
      + (header.information ?? []).compactMap { $0.tag }
  }

  /// The number of audible frames; nil if the stream's end is unknown.
  var frameCount: Int64? { isBounded ? Int64(packets.validFrames.count) : nil }

  /// Returns the time of a frame in nanoseconds, rounded down or up.
  func time(of frame: Int64, roundedUp: Bool = false) -> Int64 {
    let (rate, product) = (Int128(rate), Int128(frame) * 1_000_000_000)
    return Int64(clamping: (product + (roundedUp ? rate - 1 : 0)) / rate)
  }

  /// Returns the frame nearest to a time in nanoseconds, which must not be negative.
  func frame(at time: Int64) -> Int64 {
    Int64(clamping: (Int128(time) * Int128(rate) + 500_000_000) / 1_000_000_000)
  }
}

extension CoreAudioHeader.Text {
  /// GStreamer's tag for the key; nil for keys that have no use outside the file.
  ///
  /// Keys: Apple Core Audio Format Specification 1.0, "Information Entry Key Values"; "tracknumber"
  /// and "date" are libsndfile's, "track" is ffmpeg's.
  fileprivate var tag: (name: String, text: String)? {
    switch key {
    case "approximate duration in seconds", "channel layout", "channel configuration": nil
    case "track number", "tracknumber", "track":
      // "3", or "3 of 12" in one of several notations.
      (name: "track-number", text: String(text.prefix { "0"..."9" ~= $0 }))
    case "year", "recorded date", "date": ("datetime", text)
    case "comments": ("comment", text)
    case "tempo": ("beats-per-minute", text)
    case "key signature": ("musical-key", text)
    case "nominal bit rate": ("nominal-bitrate", text)
    case "encoding application": ("application-name", text)
    case "source encoder": ("encoder", text)
    default: (key, text)
    }
  }
}
