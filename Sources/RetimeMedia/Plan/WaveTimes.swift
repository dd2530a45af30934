// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeCore

/// Adapts the times in chunks of a WAVE file to the times of the result.
///
/// Sources: `cue `, `LIST` of type `adtl`, and `smpl`: "Multimedia Programming Interface and Data
/// Specifications 1.0", section 3, and "New Multimedia Data Types and Data Techniques", 1994;
/// `bext`: EBU Tech 3285.
struct WaveTimes {
  /// The function that places chapters of the source in the result.
  let place: TimedText.Placing
  /// The sample rates of the source and of the result in hertz.
  let rate: Int, outputRate: Int
  /// The speed if it is constant; nil otherwise.
  let speed: Rational?
  /// The pitch shift in semitones; nil if it varies.
  let semitones: Double?
  /// The first frame of the source that is played; nil if any part is played backwards.
  let firstFrame: Int?
  /// Whether times do not change.
  let keepsTimes: Bool

  /// Returns the content of a chunk in the result; nil if nothing of it is valid there.
  func converted(_ chunk: WaveChunk) -> [UInt8]? {
    guard let bytes = chunk.bytes else { return nil }
    return switch chunk.kind {
    case "cue ": cues(bytes)
    case "LIST": labels(bytes)
    case "smpl": sampler(bytes)
    case "bext": broadcast(bytes)
    case "iXML", "axml", "cart", "inst", "acid", "umid": keepsTimes ? bytes : nil
    default: keepsTimes && rate == outputRate ? bytes : nil
    }
  }

  // MARK: - Chunks

  private func cues(_ bytes: [UInt8]) -> [UInt8]? {
    let points = entries(bytes, counted: 0..<4, from: 4)
    let placed = placed(points.map { ($0[20..<24].number, $0[20..<24].number) })
    let kept = points.enumerated().compactMap { index, point -> [UInt8]? in
      guard let frame = placed[index]?.lowerBound.littleEndian(4) else { return nil }
      return point[0..<4] + frame + Array("data".utf8) + [UInt8](repeating: 0, count: 8) + frame
    }
    return kept.isEmpty ? nil : kept.count.littleEndian(4).map { $0 + kept.joined() }
  }

  /// Converts the labels of cue points, which refer to their numbers, and the lengths of regions.
  private func labels(_ bytes: [UInt8]) -> [UInt8]? {
    var (result, offset) = (Array(bytes.prefix(4)), 4)
    while offset + 8 <= bytes.count {
      let size = bytes[offset + 4..<offset + 8].number
      let end = min(bytes.count, offset + 8 + size + size % 2)
      var part = Array(bytes[offset..<end])
      offset = end
      if part.starts(with: "ltxt".utf8), part.count >= 16, !keepsTimes || rate != outputRate {
        guard let speed, speed > Rational(0) else { continue }
        let length = Double(part[12..<16].number) / speed.doubleValue * ratio
        guard let new = Int(length.rounded()).littleEndian(4) else { continue }
        part.replaceSubrange(12..<16, with: new)
      }
      result += part
    }
    return result.count > 4 ? result : nil
  }

  private func sampler(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 36 else { return nil }
    let loops = entries(bytes, counted: 28..<32, from: 36)
    let placed = placed(loops.map { ($0[8..<12].number, $0[12..<16].number + 1) })
    let kept = loops.enumerated().compactMap { index, loop -> [UInt8]? in
      guard let range = placed[index], !range.isEmpty,
        let first = range.lowerBound.littleEndian(4),
        let last = (range.upperBound - 1).littleEndian(4)
      else { return nil }
      return loop[..<8] + first + last + loop[16...]
    }
    // The note at which the sample plays at its own pitch, with a fraction in units of 2⁻³² semitones.
    let note = Double(bytes[12..<16].number) + Double(bytes[16..<20].number) / 0x1_0000_0000
    guard let semitones, loops.isEmpty || !kept.isEmpty,
      case let units = ((note + semitones) * 0x1_0000_0000).rounded(), units >= 0,
      units < 128 * 0x1_0000_0000, let period = (1_000_000_000 / outputRate).littleEndian(4),
      let tuned = (Int(units) >> 32).littleEndian(4),
      let fraction = (Int(units) & 0xFFFF_FFFF).littleEndian(4),
      let count = kept.count.littleEndian(4)
    else { return nil }
    return bytes[..<8] + period + tuned + fraction + bytes[20..<28] + count + [0, 0, 0, 0]
      + kept.joined()
  }

  /// Converts the time of the recording, in frames after midnight.
  private func broadcast(_ bytes: [UInt8]) -> [UInt8]? {
    let field = 338..<346
    guard bytes.count >= field.upperBound, let firstFrame else { return nil }
    let (start, isTooLate) = bytes[field].number.addingReportingOverflow(firstFrame)
    let frames = Double(start) * ratio
    guard !isTooLate, frames < 0x1p62, let new = Int(frames.rounded()).littleEndian(8) else {
      return nil
    }
    return bytes[..<field.lowerBound] + new + bytes[field.upperBound...]
  }

  // MARK: - Frames

  private var ratio: Double { Double(outputRate) / Double(rate) }

  /// Returns the entries of 24 bytes from `start`; `field` contains their number.
  private func entries(_ bytes: [UInt8], counted field: Range<Int>, from start: Int) -> [[UInt8]] {
    guard bytes.count >= start else { return [] }
    return (0..<min(bytes[field].number, (bytes.count - start) / 24)).map {
      Array(bytes[start + 24 * $0..<start + 24 * ($0 + 1)])
    }
  }

  /// Returns frame ranges in the result by the indices of `ranges`, without those that are not played.
  private func placed(_ ranges: [(Int, Int)]) -> [Int: Range<Int>] {
    let chapters = ranges.enumerated().map { index, range in
      FileChapter(title: "\(index)", start: time(range.0), end: time(range.1))
    }
    var result: [Int: Range<Int>] = [:]
    for chapter in place(chapters) {
      guard let index = chapter.title.flatMap({ Int($0) }), result[index] == nil else { continue }
      let (start, end) = (frame(chapter.start), frame(chapter.end))
      result[index] = start..<max(start, end)
    }
    return result
  }

  private func time(_ frame: Int) -> StreamTime {
    StreamTime(ticks: Int64(clamping: frame), timescale: Int64(rate))
  }

  private func frame(_ time: StreamTime) -> Int {
    Int(RationalTime(time).ticks(timescale: Int64(outputRate)))
  }
}

extension Sequence<UInt8> {
  /// The bytes as a little-endian number, clamped to the largest `Int`.
  fileprivate var number: Int { Int(clamping: littleEndian) }
}

extension Int {
  /// Returns the number in `count` little-endian bytes; nil if it does not fit.
  fileprivate func littleEndian(_ count: Int) -> [UInt8]? {
    guard self >= 0, count == 8 || self >> (8 * count) == 0 else { return nil }
    return littleEndianBytes(count)
  }
}
