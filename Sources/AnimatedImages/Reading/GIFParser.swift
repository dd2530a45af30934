// SPDX-License-Identifier: MPL-2.0

/// A reader of the blocks of a GIF (GIF89a, Compuserve 1990).
///
/// A frame's bytes are its graphic control extension, if it has one, and its image with data. The setup is the
/// screen descriptor with the global palette.
struct GIFParser: AnimationParser {
  private(set) var isComplete = false
  let isWithinFrame = false
  private var setup: [UInt8]?
  private var plays = 1
  private var control: [UInt8] = []
  private var hasHeader = false, frames = 0
  private var screen = (width: 0, height: 0)

  /// The most bytes of a block with all its data.
  private static let mostBytes = 1 << 30

  mutating func step(_ bytes: inout ByteQueue) throws(AnimationFileError) -> AnimationReader
    .Element??
  {
    guard setup != nil else { return try readScreen(&bytes) }
    guard bytes.count > 0 else { return nil }
    switch bytes[0] {
    case 0x21:
      guard let end = try end(of: bytes, from: 2) else { return nil }
      readExtension(bytes.take(end))
    case 0x2C:
      guard bytes.count >= 11 else { return nil }
      if !hasHeader { return .some(.header(try header(bytes))) }
      let palette = bytes[9] & 0x80 == 0 ? 0 : 3 << (Int(bytes[9] & 7) + 1)
      guard let end = try end(of: bytes, from: 11 + palette) else { return nil }
      return .some(.frame(frame(bytes.take(end))))
    case 0x3B: isComplete = true
    // Bytes between blocks, as some encoders pad them.
    case 0: bytes.drop(1)
    case let other:
      throw AnimationFileError("byte 0x\(String(other, radix: 16)) starts no block of a GIF")
    }
    return .some(nil)
  }

  private mutating func readScreen(
    _ bytes: inout ByteQueue
  ) throws(AnimationFileError) -> AnimationReader.Element?? {
    guard bytes.count >= 13 else { return nil }
    let palette = bytes[10] & 0x80 == 0 ? 0 : 3 << (Int(bytes[10] & 7) + 1)
    guard ["GIF87a", "GIF89a"].contains(bytes.text(0, 6)) else {
      throw AnimationFileError("it is no GIF")
    }
    guard bytes.count >= 13 + palette else { return nil }
    bytes.drop(6)
    screen = (bytes.little(0, 2), bytes.little(2, 2))
    setup = bytes.take(7 + palette)
    return .some(nil)
  }

  /// Returns the header, at the first image, which gives the size if the screen has none.
  private mutating func header(_ bytes: ByteQueue) throws(AnimationFileError) -> AnimationHeader {
    if screen.width == 0 { screen.width = bytes.little(1, 2) + bytes.little(5, 2) }
    if screen.height == 0 { screen.height = bytes.little(3, 2) + bytes.little(7, 2) }
    var header = try AnimationHeader(width: screen.width, height: screen.height)
    (header.plays, header.setup) = (plays, setup ?? [])
    hasHeader = true
    return header
  }

  /// Returns the index after the data blocks from an index on; nil where more bytes are needed.
  private func end(of bytes: ByteQueue, from start: Int) throws(AnimationFileError) -> Int? {
    var index = start
    while index < bytes.count {
      let size = Int(bytes[index])
      index += size + 1
      if size == 0 { return index }
    }
    guard index < Self.mostBytes else {
      throw AnimationFileError("a block of it is longer than \(Self.mostBytes >> 30) GiB")
    }
    return nil
  }

  private mutating func readExtension(_ bytes: [UInt8]) {
    if bytes[1] == 0xF9, bytes.count >= 8 { control = Array(bytes[..<8]) }
    // An application extension with the number of repetitions after the first.
    let names = ["NETSCAPE2.0", "ANIMEXTS1.0"].map { Array($0.utf8) }
    if bytes[1] == 0xFF, bytes.count >= 19, names.contains(Array(bytes[3..<14])), bytes[15] & 7 == 1
    {
      let count = Int(bytes[16]) | Int(bytes[17]) << 8
      plays = count == 0 ? 0 : count + 1
    }
  }

  private mutating func frame(_ image: [UInt8]) -> EncodedFrame {
    defer {
      control = []
      frames += 1
    }
    func word(_ index: Int) -> Int { Int(image[index]) | Int(image[index + 1]) << 8 }
    let delay = control.isEmpty ? 0 : Int(control[4]) | Int(control[5]) << 8
    let (isTransparent, disposal) =
      control.isEmpty ? (false, 0) : (control[3] & 1 == 1, Int(control[3] >> 2) & 7)
    let covers =
      word(1) == 0 && word(3) == 0 && word(5) >= screen.width && word(7) >= screen.height
    return EncodedFrame(
      bytes: control + image,
      delay: delay < 2 ? EncodedFrame.shownDelay : (delay, 100),
      isKey: frames == 0 || covers && !isTransparent && disposal != 3,
      coversCanvas: covers,
      clearsArea: disposal == 2 || disposal == 3 && frames == 0,
      replacesOpaque: false
    )
  }
}
