// SPDX-License-Identifier: MPL-2.0

package import RetimeCore

/// The timescale and duration of an `mvhd` or `mdhd` atom, or with an `mehd` (ISO/IEC 14496-12, 8.2.2, 8.4.2 and 8.8.2).
package struct Timing {
  package let timescale: Int, ticks: Int
  /// Where the duration lies in the file, and its bytes.
  package let offset: Int, width: Int
  /// The value that means an unknown duration.
  var unknown: Int { width == 4 ? Int(UInt32.max) : Int.max }

  /// Returns the first tick after a number of ticks of another clock; nil if there is none.
  func tick(after ticks: Int, of other: Timing) -> Int? {
    Int(exactly: Int128(ticks) * Int128(timescale) / Int128(other.timescale) + 1)
  }

  /// The duration in seconds.
  var seconds: Double { Double(ticks) / Double(timescale) }

  /// Returns ticks as a time.
  package func time(ofTicks ticks: some BinaryInteger) -> StreamTime {
    StreamTime(ticks: Int64(clamping: ticks), timescale: Int64(timescale))
  }

  /// Returns the number of ticks that is nearest to a time.
  func ticks(of time: RationalTime) -> Int { Int(time.ticks(timescale: Int64(timescale))) }

  package init?(_ atom: FileAtom) {
    guard let isLong = atom.hasLongTimes, case let inside = isLong ? 24 : 16,
      let scale = atom.word(at: inside - 4), scale > 0,
      let count = atom.time(at: inside, isLong: isLong), count >= 0
    else { return nil }
    (timescale, ticks) = (Int(scale), count)
    (offset, width) = (atom.start + inside, isLong ? 8 : 4)
  }

  /// Returns the duration of a movie with its fragments that its header states; nil if it states none.
  init?(ofFragments parts: [FileAtom]) {
    guard let movie = parts.first("mvhd").flatMap({ Timing($0) }),
      let end = parts.first("mvex")?.descendant("mehd"), let isLong = end.hasLongTimes,
      let stated = end.time(at: 4, isLong: isLong), stated > 0
    else { return nil }
    (timescale, ticks) = (movie.timescale, stated)
    (offset, width) = (end.start + 4, isLong ? 8 : 4)
  }
}
