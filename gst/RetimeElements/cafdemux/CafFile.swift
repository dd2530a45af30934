// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles

/// A file whose header is known: what it holds, and where.
struct CafFile: Sendable {
  let format: CafFormat
  let packets: PacketSequence
  /// The first byte of the sound.
  let offset: Int64
  /// Frames in a second.
  let rate: Int
  /// Whether the end is known.
  let isBounded: Bool
  /// The size of a packet in bytes, where all have the same.
  let bytesPerPacket: Int
  /// GStreamer's names of what people wrote, with the texts.
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

  /// How many frames are to be heard; nil for a stream whose end is not known.
  var frameCount: Int64? { isBounded ? Int64(packets.validFrames.count) : nil }

  /// The time of a frame in nanoseconds, rounded down or up.
  func time(of frame: Int64, roundedUp: Bool = false) -> Int64 {
    let (rate, product) = (Int128(rate), Int128(frame) * 1_000_000_000)
    return Int64(clamping: (product + (roundedUp ? rate - 1 : 0)) / rate)
  }

  /// The frame nearest to a time in nanoseconds, which is not below zero.
  func frame(at time: Int64) -> Int64 {
    Int64(clamping: (Int128(time) * Int128(rate) + 500_000_000) / 1_000_000_000)
  }
}

extension CoreAudioHeader.Text {
  /// The tag that GStreamer has for the key; nil for what is of no use elsewhere.
  ///
  /// Keys: Apple Core Audio Format Specification 1.0, "Information Entry Key Values"; "tracknumber" and "date" are
  /// libsndfile's, "track" is ffmpeg's.
  fileprivate var tag: (name: String, text: String)? {
    switch key {
    case "approximate duration in seconds", "channel layout", "channel configuration": nil
    case "track number", "tracknumber", "track":
      // "3", or "3 of 12" in one of several ways.
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
