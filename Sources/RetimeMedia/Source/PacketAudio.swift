// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import MediaFiles
internal import Synchronization

/// Audio that is counted without a decoder, as all packets hold the same number of frames.
///
/// Loading FFmpeg's decoders takes longer than the rest of a probe.
struct PacketAudio: Sendable {
  /// The caps of the decoder's output.
  let caps: Caps
  let sound: AudioCaps
  /// The number of frames in a packet.
  let frames = 1024

  /// Accepts plain AAC in MP4 and QuickTime files that decodebin gives to FFmpeg's decoder; nil for others.
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

  /// Returns the rate, channels and mask of AAC-LC with 1024 frames a packet and up to six channels.
  ///
  /// The source is ISO/IEC 14496-3, 1.6.2.1 and 4.4.1. Below 32 kHz a decoder may find SBR in the
  /// packets and output twice the rate. Channel positions follow the configuration; those of eight
  /// channels differ between versions of FFmpeg.
  private static func config(_ data: [UInt8]) -> (rate: Int, channels: Int, mask: UInt64?)? {
    // ffmpeg writes five bytes, the last three of which signal that SBR is absent.
    guard data.count == 2 || data.count == 5 && data[2...] == [0x56, 0xe5, 0] else { return nil }
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000]
    let (rate, channels) = (Int(data[0] & 7) << 1 | Int(data[1] >> 7), Int(data[1] >> 3 & 15))
    let mask = ChannelSupport.adts.named.first { $0.nonzeroBitCount == channels }
    guard data[0] >> 3 == 2, rates.indices.contains(rate), channels == 1 || mask != nil,
      data[1] & 7 == 0
    else { return nil }
    return (rates[rate], channels, mask)
  }

  /// Returns the number of a packet's decoded frames inside the segment, and the first one's stream time.
  ///
  /// - Throws: `NeedsDecoder` if the packet does not determine it.
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

  /// Returns whether a packet starts with a channel element, or with fill elements and a channel element.
  ///
  /// See ISO/IEC 14496-3, 4.4.2.1 and 4.4.2.7. A decoder outputs nothing for a packet without
  /// channels, and FFmpeg drops the first one if the fill element names libfaac. Fill elements
  /// other than plain ones are SBR.
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
  /// Counts audio by its packets.
  func count(_ packets: PacketAudio, on pad: Pad, _ tally: TrackTally) {
    pad.observeBuffers { [weak self] buffer, segment in
      guard let self else { return true }
      watchdog.feed()
      do throws(PacketAudio.NeedsDecoder) {
        if let segment, let span = try packets.span(of: buffer, in: segment) {
          tally.addSound(frames: span.frames, at: span.time, rate: packets.sound.rate)
        }
      } catch {
        findings.withLock { $0.needsDecoder = true }
      }
      return true
    }
  }

  /// Whether audio is counted without a decoder although one is needed.
  ///
  /// That includes a track without any counted frames: a decoder finds out more.
  var needsDecoder: Bool {
    findings.withLock { findings in
      findings.needsDecoder
        || findings.packets.keys.contains { findings.tallies[$0]?.count.frames ?? 0 == 0 }
    }
  }
}
