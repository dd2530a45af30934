// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The compensation of an audio encoder's delay: decoded audio has the times at which it was encoded.
///
/// An encoder such as AAC's puts priming samples before the first one. Leading silence extends that
/// delay to whole packets. The edit list of an MP4 or QuickTime file skips them: `MovieFinish` writes
/// it. In other containers the packets are dropped, and all others are moved back by their duration.
/// The first packet left has then lost the one that it overlaps: AAC fades in over 1,024 frames.
struct EncoderDelay {
  /// The frames of silence to encode before the audio.
  let silentFrames: Int
  /// The frames of silence to encode after the audio, for an encoder that withholds its last packets.
  let tailFrames: Int
  /// The priming samples and the audio after them, where an edit list skips the former.
  let edit: (priming: RationalTime, duration: RationalTime)?
  /// The frames in the packets of the delay.
  private let frames: Int
  /// The number of packets that contain the delay.
  private let packets: Int
  private let sampleRate: Int

  /// Creates the compensation for a track in a container.
  init(_ track: Plan.Track, _ audio: Plan.Audio, in container: String) {
    sampleRate = audio.outputSampleRate
    guard audio.encoderDelay > 0, audio.packetFrames > 0 else {
      (silentFrames, tailFrames, frames, packets, edit) = (0, 0, 0, 0, nil)
      return
    }
    packets = (audio.encoderDelay + audio.packetFrames - 1) / audio.packetFrames
    frames = packets * audio.packetFrames
    silentFrames = frames - audio.encoderDelay
    let length = (audio.leadFrames ?? 0) + (track.frames ?? 0)
    let remainder = (frames + length) % audio.packetFrames
    tailFrames =
      audio.needsTail
      ? audio.encoderDelay + (remainder == 0 ? 0 : audio.packetFrames - remainder) : 0
    let rate = Int64(sampleRate)
    edit =
      Container.named(container)?.metadata.finish == .movie
      ? (RationalTime(Int64(frames), rate), RationalTime(Int64(length), rate)) : nil
  }

  /// Drops the packets of the delay and moves all others back, unless an edit list skips them.
  func apply(to encoder: Element) throws(GStreamerError) {
    guard packets > 0, edit == nil else { return }
    let source = try encoder.pad("src")
    // Rounded down as GStreamer's encoders do: a nanosecond more would drop the first packet.
    source.setOffset(nanoseconds: -(Int64(frames) * 1_000_000_000 / Int64(sampleRate)))
    let left = Atomic(packets)
    source.observeBuffers { _, _ in
      guard left.load(ordering: .relaxed) > 0 else { return true }
      left.subtract(1, ordering: .relaxed)
      return false
    }
  }
}
