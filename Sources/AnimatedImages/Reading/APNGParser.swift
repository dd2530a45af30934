// SPDX-License-Identifier: MPL-2.0

/// A reader of the chunks of an animated PNG: Portable Network Graphics, third edition.
///
/// A frame's bytes are its control chunk's 26, and its zlib stream. The setup is the form of the pixels, the
/// palette and the transparent color: ``PNGForm``.
struct APNGParser: AnimationParser {
  private(set) var isComplete = false
  var isWithinFrame: Bool { pending != nil }
  private var form: PNGForm?
  private var header: AnimationHeader?
  private var hasHeader = false, isAnimated = false, hasSignature = false
  /// The bytes of a chunk that are still to be skipped.
  private var skipped = 0
  /// The control and the data of the newest frame.
  private var pending: (control: [UInt8], data: [UInt8])?
  private var frames = 0

  /// The most bytes of a frame.
  private static let mostBytes = 1 << 30

  mutating func step(_ bytes: inout ByteQueue) throws(AnimationFileError) -> AnimationReader
    .Element??
  {
    if skipped > 0 {
      guard bytes.count > 0 else { return nil }
      let count = min(skipped, bytes.count)
      bytes.drop(count)
      skipped -= count
      return .some(nil)
    }
    guard hasSignature else {
      guard bytes.count >= 8 else { return nil }
      guard Array(bytes.slice(0..<8)) == PNGForm.signature else {
        throw AnimationFileError("it is no PNG")
      }
      bytes.drop(8)
      hasSignature = true
      return .some(nil)
    }
    guard bytes.count >= 8 else { return nil }
    let (length, type) = (bytes.big(0, 4), bytes.text(4, 4))
    let isPicture = type == "IDAT" || type == "fdAT"
    if isPicture || type == "fcTL", !hasHeader { return .some(.header(try startFrames())) }
    guard ["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IEND"].contains(type) || isPicture,
      !isPicture || pending != nil
    else {
      bytes.drop(8)
      skipped = length + 4
      return .some(nil)
    }
    guard length + (pending?.data.count ?? 0) < Self.mostBytes else {
      throw AnimationFileError("a frame of it has more than \(Self.mostBytes >> 30) GiB of data")
    }
    guard bytes.count >= length + 12 else { return nil }
    bytes.drop(8)
    let content = bytes.take(length)
    bytes.drop(4)
    if isPicture {
      pending?.data += type == "IDAT" ? content[...] : content.dropFirst(4)
      return .some(nil)
    }
    return try read(type, content).map { .some(.frame($0)) } ?? .some(nil)
  }

  /// Reads a chunk that is no picture; returns the frame that ends with it.
  private mutating func read(
    _ type: String,
    _ content: [UInt8]
  ) throws(AnimationFileError) -> EncodedFrame? {
    switch type {
    case "IHDR":
      let form = try PNGForm(content)
      var header = try AnimationHeader(width: form.width, height: form.height)
      header.depth = form.depth == 16 ? 16 : 8
      (self.form, self.header) = (form, header)
    case "PLTE": form?.palette = content
    case "tRNS": form?.transparency = content
    case "acTL":
      guard content.count == 8 else { throw Self.wrong(type) }
      isAnimated = true
      header?.plays = min(Int(UInt16.max) + 1, Self.number(content, 4))
    case "fcTL":
      guard content.count == 26 else { throw Self.wrong(type) }
      let frame = endFrame()
      pending = (content, [])
      return frame
    default:
      isComplete = true
      return endFrame()
    }
    return nil
  }

  private mutating func startFrames() throws(AnimationFileError) -> AnimationHeader {
    guard let form, var header, isAnimated else {
      throw AnimationFileError("it is no animated PNG")
    }
    header.setup = form.bytes
    (self.header, hasHeader) = (header, true)
    return header
  }

  private mutating func endFrame() -> EncodedFrame? {
    guard let (control, data) = pending.take(), let form, let header, !data.isEmpty else {
      return nil
    }
    defer { frames += 1 }
    let delay = (control[20...21].number, control[22...23].number)
    let disposal = control[24]
    let covers =
      Array(control[4..<20]) == Self.bytes(header.width) + Self.bytes(header.height)
      + [UInt8](repeating: 0, count: 8)
    let replaces = control[25] == 0
    return EncodedFrame(
      bytes: control + data,
      // A denominator of 0 means 100 (11.3.6.2).
      delay: delay.0 == 0 ? EncodedFrame.shownDelay : (delay.0, delay.1 == 0 ? 100 : delay.1),
      isKey: frames == 0 || covers && (replaces || !form.hasAlpha) && disposal != 2,
      coversCanvas: covers,
      clearsArea: disposal == 1 || disposal == 2 && frames == 0,
      replacesOpaque: replaces && form.hasAlpha
    )
  }

  private static func wrong(_ type: String) -> AnimationFileError {
    AnimationFileError("a chunk \(type) of it has a wrong length")
  }

  private static func number(_ bytes: [UInt8], _ index: Int) -> Int {
    bytes[index..<index + 4].number
  }

  private static func bytes(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as a big-endian number.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }
}
