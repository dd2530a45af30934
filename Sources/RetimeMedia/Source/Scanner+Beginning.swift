// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

extension SourceReference {
  /// Limits what is read to a part of the presentation; nil for its beginning or end.
  ///
  /// Times that a person gives count from where the presentation begins. Blocks on the file.
  mutating func trim(
    from start: RationalTime?,
    to end: RationalTime?,
    stallTimeout: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) {
    guard start != nil || end != nil else { return }
    // GStreamer's demuxer of packs seeks to a place behind the key frame that a time needs, or to the file's end.
    if mpegStream == .program { isChained = true }
    beginning = try Scanner.beginning(of: self, stallTimeout: stallTimeout, cancellation)
    let shift = RationalTime(beginning)
    self.start = start.map { ClockTime(clamping: ($0 + shift).nanoseconds) }
    self.end = end.map { ClockTime(clamping: ($0 + shift).nanoseconds) }
  }
}

extension Scanner {
  /// When the first of pictures and sound begins, as far as the file was read.
  var start: StreamTime? {
    findings.withLock { findings in
      findings.tallies.filter { findings.caps[$0.key].map(StreamKind.init) != .text }
        .values.compactMap(\.count.start).min()
    }
  }

  /// The start of the first of video and audio, in source time; 0 where time 0 is the beginning.
  ///
  /// In MPEG's streams time 0 is the first clock reference, some 0.7 s before anything is shown.
  fileprivate static func beginning(
    of source: SourceReference,
    stallTimeout: Duration,
    _ cancellation: Cancellation
  ) throws(RetimeError) -> StreamTime {
    guard source.mpegStream != nil else { return 0 }
    let scanner = try opened(source, stallTimeout: stallTimeout, cancellation: cancellation)
    defer { scanner.close() }
    return try scanner.readBeginning()
  }

  /// Reads until any track has come two seconds far, more than streams are interleaved apart.
  private func readBeginning() throws(RetimeError) -> StreamTime {
    guard !findings.withLock({ ContainerTiming.beginsAtZero($0.container) || $0.tallies.isEmpty })
    else { return 0 }
    let enough: StreamTime = 2_000_000_000
    try read { tallies in
      let counts = tallies.map(\.count)
      guard let start = counts.compactMap(\.start).min() else { return false }
      return counts.contains { $0.end - start >= enough }
    }
    return start ?? 0
  }
}
