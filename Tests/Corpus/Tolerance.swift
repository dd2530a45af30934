// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// By how much a count or a time may differ, and why.
enum Tolerance {
  /// Ticks: ffmpeg and GStreamer may disagree on how long the last picture lasts, by one picture.
  static func ticks(_ factor: Factor) -> Int { max(1, Int(factor.doubleValue.rounded(.up))) }

  /// Samples of the result: one packet of its codec and one of the source's, where those cannot say where
  /// their sound begins and ends within a packet; none where they can.
  static func samples(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> Int {
    let ratio = before.rate > 0 ? Double(after.rate) / Double(before.rate) : 1
    let source = Double(packet(before.codec)) * factor.doubleValue * ratio
    return packet(after.codec) + Int(source.rounded(.up))
  }

  /// Seconds: Matroska rounds both ends to milliseconds, and a packet is a packet.
  static func time(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> Double {
    let sound = after.rate > 0 ? Double(samples(before, after, factor)) / Double(after.rate) : 0
    return 0.002 + sound
  }

  /// Samples in a packet of a codec whose streams end on whole packets.
  static func packet(_ codec: String) -> Int {
    switch codec {
    case "aac": 1024
    case "mp2", "mp3": 1152
    case "ac3", "eac3": 1536
    case "vorbis": 1024
    case "opus": 960
    case "amr_nb": 160
    case "amr_wb": 320
    default: 0
    }
  }
}
