// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// Plain samples of a WAVE file, and where they lie in it.
///
/// "Multimedia Programming Interface and Data Specifications 1.0", and `WAVEFORMATEXTENSIBLE`.
package struct WaveSamples {
  package let channels: Int, sampleRate: Int, bits: Int
  /// Whether they are floating point; else whole numbers.
  package let isFloat: Bool
  /// Where the samples lie in the file.
  package let range: Range<Int>

  /// Reads the chunks before the samples; nil for other files, and wherever the least is unusual: samples with gaps,
  /// channel positions in another order, an end that is not there.
  package init?(_ file: RandomAccessFile) {
    guard let signature = RIFFChunk.signature(of: file), signature.container == "RIFF",
      signature.kind == "WAVE",
      case let chunks = RIFFChunk.all(in: file),
      let data = chunks.firstIndex(where: { $0.kind == "data" }),
      let format = chunks[..<data].first(where: { $0.kind == "fmt " && 16...64 ~= $0.count }),
      let bytes = format.bytes(), case let count = chunks[data].count, count > 0,
      file.bytes(at: chunks[data].offset - 4, count: 4)?.littleEndian == UInt64(count)
    else { return nil }
    func number(_ range: Range<Int>) -> Int { Int(bytes[range].littleEndian) }
    (channels, sampleRate, bits) = (number(2..<4), number(4..<8), number(14..<16))
    var kind = number(0..<2)
    if kind == 0xFFFE, bytes.count >= 40 {
      // The first positions are in the same order for both: those after the sides are not.
      guard number(18..<20) == bits, number(20..<24) < 1 << 11 else { return nil }
      kind = number(24..<26)
    }
    guard channels > 0, number(12..<14) == channels * bits / 8, kind == 1 || kind == 3 else {
      return nil
    }
    isFloat = kind == 3
    range = chunks[data].offset..<chunks[data].offset + count
  }
}
