// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// The allowed differences of counts and times, and their reasons.
enum Tolerance {
  /// Ticks: ffmpeg and GStreamer may disagree on the duration of the last frame, by one frame.
  static func ticks(_ factor: Factor) -> Int { max(1, Int(factor.doubleValue.rounded(.up))) }

  /// The number of samples that the result may lack, and have in excess.
  ///
  /// The differences between ffmpeg and GStreamer in decoding the source, `delay`, and at most two more packets of the
  /// result's codec: its encoder pads the last one, and adds one for its delay. None for lossless codecs.
  static func samples(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> (fewer: Int, more: Int) {
    let ratio = before.rate > 0 ? Double(after.rate) / Double(before.rate) : 1
    let source = Int((Double(delay(before.codec)) * factor.doubleValue * ratio).rounded(.up))
    return (source, source + filling(after))
  }

  /// Samples by which an encoder may pad its last packets.
  static func filling(_ track: MediaSummary.Track) -> Int { 2 * packet(track.codec) }

  /// Seconds: Matroska rounds both ends to milliseconds, and a packet cannot be cut.
  static func time(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> Double {
    let sound =
      after.rate > 0 ? Double(samples(before, after, factor).more) / Double(after.rate) : 0
    return 0.002 + sound
  }

  /// Seconds of encoder delay in a source track.
  static func seconds(_ track: MediaSummary.Track) -> Double {
    track.rate > 0 ? Double(delay(track.codec)) / Double(track.rate) : 0
  }

  /// Samples of encoder delay and padding, up to two packets.
  ///
  /// A container may state them or not. ffmpeg trims them if it does, GStreamer keeps those of MP3.
  static func delay(_ codec: String) -> Int {
    ["aac", "mp3", "mp2"].contains(codec) ? 2 * packet(codec) : packet(codec)
  }

  /// Samples in a packet of a codec whose streams end on whole packets.
  static func packet(_ codec: String) -> Int {
    switch codec {
    case "aac": 1024
    case "mp2", "mp3": 1152
    case "ac3", "eac3": 1536
    case "vorbis": 1024
    case "opus": 960
    case "wmav1", "wmav2", "wmapro": 2048
    case "speex": 640
    case "amr_nb": 160
    case "amr_wb": 320
    default: 0
    }
  }
}
