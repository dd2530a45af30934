// SPDX-License-Identifier: MPL-2.0

import Glibc
import RetimeCore

/// The frames of a YUV4MPEG2 file, read or written in order.
@safe final class PlainVideo {
  let file: UnsafeMutablePointer<FILE>
  /// The header line of the file.
  let header: String
  let shape: MotionShape

  /// Opens a file to read.
  init?(reading path: String) {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    unsafe self.file = unsafe file
    guard let header = unsafe Self.line(file), let shape = Self.shape(header) else { return nil }
    (self.header, self.shape) = (header, shape)
  }

  /// Opens a file to write, with the frame format of `other`.
  init?(writing path: String, like other: PlainVideo, header: String) {
    guard let file = unsafe fopen(path, "wb") else { return nil }
    unsafe self.file = unsafe file
    (self.header, shape) = (header, other.shape)
    unsafe fputs(header + "\n", file)
  }

  deinit { unsafe fclose(file) }

  /// The planes described by a header.
  private static func shape(_ header: String) -> MotionShape? {
    let fields = header.split(separator: " ")
    func field(_ letter: Character) -> String? {
      fields.dropFirst().first { $0.first == letter }.map { String($0.dropFirst()) }
    }
    guard let width = field("W").flatMap(Int.init), let height = field("H").flatMap(Int.init)
    else { return nil }
    let name = field("C") ?? "420"
    let bits = name.split(separator: "p").dropFirst().last.flatMap { Int($0) } ?? 8
    let luma = MotionShape.Plane(width: width, height: height, isLuma: true)
    guard !name.hasPrefix("mono") else { return MotionShape(planes: [luma], bits: bits) }
    let chroma = MotionShape.Plane(
      width: name.hasPrefix("444") ? width : (width + 1) / 2,
      height: name.hasPrefix("420") ? (height + 1) / 2 : height,
      isLuma: false
    )
    return MotionShape(planes: [luma, chroma, chroma], bits: bits)
  }

  private static func line(_ file: UnsafeMutablePointer<FILE>) -> String? {
    var bytes: [UInt8] = []
    while true {
      let byte = unsafe fgetc(file)
      guard byte >= 0 else { return nil }
      guard byte != 10 else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
  }

  private struct Ended: Error {}

  /// The next frame.
  func next<Component>(_: Component.Type) -> MotionFrame<Component>?
  where Component: FixedWidthInteger & UnsignedInteger & Sendable {
    guard unsafe Self.line(file) != nil else { return nil }
    return try? MotionFrame<Component>(shape) { _, _, row in
      let count = row.count
      let read = unsafe row.withUnsafeMutableBufferPointer { room in
        unsafe fread(room.baseAddress, MemoryLayout<Component>.size, count, file)
      }
      guard read == count else { throw Ended() }
    }
  }

  /// Starts a frame; its rows follow.
  func begin() { unsafe fputs("FRAME\n", file) }

  func write<Component>(_ row: Span<Component>) {
    unsafe row.withUnsafeBufferPointer { row in
      _ = unsafe fwrite(row.baseAddress, MemoryLayout<Component>.size, row.count, file)
    }
  }
}
