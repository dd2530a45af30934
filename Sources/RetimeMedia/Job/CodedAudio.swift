// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The lossy audio of a result, and the bits that its encoder spent on it.
///
/// A result is judged by its own bit rate, as it may have been encoded again: audio of 24 kbit/s is no fault in a file of
/// 24 kbit/s.
final class CodedAudio: Sendable {
  private let bytes = Mutex(0)
  private let leastBits: (waves: Double, treble: Double)
  private let channels: Int, rate: Double

  /// The bits of each sample from which codecs keep waveforms, and from which they also keep 4 to 13 kHz.
  ///
  /// 1.28 bits are 56 kbit/s for a channel at 44.1 kHz. Vorbis and MP3 spend fewer where the audio needs no more.
  private static let leastBits = [
    "aac": (1.28, 1.4), "ac3": (1.28, 2), "eac3": (1.28, 2), "mp2": (1.28, 2), "mp3": (1.1, 1.4),
    "opus": (1.28, 1.4), "vorbis": (0.8, 0.8),
  ]

  /// The encoders whose audio was measured, and those of their options that decide no more than the bit rate.
  private static let encoders: Set<Substring> = [
    "avenc_aac", "avenc_ac3", "avenc_eac3", "avenc_mp2", "lamemp3enc", "opusenc", "twolamemp2enc",
    "vorbisenc",
  ]
  private static let options: Set<Substring> = ["aac-ms", "bitrate", "quality", "target"]

  /// Creates the count for a track of a result, compared at `rate` frames per second.
  ///
  /// Returns nil if its codec keeps every sample or no waveforms, or if its encoder is unknown.
  init?(_ planned: Plan.Track, found: Plan.Track, rate: Int) {
    guard let caps = try? Caps(found.sourceCodec), let codec = Codec.matching(caps)?.name,
      let least = Self.leastBits[codec], let audio = found.audio,
      // Opus saves bits on surround channels that others mask.
      codec != "opus" || audio.channels <= 2,
      planned.codec != codec || Self.isMeasured(planned.encoder)
    else { return nil }
    (leastBits, channels, self.rate) = (least, audio.channels, Double(rate))
  }

  /// Returns whether an encoder, such as `opusenc bitrate=96000`, keeps what its bits allow; `voaacenc` cuts off at 8 kHz.
  private static func isMeasured(_ encoder: String?) -> Bool {
    let words = (encoder ?? "").split(separator: " ")
    guard let factory = words.first, encoders.contains(factory) else { return false }
    return words.dropFirst().allSatisfy { options.contains($0.prefix { $0 != "=" }) }
  }

  /// Counts the bytes that `element` gets, if it is the decoder.
  func watch(_ element: Element) {
    guard
      ElementFactory(named: element.factoryName)?.classification.contains("Decoder/Audio") ?? false,
      let pad = try? element.pad("sink")
    else { return }
    pad.observeBuffers { buffer, _ in
      self.bytes.withLock { $0 += buffer.byteCount }
      return true
    }
  }

  /// Returns whether the codec had enough bits for `frames` frames to avoid a fault.
  func excludes(_ fault: CodedAudioFidelity.Fault, frames: Int) -> Bool {
    let bits = 8 * Double(bytes.withLock { $0 }) / Double(max(1, frames * channels))
    switch fault {
    case .lacking(.presence), .lacking(.treble):
      // Encoders cut off the treble of audio at lower sample rates.
      return rate >= 44_100 && bits > leastBits.treble
    default: return bits * min(1, rate / 44_100) > leastBits.waves
    }
  }
}
