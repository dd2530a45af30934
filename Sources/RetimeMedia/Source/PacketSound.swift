// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import MediaFiles
internal import Synchronization

/// Sound whose packets hold the same number of frames each, so that it is counted without a decoder.
///
/// To load FFmpeg's decoders takes longer than all the rest of a look at a file.
struct PacketSound: Sendable {
  /// What the decoder would give.
  let caps: Caps
  let sound: AudioCaps
  /// Frames of a packet.
  let frames = 1024

  /// Takes plain AAC in MP4 and QuickTime files that FFmpeg's decoder is found for; nil for all else.
  init?(_ candidate: URIDecodeBin.Candidate, in container: Caps?) {
    guard ["video/quicktime", "audio/x-m4a"].contains(container?.name),
      candidate.factory == "avdec_aac", candidate.caps.string("stream-format") == "raw",
      let data = candidate.caps.bytes("codec_data"), let config = Self.config(data),
      candidate.caps.int("rate") == config.rate, candidate.caps.int("channels") == config.channels,
      let format = ElementFactory(named: candidate.factory)?.sourceCaps.string("format"),
      let caps = try? Caps(
        AudioCaps.text(format, rate: config.rate, channels: config.channels, mask: config.mask)
      ), let sound = AudioCaps(caps)
    else { return nil }
    (self.caps, self.sound) = (caps, sound)
  }

  /// Rate and channels of low complexity AAC with 1024 frames in a packet and at most six channels (ISO/IEC 14496-3,
  /// 1.6.2.1 and 4.4.1).
  ///
  /// Below 32 kHz a decoder may find in the packets that it gives twice the rate. Channels lie where the configuration
  /// says; those of eight are elsewhere for each version of FFmpeg.
  private static func config(_ data: [UInt8]) -> (rate: Int, channels: Int, mask: UInt64?)? {
    // As ffmpeg writes it, with the word that there is no band replication.
    guard data.count == 2 || data.count == 5 && data[2...] == [0x56, 0xe5, 0] else { return nil }
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000]
    let (rate, channels) = (Int(data[0] & 7) << 1 | Int(data[1] >> 7), Int(data[1] >> 3 & 15))
    let mask = ChannelSupport.adts.named.first { $0.nonzeroBitCount == channels }
    guard data[0] >> 3 == 2, rates.indices.contains(rate), channels == 1 || mask != nil,
      data[1] & 7 == 0
    else { return nil }
    return (rates[rate], channels, mask)
  }

  /// How many frames a decoder makes of a packet within the segment, and the stream time of the first.
  ///
  /// - Throws: `NeedsDecoder` where the packet does not say it.
  fileprivate func span(
    of packet: borrowing Buffer,
    in segment: Segment
  ) throws(NeedsDecoder) -> (frames: Int, time: StreamTime)? {
    guard let time = packet.presentationTime,
      let isPlain = try? packet.withSpan(
        of: UInt8.self,
        { (bytes: Span<UInt8>) throws(GStreamerError) in Self.isPlain(bytes) }
      ), isPlain
    else { throw NeedsDecoder() }
    return sound.span(ofFrames: frames, at: time, in: segment)
  }

  fileprivate struct NeedsDecoder: Error {}

  /// Whether a packet begins with a channel, or with a filling before it (ISO/IEC 14496-3, 4.4.2.1 and 4.4.2.7).
  ///
  /// Of a packet without channels a decoder gives nothing, and FFmpeg leaves out the first one where the filling
  /// says that libfaac made it. Other fillings than plain ones are band replication.
  static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    var bits = BitReader((0..<min(bytes.count, 300)).map { bytes[$0] })
    while !bits.isPastEnd {
      switch bits.read(3) {
      case 0, 1: return !bits.isPastEnd
      case 6:
        var count = bits.read(4)
        if count == 15 { count += bits.read(8) - 1 }
        guard count > 0 else { continue }
        guard bits.read(4) == 0 else { return false }
        var bitCount = 8 * count - 4
        if bitCount >= 13 + 7 * 8 {
          _ = bits.read(13)
          let text = (0..<7).map { _ in UInt8(bits.read(8)) }
          guard text != Array("libfaac".utf8) else { return false }
          bitCount -= 13 + 7 * 8
        }
        for _ in 0..<bitCount { _ = bits.read(1) }
      default: return false
      }
    }
    return false
  }
}

extension Scanner {
  /// Counts sound by its packets.
  func count(_ packets: PacketSound, on pad: Pad, _ tally: TrackTally) {
    pad.observeBuffers { [weak self] buffer, segment in
      guard let self else { return true }
      watchdog.feed()
      do throws(PacketSound.NeedsDecoder) {
        if let segment, let span = try packets.span(of: buffer, in: segment) {
          tally.addSound(frames: span.frames, at: span.time, rate: packets.sound.rate)
        }
      } catch {
        findings.withLock { $0.needsDecoder = true }
      }
      return true
    }
  }

  /// Whether sound is counted without a decoder, and it turned out that one is needed.
  ///
  /// Where nothing is heard at all, a decoder has more to say.
  var needsDecoder: Bool {
    findings.withLock { findings in
      findings.needsDecoder
        || findings.packets.keys.contains { findings.tallies[$0]?.count.frames ?? 0 == 0 }
    }
  }
}
