// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

extension SourceReference {
  /// Limits reading to a part of the presentation; nil keeps its start or end.
  ///
  /// The user's times count from the start of the presentation. Blocks on the file.
  mutating func trim(
    from start: RationalTime?,
    to end: RationalTime?,
    stallTimeout: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    guard start != nil || end != nil else { return }
    // GStreamer's program stream demuxer seeks past the key frame that a time needs, or to the file's end.
    if mpegStream == .program { isChained = true }
    beginning = try Scanner.beginning(of: self, stallTimeout: stallTimeout, cancellation)
    let shift = RationalTime(beginning)
    self.start = start.map { ClockTime(clamping: ($0 + shift).nanoseconds) }
    self.end = end.map { ClockTime(clamping: ($0 + shift).nanoseconds) }
  }
}

extension Scanner {
  /// The start of the first video or audio track, as far as the file was read.
  var start: StreamTime? { mediaLanes.compactMap(\.tally.count.start).min() }

  private var mediaLanes: [Lane] { findings.withLock { $0.lanes.filter { !$0.kind.isSparse } } }

  /// The source time to seek to for the selected part; nil to read from the file's start.
  var seekStart: ClockTime? {
    guard !source.isChained, let start = source.start else { return nil }
    return hearsSound ? PartSegments.audioStart(of: start, beginning: source.beginning) : start
  }

  /// Returns the start of the first video or audio track, in source time.
  ///
  /// In MPEG streams time 0 is the first clock reference, some 0.7 s before the first frame; an FLV
  /// file of a live stream keeps the stream's times, and an MP4 file can start with an empty edit.
  fileprivate static func beginning(
    of source: SourceReference,
    stallTimeout: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) -> StreamTime {
    guard source.mayStartLate else { return 0 }
    let scanner = try opened(source, stallTimeout: stallTimeout, cancellation: cancellation)
    defer { scanner.close() }
    return try scanner.readBeginning()
  }

  /// Reads until all tracks have started.
  ///
  /// How far one thread is ahead of another, or one track of another in the file, makes no difference.
  private func readBeginning() throws(RetimeError) -> StreamTime {
    let lanes = mediaLanes
    guard !lanes.isEmpty else { return 0 }
    try read { _ in lanes.allSatisfy(\.hasStarted) }
    return start ?? 0
  }
}

extension Scanner.Lane {
  /// Whether no frame that is decoded later can start before those counted so far.
  fileprivate var hasStarted: Bool {
    let frames = tally.count.frames
    return entry.isAtEnd || frames > (kind == .sound ? 0 : PartSegments.mostDecodedEarly)
  }
}
