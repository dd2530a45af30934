// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore

/// The precision and the conventions of timestamps in containers.
enum ContainerTiming {
  /// Returns the container's time unit, to which exact times may have been rounded.
  ///
  /// Matroska, WebM, FLV and ASF count milliseconds; MPEG streams count 1/90000 s; the others store
  /// exact ticks, which GStreamer truncates to nanoseconds.
  static func granularity(of container: Caps?) -> RationalTime {
    switch container?.name {
    case "video/x-matroska", "audio/x-matroska", "video/webm", "audio/webm", "video/x-flv",
      "video/x-ms-asf":
      RationalTime(1, 1000)
    case "video/mpegts", "video/mpeg": RationalTime(1, 90_000)
    default: RationalTime(nanoseconds: 1)
    }
  }

  /// Returns the largest rounding error of a video frame's time, at least that of nanoseconds.
  static func rounding(granularity: Int64) -> StreamTime {
    StreamTime(clamping: max(2, granularity))
  }

  /// Returns whether packets have presentation times only.
  static func lacksDecodeTimes(_ container: Caps?) -> Bool {
    ["video/x-matroska", "video/webm"].contains(container?.name)
  }

  /// Returns the element that splits buffers of several packets, of which only the first has a time.
  ///
  /// GStreamer 1.22's `tsdemux` leaves that to `opusparse`, which decodebin does not plug by
  /// itself.
  static func framer(of codec: String, in container: Caps?) -> String? {
    codec == "opus" && container?.name == "video/mpegts" && Repair.opusFrames.isNeeded
      ? "opusparse" : nil
  }

  /// Returns whether positions are the source's own times, whatever their segment is.
  ///
  /// GStreamer 1.22's `matroskademux` takes the first packet's time as time 0, and changes that
  /// when a packet with an earlier time arrives: the first packets of a file would be off by the
  /// difference.
  static func countsFromZero(_ container: Caps?) -> Bool {
    lacksDecodeTimes(container) && Repair.matroskaOrigin.isNeeded
  }

  /// Returns whether a file's header states its duration; others are estimated from their size.
  static func statesDuration(_ container: Caps?) -> Bool {
    [
      "video/quicktime", "audio/x-m4a", "video/x-matroska", "audio/x-matroska", "video/webm",
      "audio/webm", "audio/x-flac", "video/x-msvideo", "video/x-flv", "video/x-ms-asf",
      "audio/x-wav",
    ].contains(container?.name)
  }

  /// Returns whether time 0 is meaningful, so that the late start of a track is intended.
  ///
  /// GStreamer's MPEG demuxers count from the first clock reference, which precedes all frames by
  /// the length of a buffer.
  static func beginsAtZero(_ container: Caps?) -> Bool {
    !["video/mpegts", "video/mpeg"].contains(container?.name)
  }

  /// Returns the longest gap between a track's timestamps that is not a discontinuity, in nanoseconds.
  ///
  /// A longer gap in MPEG streams is a clock discontinuity, which they may have anywhere.
  static func longestPause(of container: Caps?) -> Int64 {
    ["video/mpegts", "video/mpeg"].contains(container?.name)
      ? ClockRepair.tolerance : ClockRepair.longestPause
  }

  /// Returns whether video frames have a number in place of a timestamp.
  ///
  /// Where a GOP ends with frames that depend on others, GStreamer's decoders give two of them the
  /// same time.
  static func countsPictures(_ container: Caps?) -> Bool { container?.name == "video/x-msvideo" }
}

extension Buffer {
  /// The stated duration of a frame or packet; nil if absent or, after damage, implausibly long.
  var plausibleDuration: ClockTime? {
    duration.flatMap { $0.signed > ClockRepair.longestPause ? nil : $0 }
  }
}
