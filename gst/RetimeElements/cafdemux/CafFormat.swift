// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The output format of the element for a file's audio.
struct CafFormat: Sendable {
  /// The caps as text.
  let caps: String
  /// The channel order for GStreamer, and the bytes of a sample; nil if channels are in order.
  var reordering: (sources: [Int], bytesPerSample: Int)?
  /// The frames that a decoder needs before the first audible one.
  var preroll: Int64 = 0
  /// The maximum number of constant-size packets in a buffer.
  var packetsAtOnce = 1

  /// Whether buffers can start and end at any frame, so that decoders need not clip them.
  let isExact: Bool

  /// Creates the format from a file's header.
  ///
  /// Throws for formats that cannot be decoded, and for headers without the data that a decoder
  /// needs.
  init(_ header: CoreAudioHeader, _ description: AudioDescription) throws(CoreAudioFormatError) {
    let sound = "rate=\(description.sampleRate), channels=\(description.channels)"
    isExact = description.framesPerPacket == 1 && description.bytesPerPacket > 0
    let block = max(1, min(4096, 1 << 18 / max(description.bytesPerPacket, 1)))
    switch description.format {
    case "lpcm":
      let samples = try LinearPCM(description)
      let order = ChannelOrder(header.layout, channels: description.channels)
      let mask = "channel-mask=(bitmask)0x\(String(order.mask, radix: 16))"
      caps =
        "audio/x-raw, format=\(samples.gstreamerName), layout=interleaved, \(sound)"
        + (description.channels > 1 ? ", \(mask)" : "")
      reordering = order.sources.map { ($0, samples.bytesPerSample) }
      packetsAtOnce = block
    case "alaw", "ulaw":
      caps = "audio/x-\(description.format == "alaw" ? "alaw" : "mulaw"), \(sound)"
      packetsAtOnce = block
    case "ima4":
      caps = "audio/x-adpcm, layout=quicktime, \(sound)"
    case "alac":
      guard let data = header.cookie.flatMap(MagicCookie.losslessConfiguration) else {
        throw .noCookie("ALAC")
      }
      // Decoders expect the atom as in QuickTime files: size, name, version and flags.
      let atom = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + data
      caps = "audio/x-alac, \(sound), codec_data=(buffer)\(atom.hexadecimal)"
    case "aac ", "aach", "aacp", "aacl", "aace", "aacf", "aacg":
      guard let data = header.cookie.flatMap(MagicCookie.audioSpecificConfiguration) else {
        throw .noCookie("AAC")
      }
      caps =
        "audio/mpeg, mpegversion=4, stream-format=raw, framed=true, \(sound), "
        + "codec_data=(buffer)\(data.hexadecimal)"
      // A packet overlaps with the previous one; SBR uses earlier ones too.
      preroll = 4 * 1024
    case "opus":
      guard description.channels <= 2 else {
        throw CoreAudioFormatError(
          "its Opus has \(description.channels) channels, of which nothing says which streams they "
            + "are in; one and two can be read"
        )
      }
      let rates = [8_000, 12_000, 16_000, 24_000, 48_000]
      let rate = rates.contains(description.sampleRate) ? description.sampleRate : 48_000
      caps =
        "audio/x-opus, channel-mapping-family=0, rate=\(rate), channels=\(description.channels)"
      // RFC 7845, section 4.6, requires 80 ms; earlier packets are inaudible after half a second.
      preroll = Int64(description.sampleRate) / 2
    case ".mp1", ".mp2", ".mp3":
      let layer = description.format.rawValue & 0xf
      caps = "audio/mpeg, mpegversion=1, layer=\(layer), parsed=true, \(sound)"
      // A packet may use bits of the nine packets before it.
      preroll = layer == 3 ? 10 * 1152 : 1152
    case "ac-3":
      caps = "audio/x-ac3, framed=true, alignment=frame, \(sound)"
      preroll = 1536
    case "agsm":
      caps = "audio/x-gsm, \(sound)"
      preroll = 160 * 8
    default:
      throw CoreAudioFormatError(
        "its audio format is '\(description.format)'; lpcm, alaw, ulaw, ima4, alac, aac, opus, .mp1, .mp2, "
          + ".mp3, ac-3 and agsm can be read"
      )
    }
  }
}

extension CoreAudioFormatError {
  fileprivate static func noCookie(_ codec: String) -> Self {
    Self("its chunk 'kuki' is missing or damaged, without which \(codec) cannot be decoded")
  }
}

extension LinearPCM {
  /// GStreamer's name of the format, such as "S24BE".
  fileprivate var gstreamerName: String {
    let order = bytesPerSample == 1 ? "" : isLittleEndian ? "LE" : "BE"
    return "\(isFloat ? "F" : "S")\(bytesPerSample * 8)\(order)"
  }
}
