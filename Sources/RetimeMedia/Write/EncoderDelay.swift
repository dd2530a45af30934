// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// Keeps the delay of audio encoders from the ear: what was encoded at a time is heard at that time.
///
/// An encoder such as AAC's puts samples that hold nothing before the first one. Silence in front
/// rounds that delay up to whole packets, which are dropped, and all others are moved back by as much. The first packet
/// that stays has lost the one that it overlaps: AAC fades in over 1,024 frames.
struct EncoderDelay {
  /// Frames of silence to encode before the sound.
  let silentFrames: Int
  /// Frames of silence to encode after the sound, for an encoder that keeps its last packets.
  let tailFrames: Int
  /// By how much packets are moved back, in nanoseconds.
  let shift: Int64
  /// How many packets hold the delay.
  private let packets: Int

  /// The measures for a track.
  ///
  /// `length` how many frames of sound there are.
  init(_ audio: Plan.Audio, length: Int) {
    guard audio.encoderDelay > 0, audio.packetFrames > 0 else {
      (silentFrames, tailFrames, shift, packets) = (0, 0, 0, 0)
      return
    }
    packets = (audio.encoderDelay + audio.packetFrames - 1) / audio.packetFrames
    let frames = packets * audio.packetFrames
    silentFrames = frames - audio.encoderDelay
    let remainder = (silentFrames + length + audio.encoderDelay) % audio.packetFrames
    tailFrames =
      audio.needsTail
      ? audio.encoderDelay + (remainder == 0 ? 0 : audio.packetFrames - remainder) : 0
    // Rounded down as GStreamer's encoders do: a nanosecond more would cost the first packet.
    shift = Int64(frames) * 1_000_000_000 / Int64(audio.outputSampleRate)
  }

  /// Moves what leaves an encoder, without the packets of the delay, wherever the sound begins.
  func apply(to encoder: Element) throws(GStreamerError) {
    guard shift > 0 else { return }
    let source = try encoder.pad("src")
    source.setOffset(nanoseconds: -shift)
    let left = Atomic(packets)
    source.observeBuffers { _, _ in
      guard left.load(ordering: .relaxed) > 0 else { return true }
      left.subtract(1, ordering: .relaxed)
      return false
    }
  }
}
