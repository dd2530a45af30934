// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The time code tracks of a QuickTime or MP4 file (QuickTime File Format, "Timecode Media").
enum MovieTimecode {
  /// Returns the time code of the first frame of each track that has one, by the track's number.
  ///
  /// A track names its time code track; one that no track names belongs to all video tracks.
  static func codes(of tracks: [FileAtom]) -> [Int: Timecode] {
    var codes: [Int: Timecode] = [:]
    for track in tracks where track.handler == "tmcd" {
      if let number = track.number, let code = code(in: track) { codes[number] = code }
    }
    guard !codes.isEmpty else { return [:] }
    let named = tracks.compactMap { track -> (Int, Int)? in
      guard let number = track.number,
        let other = track.descendant("tref", "tmcd")?.word(at: 0).map(Int.init),
        codes[other] != nil
      else { return nil }
      return (number, other)
    }
    let pairs =
      named.isEmpty
      ? tracks.filter { $0.handler == "vide" }.compactMap { track in
        track.number.flatMap { number in codes.keys.min().map { (number, $0) } }
      } : named
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first }).compactMapValues { codes[$0] }
  }

  /// Returns the number in the first sample, with the rate of the sample description.
  private static func code(in track: FileAtom) -> Timecode? {
    guard let tables = track.sampleTables?.children, let list = tables.first("stsd"),
      // After version and count: size, kind, 8 bytes, then reserved, flags, timescale, duration, rate.
      list.count >= 8 + 33, let flags = list.word(at: 8 + 20),
      let rate = list.bytes(first: 8 + 33)?.last, rate > 0,
      var samples = SampleTable(tables), let sample = samples.next(), sample.byteCount >= 4,
      let number = track.file.word(at: sample.offset)
    else { return nil }
    // Negative numbers are allowed, and count back from midnight.
    return Timecode(
      frame: flags & 4 == 0 ? Int(number) : Int(Int32(bitPattern: number)),
      nominalRate: Int(rate),
      isDropFrame: flags & 1 == 1
    )
  }
}
