// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// Which parts of a track an MP4 or QuickTime file shows, one after the other.
///
/// Atoms as in ISO/IEC 14496-12: `elst` 8.6.6.
struct EditList {
  /// A part that is shown.
  struct Edit {
    /// Ticks of the movie; 0 for up to the media's end.
    let duration: Int
    /// Where it begins, in ticks of the media; nil where nothing is shown.
    let start: Int?
    /// Where the duration stands in the file.
    let place: Int
  }

  /// The parts, of which more than a thousand are not read.
  let edits: [Edit]
  /// Bytes of a duration.
  private let width: Int

  /// Reads a track's list; nil where it has none.
  init?(_ track: Atom, in file: RandomAccessFile) {
    guard let list = track.descendant("edts", "elst", in: file),
      let version = file.word(at: list.start), let count = file.word(at: list.start + 4)
    else { return nil }
    let isLong = version >> 24 == 1
    let (width, size) = isLong ? (8, 20) : (4, 12)
    edits = (0..<min(Int(count), 1000)).compactMap { index in
      let place = list.start + 8 + index * size
      guard place + size <= list.end else { return nil }
      let duration = isLong ? file.long(at: place) : file.word(at: place).map(Int.init)
      let start =
        isLong
        ? file.long(at: place + 8)
        : file.word(at: place + 4).map { Int(Int32(bitPattern: $0)) }
      return Edit(
        duration: duration ?? 0,
        start: start.flatMap { $0 < 0 ? nil : $0 },
        place: place
      )
    }
    self.width = width
  }

  /// The media time at which the last part of the media begins, in ticks of the movie, rounded up; nil where all begin
  /// with it.
  func latestStart(media: Timing, movie: Timing) -> Int? {
    edits.compactMap { edit -> Int? in
      guard let start = edit.start, start > 0 else { return nil }
      let (scaled, overflow) = start.multipliedReportingOverflow(by: movie.timescale)
      return overflow ? nil : scaled / media.timescale + 1
    }.max()
  }

  /// What makes the last part longer by so many ticks of the movie, and where it ends in the source's time.
  ///
  /// GStreamer 1.22's demuxer stops at the first sample that is decoded after the part's end, also where it is shown
  /// before that. So it is told of a later end, and its stream is cut at the one that is meant. Nil where all of the
  /// media is shown, so that nothing of that kind can happen.
  func lengthening(by ticks: Int, media: Timing, movie: Timing) -> (patch: BytePatch, stop: Int64)?
  {
    guard ticks > 0, let last = edits.last, let start = last.start, last.duration > 0,
      case let (all, isTooMuch) = edits.reduce(
        (0, false),
        { sum, edit in
          let (next, overflow) = sum.0.addingReportingOverflow(edit.duration)
          return (next, sum.1 || overflow)
        }
      ), !isTooMuch, let end = Int64(exactly: all), let scale = Int64(exactly: movie.timescale),
      case let shown = RationalTime(Int64(last.duration), scale),
      RationalTime(Int64(start), Int64(media.timescale)) + shown
        < RationalTime(Int64(media.ticks), Int64(media.timescale)),
      last.duration < (width == 4 ? Int(UInt32.max) : Int.max) - ticks
    else { return nil }
    return (
      BytePatch(last.duration + ticks, at: last.place, width: width),
      RationalTime(end, scale).nanoseconds
    )
  }
}
