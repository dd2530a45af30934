// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
package import RetimeSystem

/// The edits of a track: when they are shown in ticks of the movie, what they show in ticks of the media.
package struct EditList {
  package let edits: [(duration: Int, mediaTime: Int, rate: UInt32, place: Int)]
  /// Bytes of a duration, which begins at the edit's place in the file.
  private let width: Int

  /// Reads a track's `elst` (ISO/IEC 14496-12, 8.6.6): as much as is there, at most a thousand edits.
  package init(of track: Atom, in file: RandomAccessFile) {
    guard let list = track.descendant("edts", "elst", in: file),
      let version = file.word(at: list.start), let count = file.word(at: list.start + 4)
    else {
      (edits, width) = ([], 4)
      return
    }
    let isLong = version >> 24 == 1
    let row = isLong ? 20 : 12
    width = isLong ? 8 : 4
    edits = (0..<min(Int(count), 1000)).compactMap { index -> (Int, Int, UInt32, Int)? in
      let place = list.start + 8 + index * row
      guard place + row <= list.end, let rate = file.word(at: place + row - 4) else { return nil }
      let duration = isLong ? file.long(at: place) : file.word(at: place).map(Int.init)
      let time =
        isLong
        ? file.bytes(at: place + 8, count: 8).map { bytes in
          Int(Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        }
        : file.word(at: place + 4).map { Int(Int32(bitPattern: $0)) }
      guard let duration, let time else { return nil }
      return (duration, time, rate, place)
    }
  }

  /// The media time at which the last part of the media begins, in ticks of the movie, rounded up; nil where all begin
  /// with it.
  func latestStart(media: Timing, movie: Timing) -> Int? {
    edits.filter { $0.mediaTime > 0 }.compactMap { movie.tick(after: $0.mediaTime, of: media) }
      .max()
  }

  /// What makes the last part longer by so many ticks of the movie, and where it ends in the source's time.
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
      FilePatch(last.duration + ticks, at: last.place, width: width),
      RationalTime(Int64(all), scale).streamTime
    )
  }
}
