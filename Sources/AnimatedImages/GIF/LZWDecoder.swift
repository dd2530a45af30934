// SPDX-License-Identifier: MPL-2.0

/// The decoder of GIF's variant of LZW; see ``LZWEncoder``.
struct LZWDecoder {
  /// The most codes of the table.
  private static let maximum = 4096

  /// The clear code, which the end code follows.
  private let clear: Int
  private let codeSize: Int
  /// For each code: that of its prefix, its first and last index, and its length.
  private var prefixes = [UInt16](repeating: 0, count: LZWDecoder.maximum)
  private var firsts = [UInt8](repeating: 0, count: LZWDecoder.maximum)
  private var lasts = [UInt8](repeating: 0, count: LZWDecoder.maximum)
  private var lengths = [UInt16](repeating: 1, count: LZWDecoder.maximum)
  /// The bits of a code, the next one to define, and the latest one read; nil after a clear code.
  private var width: Int, next: Int, previous: Int?
  private var output: [UInt8], written = 0

  private init(codeSize: Int, count: Int) {
    self.codeSize = codeSize
    clear = 1 << codeSize
    (width, next) = (codeSize + 1, clear + 2)
    output = [UInt8](repeating: 0, count: count)
    for code in 0..<min(clear, 256) {
      (firsts[code], lasts[code]) = (
        UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code)
      )
    }
  }

  /// Decodes an image's data: the code size, and blocks of up to 255 bytes.
  ///
  /// Returns up to `count` indices; fewer if the data ends early.
  ///
  /// - Throws: an error for a code that is not defined.
  static func indices(
    _ data: ArraySlice<UInt8>,
    count: Int
  ) throws(AnimationFileError) -> ArraySlice<UInt8> {
    guard let codeSize = data.first.map(Int.init), 1...8 ~= codeSize else {
      throw AnimationFileError("the code size of a frame is not 1 to 8 bits")
    }
    var decoder = LZWDecoder(codeSize: codeSize, count: count)
    try decoder.decode(data.dropFirst())
    return decoder.output[..<decoder.written]
  }

  private mutating func decode(_ data: ArraySlice<UInt8>) throws(AnimationFileError) {
    var (bits, bitCount) = (UInt32(0), 0)
    var (position, blockEnd) = (data.startIndex, data.startIndex)
    while written < output.count {
      while bitCount < width {
        if position == blockEnd {
          guard position < data.endIndex, data[position] > 0 else { return }
          blockEnd = min(data.endIndex, position + 1 + Int(data[position]))
          position += 1
          guard position < blockEnd else { return }
        }
        bits |= UInt32(data[position]) << UInt32(bitCount)
        position &+= 1
        bitCount &+= 8
      }
      let code = Int(bits & (1 << UInt32(width) &- 1))
      bits >>= UInt32(width)
      bitCount &-= width
      if code == clear + 1 { return }
      if code == clear {
        (width, next, previous) = (codeSize + 1, clear + 2, nil)
      } else {
        try take(code)
      }
    }
  }

  private mutating func take(_ code: Int) throws(AnimationFileError) {
    guard let previous else {
      guard code < clear else { throw Self.damaged }
      write(code)
      self.previous = code
      return
    }
    // The code that is about to be defined ends with its own first index.
    guard code < next || code == next && next < Self.maximum else { throw Self.damaged }
    if next < Self.maximum {
      prefixes[next] = UInt16(truncatingIfNeeded: previous)
      firsts[next] = firsts[previous]
      lasts[next] = code == next ? firsts[previous] : firsts[code]
      lengths[next] = lengths[previous] &+ 1
      next &+= 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    write(code)
    self.previous = code
  }

  private static var damaged: AnimationFileError {
    AnimationFileError("the data of a frame are damaged")
  }

  private mutating func write(_ code: Int) {
    var (code, place) = (code, written &+ Int(lengths[code]))
    let start = written
    written = min(place, output.count)
    while place > start {
      place &-= 1
      if place < output.count { output[place] = lasts[code] }
      code = Int(prefixes[code])
    }
  }
}
