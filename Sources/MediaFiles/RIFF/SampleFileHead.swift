// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// Detects audio files that GStreamer 1.22 does not read, or reads wrongly, by their first bytes.
package enum SampleFileHead {
  /// Whether libsndfile must read the file.
  ///
  /// Wave64 goes through `sfdec`, which gives 16 bit and never ends with more than two channels; big-endian
  /// WAVE, compressed AIFF-C, and A-law and µ-law in WAVE_FORMAT_EXTENSIBLE are refused.
  package static func needsLibrary(_ file: RandomAccessFile) -> Bool {
    guard let signature = RIFFChunk.signature(of: file) else { return false }
    switch (signature.container, signature.kind) {
    case ("riff", _): return file.word(at: 4) == 0x2E91_CF11
    case ("RIFX", "WAVE"): return true
    case ("FORM", "AIFC"):
      let plain: Set<FourCharCode> = [
        "NONE", "sowt", "twos", "raw ", "fl32", "FL32", "fl64", "FL64", "in24", "in32",
      ]
      let compression = RIFFChunk.all(in: file).first("COMM")?.word(at: 18)
      return compression.map { !plain.contains(FourCharCode(rawValue: UInt32($0))) } ?? false
    default:
      guard let format = RIFFChunk.wave(in: file).first("fmt "),
        let bytes = file.bytes(at: format.offset, count: 26)
      else { return false }
      return bytes[0] == 0xFE && bytes[1] == 0xFF && [6, 7].contains(bytes[24]) && bytes[25] == 0
    }
  }

  /// The place of the only channel of a WAVE file, as a WAVE channel mask; nil where it is mono in the middle, or not named.
  package static func loneChannel(_ file: RandomAccessFile) -> UInt32? {
    guard let format = RIFFChunk.wave(in: file).first("fmt "),
      let bytes = file.bytes(at: format.offset, count: 24), bytes[0] == 0xFE, bytes[1] == 0xFF,
      bytes[2..<4].littleEndian == 1,
      case let mask = UInt32(bytes[20..<24].littleEndian), mask.nonzeroBitCount == 1, mask != 4
    else { return nil }
    return mask
  }

  /// Whether a Wave64 file in the layout of WAVE_FORMAT_EXTENSIBLE holds floats.
  package static func isFloatWave64(_ file: RandomAccessFile) -> Bool {
    guard let head = file.bytes(at: 0, count: 90), head[0..<4].elementsEqual("riff".utf8),
      head[40..<44].elementsEqual("fmt ".utf8)
    else { return false }
    return head[64] == 0xFE && head[65] == 0xFF && head[88] == 3
  }
}
