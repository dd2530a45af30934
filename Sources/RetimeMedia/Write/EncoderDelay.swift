// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

/// The compensation of an audio encoder's delay: decoded audio has the times at which it was encoded.
///
/// An encoder such as AAC's puts priming samples before the first one. Leading silence extends that
/// delay to whole packets, which are dropped, and all other packets are moved back by their
/// duration. The first packet kept has lost the one that it overlaps: AAC fades in over 1,024
/// frames.
struct EncoderDelay {
  /// The frames of silence to encode before the audio.
  let silentFrames: Int
  /// The frames of silence to encode after the audio, for an encoder that withholds its last packets.
  let tailFrames: Int
  /// The time by which packets are moved back, in nanoseconds.
  let shift: Int64
  /// The number of packets that contain the delay.
  private let packets: Int

  /// Creates the compensation for a track.
  ///
  /// `length`: the number of audio frames.
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
    // Rounded down as GStreamer's encoders do: a nanosecond more would drop the first packet.
    shift = Int64(frames) * 1_000_000_000 / Int64(audio.outputSampleRate)
  }

  /// Drops the packets of the delay and moves all others back, regardless of the audio's start.
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
