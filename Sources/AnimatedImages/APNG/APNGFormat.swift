// SPDX-License-Identifier: MPL-2.0

/// The chunks of an animated PNG file: Portable Network Graphics, third edition.
public struct APNGFormat: Sendable {
  private let width: Int, height: Int
  /// Whether pixels have alpha.
  private let hasAlpha: Bool
  /// The number of the next chunk that belongs to the animation, and of frames.
  private var sequence = 0, frames = 0

  /// Creates the format of frames of 8 bits per channel.
  public init(width: Int, height: Int, hasAlpha: Bool) {
    (self.width, self.height, self.hasAlpha) = (width, height, hasAlpha)
  }

  /// Returns the start of the file, once all frames are counted.
  ///
  /// `plays`: 0 for endless repetition.
  public func header(plays: Int) -> [UInt8] {
    let kind: [UInt8] = [8, hasAlpha ? 6 : 2, 0, 0, 0]
    return PNGForm.signature
      + Self.chunk("IHDR", Self.bytes(width, 4) + Self.bytes(height, 4) + kind)
      + Self.chunk("acTL", Self.bytes(frames, 4) + Self.bytes(plays, 4))
  }

  /// Returns a file with one image.
  static func still(
    _ data: [UInt8],
    width: Int,
    height: Int,
    depth: Int,
    hasAlpha: Bool
  ) -> [UInt8] {
    let form = [UInt8(depth), hasAlpha ? 6 : 2, 0, 0, 0]
    return PNGForm.signature + chunk("IHDR", bytes(width, 4) + bytes(height, 4) + form)
      + chunk("IDAT", data) + end
  }

  /// The end of the file.
  public static var end: [UInt8] { chunk("IEND", []) }

  /// Returns the chunks of a frame that replaces an area of the one before it.
  ///
  /// `data`: the zlib stream of the area's filtered rows.
  public mutating func frame(_ data: [UInt8], in area: PixelRectangle, delay: FrameDelay) -> [UInt8]
  {
    let place = [
      area.columns.count, area.rows.count, area.columns.lowerBound, area.rows.lowerBound,
    ]
    let terms = [delay.numerator, delay.denominator]
    let control: [UInt8] =
      Self.bytes(sequence, 4) + place.flatMap { Self.bytes($0, 4) }
      + terms.flatMap { Self.bytes($0, 2) } + [0, 0]
    let number = Self.bytes(sequence + 1, 4)
    let isFirst = frames == 0
    sequence += isFirst ? 1 : 2
    frames += 1
    return Self.chunk("fcTL", control)
      + (isFirst ? Self.chunk("IDAT", data) : Self.chunk("fdAT", number + data))
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return bytes(data.count, 4) + content + bytes(Int(checksum(content)), 4)
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// Returns the CRC-32 of a chunk (annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      let index = Int(truncatingIfNeeded: (value ^ UInt32(byte)) & 0xFF)
      value = table[index] ^ (value >> 8)
    }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    var value = UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }
}

/// The duration of a frame in seconds, as an animated PNG stores it: a fraction of 16-bit integers.
public struct FrameDelay: Sendable, Equatable {
  let numerator: Int, denominator: Int

  /// Creates a fraction; nil if a term is too large.
  public init?(_ numerator: Int, _ denominator: Int) {
    guard 0...0xFFFF ~= numerator, 1...0xFFFF ~= denominator else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }
}
