// SPDX-License-Identifier: MPL-2.0

/// A reader of the chunks of an animated WebP (RFC 9649, section 2.7).
///
/// A frame's bytes are the content of its chunk `ANMF`.
struct WebPParser: AnimationParser {
  private(set) var isComplete = false
  let isWithinFrame = false
  private var header: AnimationHeader?
  private var hasHeader = false, hasSignature = false
  /// The bytes of the file that are left, and those of a chunk that are still to be skipped.
  private var left = 0, skipped = 0
  private var frames = 0

  /// The most bytes of a frame.
  private static let mostBytes = 1 << 30

  mutating func step(_ bytes: inout ByteQueue) throws(AnimationFileError) -> AnimationReader
    .Element??
  {
    if skipped > 0 {
      guard bytes.count > 0 else { return nil }
      drop(min(skipped, bytes.count), &bytes)
      return .some(nil)
    }
    guard hasSignature else {
      guard bytes.count >= 12 else { return nil }
      guard bytes.text(0, 4) == "RIFF", bytes.text(8, 4) == "WEBP" else {
        throw AnimationFileError("it is no WebP")
      }
      left = bytes.little(4, 4) - 4
      bytes.drop(12)
      hasSignature = true
      return .some(nil)
    }
    guard left >= 8 else {
      isComplete = true
      return .some(nil)
    }
    guard bytes.count >= 8 else { return nil }
    let (type, length) = (bytes.text(0, 4), bytes.little(4, 4))
    if type == "ANMF", !hasHeader {
      guard let header else { throw AnimationFileError("it is no animated WebP") }
      hasHeader = true
      return .some(.header(header))
    }
    guard ["VP8X", "ANIM", "ANMF"].contains(type) else {
      skipped = 8 + length + length % 2
      return .some(nil)
    }
    guard length < Self.mostBytes else {
      throw AnimationFileError("a frame of it has more than \(Self.mostBytes >> 30) GiB of data")
    }
    guard bytes.count >= 8 + length else { return nil }
    bytes.drop(8)
    left -= 8
    let content = bytes.take(length)
    left -= length
    skipped = length % 2
    switch type {
    case "VP8X":
      guard length >= 10 else { throw AnimationFileError("its header is incomplete") }
      header = try AnimationHeader(
        width: Self.number(content, 4, 3) + 1,
        height: Self.number(content, 7, 3) + 1
      )
    case "ANIM": if length >= 6 { header?.plays = Self.number(content, 4, 2) }
    default: return .some(.frame(try frame(content)))
    }
    return .some(nil)
  }

  private mutating func drop(_ count: Int, _ bytes: inout ByteQueue) {
    bytes.drop(count)
    skipped -= count
    left -= count
  }

  private mutating func frame(_ content: [UInt8]) throws(AnimationFileError) -> EncodedFrame {
    guard let header else { throw AnimationFileError("it is no animated WebP") }
    let image = try WebPFrame(content)
    defer { frames += 1 }
    let delay = Self.number(content, 12, 3)
    let covers = header.isCovered(by: image.area)
    return EncodedFrame(
      bytes: content,
      delay: delay == 0 ? EncodedFrame.shownDelay : (delay, 1000),
      isKey: frames == 0 || covers && (image.replaces || !image.hasAlpha),
      coversCanvas: covers,
      clearsArea: image.isCleared,
      replacesOpaque: image.replaces && image.hasAlpha
    )
  }

  static func number(_ bytes: [UInt8], _ index: Int, _ size: Int) -> Int {
    bytes[index..<index + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A frame of an animated WebP, before its bitstream is decoded.
public struct WebPFrame: Sendable {
  /// The place on the canvas.
  public let area: PixelRectangle
  /// The chunks of the image: alpha, if it is apart, and the bitstream.
  public let data: ArraySlice<UInt8>
  let replaces: Bool, isCleared: Bool, hasAlpha: Bool

  /// Reads the content of a chunk `ANMF`.
  public init(_ content: [UInt8]) throws(AnimationFileError) {
    guard content.count > 24 else { throw AnimationFileError("a frame has no data") }
    func number(_ index: Int) -> Int { WebPParser.number(content, index, 3) }
    area = PixelRectangle(
      x: 2 * number(0),
      y: 2 * number(3),
      width: number(6) + 1,
      height: number(9) + 1
    )
    guard area.columns.count <= AnimationHeader.mostPixels / area.rows.count else {
      throw AnimationFileError("a frame has too many pixels")
    }
    data = content[16...]
    (replaces, isCleared) = (content[15] & 2 != 0, content[15] & 1 != 0)
    switch String(decoding: content[16..<20], as: UTF8.self) {
    case "VP8 ": hasAlpha = false
    // The bit after two sizes of 14 bits (RFC 9649, section 3.4).
    case "VP8L" where content.count > 28: hasAlpha = content[28] & 0x10 != 0
    default: hasAlpha = true
    }
  }

  /// Returns the frame with its decoded pixels.
  public func decoded(_ pixels: [UInt8]) -> FrameImage<UInt8> {
    FrameImage(area, replaces ? .replace : .overAsWebP, isCleared ? .clear : .keep, pixels: pixels)
  }
}
