// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

extension Scanner {
  /// The number of samples below which a file is read: that is fast, and packets are inspected.
  static let fewSamples = 20_000

  /// Returns the frame counts from the sample tables of a long MP4 or QuickTime file, by stream identifier.
  ///
  /// Returns nil where reading may yield other numbers: see ``MovieTables``. That includes video in
  /// single fields, video with packets that show no frame, and audio that packets alone do not
  /// count. Subtitles are not counted.
  ///
  /// `fewest`: the number of samples below which the file is to be read.
  func countByTables(fewest: Int = Scanner.fewSamples) -> [String: TrackCount]? {
    guard !source.isTrimmed, let path = FileAddress.path(source.uri),
      let file = try? RandomAccessFile(path), let tables = MovieTables(file),
      tables.sampleCount >= fewest
    else { return nil }
    let (streams, packets) = findings.withLock { ($0.caps, $0.packets) }
    var counts: [String: TrackCount] = [:]
    for (id, caps) in streams where StreamKind(caps)?.isSparse != true {
      guard let samples = tables.samples(ofStream: id) else { return nil }
      let count =
        StreamKind(caps) == .sound
        ? packets[id]?.count(samples, in: file) : Self.count(samples, pictures: caps)
      guard let count, count.frames > 0 else { return nil }
      counts[id] = ended(count, of: id)
    }
    return counts
  }

  private static func count(_ samples: ListedSamples, pictures caps: Caps) -> TrackCount? {
    guard HiddenFrames(caps) == nil, !caps.isFieldCoded else { return nil }
    let segment = samples.segment
    var tally = FrameTally(caps.frameRate, granularity: ContainerTiming.granularity(of: nil))
    let isWhole = samples.forEach { sample in
      let (start, duration) = (ClockTime(sample.start), ClockTime(sample.duration))
      guard let range = segment.range(from: start, duration: duration) else { return }
      let end = range.end > range.start ? range.end : nil
      let begin = segment.time(of: start).flatMap { $0 < range.start ? $0 : nil }
      tally.addPicture(at: range.start, end: end, isTimed: true, begin: begin)
    }
    // Without an edit list, only a parser finds the duration of the last frame of unevenly spaced video.
    let count = tally.result
    let hasEnd = samples.end < .latest || count.isEven
    return isWhole && hasEnd ? count : nil
  }
}

extension PacketAudio {
  /// The approximate number of a track's packets to inspect.
  private static let looks = 64

  /// Counts audio by the times of its packets, of which a few are inspected.
  fileprivate func count(_ samples: ListedSamples, in file: RandomAccessFile) -> TrackCount? {
    let segment = samples.segment
    // The duration of a packet, or slightly more.
    let length = StreamTime(ticks: Int64(frames), timescale: Int64(sound.rate)) + 1
    var tally = FrameTally(nil, granularity: ContainerTiming.granularity(of: nil))
    let step = samples.count / Self.looks + 1
    var (index, isPlain) = (0, true)
    let isWhole = samples.forEach { sample in
      if index % step == 0, isPlain {
        let bytes = file.bytes(at: sample.offset, count: min(sample.byteCount, 300))
        isPlain = bytes.map { Self.isPlain($0.span) } ?? false
      }
      index += 1
      if sample.start >= samples.start, sample.start + length <= samples.end {
        let time = samples.time + (sample.start - samples.start)
        tally.addSound(frames: frames, at: time, rate: sound.rate)
      } else if let span = sound.span(ofFrames: frames, at: ClockTime(sample.start), in: segment) {
        tally.addSound(frames: span.frames, at: span.time, rate: sound.rate)
      }
    }
    return isWhole && isPlain ? tally.count : nil
  }
}

extension ListedSamples {
  /// The segment of the presented part, as a demuxer sends it.
  fileprivate var segment: Segment {
    Segment.times.placing(start: start.nanoseconds, stop: end.nanoseconds, time: time.nanoseconds)
  }
}
