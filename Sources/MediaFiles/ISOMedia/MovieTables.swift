// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// The sample tables of an MP4 or QuickTime file; the samples themselves are not read.
///
/// Atoms as in ISO/IEC 14496-12: `mvhd` 8.2.2, `stbl` 8.5.1, `elst` 8.6.6.
package struct MovieTables {
  private let file: RandomAccessFile
  private let timing: Timing
  private let tracks: [FileAtom]

  /// Reads the header of a file; nil for one of another kind, and for one with fragments, which has most samples there.
  package init?(_ file: RandomAccessFile) {
    guard let movie = FileAtom.movie(in: file), case let parts = movie.children,
      parts.first("mvex") == nil, let timing = parts.first("mvhd").flatMap(Timing.init)
    else { return nil }
    (self.file, self.timing) = (file, timing)
    tracks = parts.filter { $0.kind == "trak" }
  }

  /// The number of samples of all tracks.
  package var sampleCount: Int {
    tracks.reduce(0) { count, track in
      let sizes = track.sampleTables?.children.first("stsz")
      return count + (sizes?.word(at: 8).map(Int.init) ?? 0)
    }
  }

  /// The samples of a stream, named as `qtdemux` names it: …/001.
  ///
  /// Nil where it is not clear from the tables what a demuxer makes of them: for several edits, and for samples that all
  /// have one size, which is plain sound.
  package func samples(ofStream streamID: String) -> ListedSamples? {
    let number = FileAtom.number(ofStream: streamID)
    let found = tracks.filter { $0.number == number }
    guard found.count == 1, let media = found[0].mediaTiming,
      let tables = found[0].sampleTables?.children, let table = SampleTable(tables),
      table.commonByteCount == nil
    else { return nil }
    var samples = ListedSamples(table: table, media: media, byteCount: file.byteCount)
    var edits = EditList(of: found[0]).edits[...]
    guard let first = edits.first else {
      // As the demuxer ends it, once it is mended.
      if !LateFrames.outlast(found[0]), LateFrames.endless(found[0]) == nil {
        samples.end = min(media.time(ofTicks: media.ticks), timing.time(ofTicks: timing.ticks))
      }
      return samples
    }
    let pause = first.mediaTime < 0 ? first.duration : 0
    if first.mediaTime < 0 { edits.removeFirst() }
    let most = 1 << 48
    guard edits.count == 1, let edit = edits.first, edit.rate == 1 << 16, 0..<most ~= pause,
      0..<most ~= edit.mediaTime, 1..<most ~= edit.duration
    else { return nil }
    // Each is rounded as the demuxer does it.
    (samples.start, samples.time) = (
      media.time(ofTicks: edit.mediaTime), timing.time(ofTicks: pause)
    )
    let length = timing.time(ofTicks: pause + edit.duration) - samples.time
    samples.end = samples.start + length
    return samples
  }
}

/// The samples of one track as its tables list them, and the part of its media that is shown.
package struct ListedSamples {
  /// When a sample is shown, in time of the media, and where it lies in the file.
  package struct Sample {
    package let start: StreamTime, duration: StreamTime
    package let offset: Int, byteCount: Int
  }

  /// The number of samples.
  package var count: Int { table.count }
  /// The part of the media that is shown, and when it begins in the movie.
  package fileprivate(set) var start = StreamTime.zero, end = StreamTime.latest
  package fileprivate(set) var time = StreamTime.zero

  fileprivate let table: SampleTable, media: Timing, byteCount: Int

  /// Hands out all samples in the order in which they are decoded.
  ///
  /// False where the tables do not fit together or list what the file does not have, and where a sample is shown
  /// before it is decoded: then only reading shows what there is. In time of the number of samples.
  package func forEach(_ body: (Sample) -> Void) -> Bool {
    var table = table
    while let sample = table.next() {
      // No sum of these overflows, and nothing lasts a year.
      guard sample.byteCount > 0, 0...byteCount ~= sample.offset,
        sample.byteCount <= byteCount - sample.offset, sample.delay >= 0,
        0..<1 << 48 ~= sample.decodeTime, 0..<1 << 31 ~= sample.duration
      else { return false }
      let decoded = media.time(ofTicks: sample.decodeTime)
      let next = media.time(ofTicks: sample.decodeTime + sample.duration)
      let shown = media.time(ofTicks: sample.decodeTime + sample.delay)
      body(
        Sample(
          start: shown,
          duration: next - decoded,
          offset: sample.offset,
          byteCount: sample.byteCount
        )
      )
    }
    return table.isAtEnd
  }
}
