// SPDX-License-Identifier: MPL-2.0

import RetimeCore

/// By how much a count or a time may differ, and why.
enum Tolerance {
  /// Ticks: ffmpeg and GStreamer may disagree on how long the last picture lasts, by one picture.
  static func ticks(_ factor: Factor) -> Int { max(1, Int(factor.doubleValue.rounded(.up))) }

  /// Samples by which the result may have fewer, and more, than expected.
  ///
  /// One packet of the source's codec both ways, where that cannot say where its sound begins and ends within a
  /// packet: ffmpeg and GStreamer decide it differently. And at most two packets more of the result's codec:
  /// its encoder fills up the last one, and gives out one more for its delay. None for what is lossless.
  static func samples(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> (fewer: Int, more: Int) {
    let ratio = before.rate > 0 ? Double(after.rate) / Double(before.rate) : 1
    let source = Int((Double(packet(before.codec)) * factor.doubleValue * ratio).rounded(.up))
    return (source, source + filling(after))
  }

  /// Samples by which an encoder may fill up its last packets.
  static func filling(_ track: MediaSummary.Track) -> Int { 2 * packet(track.codec) }

  /// Seconds: Matroska rounds both ends to milliseconds, and a packet is a packet.
  static func time(
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track,
    _ factor: Factor
  ) -> Double {
    let sound =
      after.rate > 0 ? Double(samples(before, after, factor).more) / Double(after.rate) : 0
    return 0.002 + sound
  }

  /// Seconds in a packet of a source track.
  static func seconds(_ track: MediaSummary.Track) -> Double {
    track.rate > 0 ? Double(packet(track.codec)) / Double(track.rate) : 0
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
