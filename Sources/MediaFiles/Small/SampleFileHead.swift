// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// Tells files of samples that GStreamer 1.22 does not read, or reads wrongly, by their first bytes.
package enum SampleFileHead {
  /// Whether libsndfile must read the file.
  ///
  /// Wave64 goes through `sfdec`, which gives 16 bit and never ends with more than two channels; big-endian
  /// WAVE, compressed AIFF-C, and A-law and µ-law in WAVE_FORMAT_EXTENSIBLE are refused.
  package static func needsLibrary(_ file: RandomAccessFile) -> Bool {
    guard let head = file.bytes(at: 0, count: 12) else { return false }
    let kinds = [head[0..<4], head[8..<12]].map { String(decoding: $0, as: UTF8.self) }
    switch (kinds[0], kinds[1]) {
    case ("riff", _): return head[4..<8].elementsEqual([0x2E, 0x91, 0xCF, 0x11])
    case ("RIFX", "WAVE"): return true
    case ("FORM", "AIFC"):
      let compression = chunk("COMM", in: file, isBigEndian: true).flatMap {
        file.bytes(at: $0 + 18, count: 4)
      }
      let plain = ["NONE", "sowt", "twos", "raw ", "fl32", "FL32", "fl64", "FL64", "in24", "in32"]
      return compression.map { !plain.contains(String(decoding: $0, as: UTF8.self)) } ?? false
    case ("RIFF", "WAVE"), ("RF64", "WAVE"):
      guard let format = chunk("fmt ", in: file, isBigEndian: false),
        let bytes = file.bytes(at: format, count: 26)
      else { return false }
      return bytes[0] == 0xFE && bytes[1] == 0xFF && [6, 7].contains(bytes[24]) && bytes[25] == 0
    default: return false
    }
  }

  /// Whether a Wave64 file that has the form of WAVE_FORMAT_EXTENSIBLE holds floats.
  package static func isFloatWave64(_ file: RandomAccessFile) -> Bool {
    guard let head = file.bytes(at: 0, count: 90), head[0..<4].elementsEqual("riff".utf8),
      head[40..<44].elementsEqual("fmt ".utf8)
    else { return false }
    return head[64] == 0xFE && head[65] == 0xFF && head[88] == 3
  }

  /// A chunk: its name and where its content lies.
  package struct Chunk {
    package let name: String, place: Int, count: Int
  }

  /// The chunks that lie one behind the other, at most a thousand of them, each cut where the file or `end` does.
  package static func chunks(
    from start: Int = 12,
    to end: Int = .max,
    in file: RandomAccessFile,
    isBigEndian: Bool
  ) -> [Chunk] {
    let end = min(end, file.byteCount)
    var (place, chunks): (Int, [Chunk]) = (start, [])
    while chunks.count < 1000, place < end, let head = file.bytes(at: place, count: 8) {
      let size = head[4..<8]
      let count =
        isBigEndian
        ? size.reduce(0) { $0 << 8 | Int($1) } : size.reversed().reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: head[0..<4], as: UTF8.self)
      chunks.append(Chunk(name: name, place: place + 8, count: max(0, min(count, end - place - 8))))
      place += 8 + count + count % 2
    }
    return chunks
  }

  /// Where a chunk's content begins.
  private static func chunk(
    _ name: String,
    in file: RandomAccessFile,
    isBigEndian: Bool
  ) -> Int? {
    chunks(in: file, isBigEndian: isBigEndian).first { $0.name == name }?.place
  }
}
