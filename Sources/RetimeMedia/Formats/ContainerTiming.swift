// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore

/// How coarsely containers keep the times of their frames.
enum ContainerTiming {
  /// The container's smallest step, by which an exact time may have been moved.
  ///
  /// Matroska, WebM and FLV count milliseconds, and so does ASF; MPEG streams count 1/90000 s; the
  /// others keep exact ticks, which GStreamer truncates to nanoseconds.
  static func granularity(of container: Caps?) -> RationalTime {
    switch container?.name {
    case "video/x-matroska", "audio/x-matroska", "video/webm", "audio/webm", "video/x-flv",
      "video/x-ms-asf":
      RationalTime(1, 1000)
    case "video/mpegts", "video/mpeg": RationalTime(1, 90_000)
    default: RationalTime(nanoseconds: 1)
    }
  }

  /// By how much the time of a video frame may differ from an exact one; at least what nanoseconds are rounded by.
  static func rounding(granularity: Int64) -> StreamTime {
    StreamTime(clamping: max(2, granularity))
  }

  /// Whether packets come with the times at which they are shown alone.
  static func lacksDecodeTimes(_ container: Caps?) -> Bool {
    ["video/x-matroska", "video/webm"].contains(container?.name)
  }

  /// The element that takes apart what holds several packets of a codec, and only the first one's time.
  ///
  /// GStreamer 1.22's decodebin does not take `opusparse` by itself, and its `tsdemux` leaves that to it.
  static func framer(of codec: String, in container: Caps?) -> String? {
    codec == "opus" && container?.name == "video/mpegts" && Repair.opusFrames.isNeeded
      ? "opusparse" : nil
  }

  /// Whether positions are the source's own times, whatever their segment says.
  ///
  /// GStreamer 1.22's `matroskademux` takes the first packet's time for time 0, and another one as soon as a
  /// packet with an earlier time comes: the first packets of a file would be off by the difference.
  static func countsFromZero(_ container: Caps?) -> Bool {
    lacksDecodeTimes(container) && Repair.matroskaOrigin.isNeeded
  }

  /// Whether a file's header says how long it lasts; others are estimated from their size.
  static func statesDuration(_ container: Caps?) -> Bool {
    [
      "video/quicktime", "audio/x-m4a", "video/x-matroska", "audio/x-matroska", "video/webm",
      "audio/webm", "audio/x-flac", "video/x-msvideo", "video/x-flv", "video/x-ms-asf",
      "audio/x-wav",
    ].contains(container?.name)
  }

  /// Whether time 0 means something, so that a track that begins later does so on purpose.
  ///
  /// GStreamer's demuxers of MPEG's streams count from the first clock reference, a buffer's length before anything.
  static func beginsAtZero(_ container: Caps?) -> Bool {
    !["video/mpegts", "video/mpeg"].contains(container?.name)
  }

  /// How far the clock of a track may go forward at once, in nanoseconds.
  ///
  /// What is longer in MPEG's streams is a jump of the clock, which they may make anywhere.
  static func longestPause(of container: Caps?) -> Int64 {
    ["video/mpegts", "video/mpeg"].contains(container?.name)
      ? ClockRepair.tolerance : ClockRepair.longestPause
  }

  /// Whether pictures have no times but their number.
  ///
  /// Where a group ends with pictures that lean on others, GStreamer's decoders give two of them the same time.
  static func countsPictures(_ container: Caps?) -> Bool { container?.name == "video/x-msvideo" }
}

extension Buffer {
  /// How long a picture or a packet says it lasts; nil where it does not, and where damage made years of it.
  var plausibleDuration: ClockTime? {
    duration.flatMap { $0.signed > ClockRepair.longestPause ? nil : $0 }
  }
}
