// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The edits of a track: when they are shown in ticks of the movie, what they show in ticks of the media.
struct EditList {
  let edits: [(duration: Int, mediaTime: Int, rate: UInt32)]

  /// Reads a track's `elst` (ISO/IEC 14496-12, 8.6.6): as much as is there, at most a thousand edits.
  init(of track: Atom, in file: RandomAccessFile) {
    guard let list = track.descendant("edts", "elst", in: file),
      let version = file.word(at: list.start), let count = file.word(at: list.start + 4)
    else {
      edits = []
      return
    }
    let isLong = version >> 24 == 1
    let row = isLong ? 20 : 12
    edits = (0..<min(Int(count), 1000)).compactMap { index -> (Int, Int, UInt32)? in
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
      return (duration, time, rate)
    }
  }
}
