// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The edits of a track: when they are shown in ticks of the movie, what they show in ticks of the media.
package struct EditList {
  package let edits: [(duration: Int, mediaTime: Int, rate: UInt32, offset: Int)]
  /// Bytes of a duration, which begins at the edit's offset in the file.
  private let width: Int

  /// Reads a track's `elst` (ISO/IEC 14496-12, 8.6.6): as much as is there, at most a thousand edits.
  package init(of track: FileAtom) {
    guard let list = track.descendant("edts", "elst"), let isLong = list.hasLongTimes,
      let count = list.word(at: 4)
    else {
      (edits, width) = ([], 4)
      return
    }
    let row = isLong ? 20 : 12
    width = isLong ? 8 : 4
    edits = (0..<min(Int(count), 1000)).compactMap { index -> (Int, Int, UInt32, Int)? in
      let offset = 8 + index * row
      guard offset + row <= list.count, let rate = list.word(at: offset + row - 4),
        let duration = list.time(at: offset, isLong: isLong)
      else { return nil }
      let time =
        isLong
        ? list.file.bytes(at: list.start + offset + 8, count: 8).map {
          Int(Int64(bitPattern: $0.bigEndian))
        } : list.word(at: offset + 4).map { Int(Int32(bitPattern: $0)) }
      return time.map { (duration, $0, rate, list.start + offset) }
    }
  }

  /// The media time at which the last part of the media begins, in ticks of the movie, rounded up; nil where all begin
  /// with it.
  func latestStart(media: Timing, movie: Timing) -> Int? {
    edits.filter { $0.mediaTime > 0 }.compactMap { movie.tick(after: $0.mediaTime, of: media) }
      .max()
  }

  /// Returns the patch of an edit's duration and media time; `offset` is that of the edit in the file.
  func patch(_ duration: Int, mediaTime: Int, of offset: Int) -> FilePatch {
    FilePatch(offset: offset, bytes: duration.bytes(width) + mediaTime.bytes(width))
  }

  /// Returns the patch that extends the last edit by movie ticks, and its end in source time.
  ///
  /// GStreamer 1.22's demuxer stops at the first sample that is decoded after the part's end, also where it is shown
  /// before that. So it is told of a later end, and its stream is cut at the one that is meant. Nil where all of the
  /// media is shown, so that nothing of that kind can happen.
  func lengthening(by ticks: Int, media: Timing, movie: Timing) -> (
    patch: FilePatch, stop: StreamTime
  )? {
    // Numbers beyond that are damaged, and would overflow.
    let most = 1 << 48
    guard ticks > 0, ticks < most, let last = edits.last, last.mediaTime >= 0, last.duration > 0,
      edits.allSatisfy({ (0..<most).contains($0.duration) && $0.mediaTime < most }),
      media.ticks < most,
      case let scale = Int64(movie.timescale),
      case let shown = RationalTime(Int64(last.duration), scale),
      RationalTime(Int64(last.mediaTime), Int64(media.timescale)) + shown
        < RationalTime(Int64(media.ticks), Int64(media.timescale)),
      last.duration < (width == 4 ? Int(UInt32.max) : Int.max) - ticks
    else { return nil }
    let all = edits.reduce(0) { $0 + $1.duration }
    return (
      FilePatch(last.duration + ticks, at: last.offset, width: width),
      RationalTime(Int64(all), scale).streamTime
    )
  }
}
