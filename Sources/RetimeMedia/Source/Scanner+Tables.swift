// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

extension Scanner {
  /// Files with fewer samples are read in less time than a person notices, and what their packets hold is seen.
  static let fewSamples = 20_000

  /// The counts of pictures and sound as the tables of a long MP4 or QuickTime file say, by stream identifier.
  ///
  /// Nil where reading may show other numbers: see ``MovieTables``; also for pictures in single fields or that some
  /// packets do not show, and sound that packets alone do not count. Subtitles are not counted.
  ///
  /// `fewest`: samples below which the file is better read.
  func countByTables(fewest: Int = Scanner.fewSamples) -> [String: TrackCount]? {
    guard !source.isTrimmed, let path = FileAddress.path(source.uri),
      let file = try? RandomAccessFile(path), let tables = MovieTables(file),
      tables.sampleCount >= fewest
    else { return nil }
    let (streams, packets) = findings.withLock { ($0.caps, $0.packets) }
    var counts: [String: TrackCount] = [:]
    for (id, caps) in streams where StreamKind(caps) != .text {
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
    guard HiddenPictures(caps) == nil, !caps.isFieldCoded else { return nil }
    let segment = samples.segment
    var tally = FrameTally(caps.frameRate, granularity: ContainerTiming.granularity(of: nil))
    let isWhole = samples.forEach { sample in
      let (start, duration) = (ClockTime(sample.start), ClockTime(sample.duration))
      guard let range = segment.range(from: start, duration: duration) else { return }
      let end = range.end > range.start ? range.end : nil
      let begin = segment.time(of: start).flatMap { $0 < range.start ? $0 : nil }
      tally.addPicture(at: range.start, end: end, isTimed: true, begin: begin)
    }
    // How long an uneven film's last picture is shown, parsers say from the stream where no edit does.
    let count = tally.result
    let hasEnd = samples.end < .latest || count.isEven
    return isWhole && hasEnd ? count : nil
  }
}

extension PacketSound {
  /// Packets of a track that are looked at.
  private static let looks = 64

  /// Counts sound by the times of its packets, of which a few are looked at.
  fileprivate func count(_ samples: ListedSamples, in file: RandomAccessFile) -> TrackCount? {
    let segment = samples.segment
    // How long a packet lasts, or a little more.
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
  /// The part that is shown, as a demuxer gives it.
  fileprivate var segment: Segment {
    Segment.times.placing(start: start.nanoseconds, stop: end.nanoseconds, time: time.nanoseconds)
  }
}
