// SPDX-License-Identifier: MPL-2.0

/// Finds the chunks of a file: says which bytes it wants next, and takes them.
///
/// It reads nothing itself, so it serves a file that is read anywhere and a stream that only comes on alike.
package struct CoreAudioReader: Sendable {
  /// Where the sound lies.
  package struct Sound: Hashable, Sendable {
    /// Its first byte in the file.
    package let offset: Int64
    /// The size in bytes; nil for a stream of unknown length.
    package let byteCount: Int64?
  }

  /// The bytes of the file that are needed now; nil when all is known.
  package private(set) var wanted: Range<Int64>? = 0..<8
  private var header = CoreAudioHeader()
  private var sound: Sound?
  private var step = Step.fileHeader
  private var chunks = 0
  private let byteCount: Int64?
  private let stopsAtSound: Bool

  private enum Step { case fileHeader, chunkHeader, content(FourCharCode) }

  /// More than any file has; a file of zeros would be millions.
  private static let mostChunks = 65_536

  /// Creates a reader for a file whose size in bytes is given, if known.
  ///
  /// `stopsAtSound`: whether what comes after the sound is out of reach.
  package init(byteCount: Int64?, stopsAtSound: Bool) {
    self.byteCount = byteCount
    self.stopsAtSound = stopsAtSound
  }

  /// Takes the bytes that were wanted, or as many as the file has.
  package mutating func take(_ bytes: [UInt8]) throws(CoreAudioFormatError) {
    guard let wanted else { return }
    self.wanted = nil
    switch step {
    case .fileHeader:
      // Apple Core Audio Format Specification 1.0, "CAF File Header": a name, the version and flags.
      guard bytes.count >= 8, bytes.starts(with: "caff\0\u{1}".utf8) else {
        throw CoreAudioFormatError("it does not begin like a file in Core Audio Format, version 1")
      }
      wantChunk(at: wanted.upperBound)
    case .chunkHeader:
      // Apple Core Audio Format Specification 1.0, "CAF Chunk Header": a name and a size, which of the sound alone may be
      // all there is. Whatever follows the last chunk is not the file's any more.
      var cursor = ByteCursor(bytes)
      guard let name: UInt32 = cursor.number(), let size: Int64 = cursor.number(), name != 0,
        case let type = FourCharCode(rawValue: name),
        case let isOpen = size == -1 && type == "data",
        size >= 0 || isOpen
      else { return }
      try take(type, isOpen ? nil : size, at: wanted.upperBound)
    case .content(let type):
      try header.take(type, bytes)
      wantChunk(at: wanted.upperBound)
    }
  }

  private mutating func take(
    _ type: FourCharCode,
    _ stated: Int64?,
    at offset: Int64
  ) throws(CoreAudioFormatError) {
    let remainder = byteCount.map { max($0 - offset, 0) }
    let size = min(stated ?? .max, remainder ?? .max)
    if type == "data" {
      // The content begins with the number of times that it was edited.
      let isOpen = stated == nil && remainder == nil
      if sound == nil {
        sound = Sound(offset: offset + 4, byteCount: isOpen ? nil : max(size - 4, 0))
      }
      if !stopsAtSound, stated != nil { wantChunk(after: size, from: offset) }
      return
    }
    let most = CoreAudioHeader.wantedSize(of: type)
    guard type != "pakt" || size <= most else {
      throw CoreAudioFormatError("its packet table has \(size) bytes; up to \(most) can be read")
    }
    guard size > 0, size <= most else { return wantChunk(after: size, from: offset) }
    (step, wanted) = (.content(type), offset..<offset + size)
  }

  private mutating func wantChunk(after size: Int64, from offset: Int64) {
    let (next, overflow) = offset.addingReportingOverflow(size)
    if !overflow { wantChunk(at: next) }
  }

  private mutating func wantChunk(at offset: Int64) {
    let (end, overflow) = offset.addingReportingOverflow(12)
    chunks += 1
    guard !overflow, byteCount.map({ end <= $0 }) ?? true, chunks <= Self.mostChunks else { return }
    (step, wanted) = (.chunkHeader, offset..<end)
  }

  /// The parsed header, once it is complete.
  ///
  /// Throws when the sound or its description is missing.
  package func result() throws(CoreAudioFormatError) -> (
    header: CoreAudioHeader, description: AudioDescription, sound: Sound
  ) {
    guard let description = header.description else {
      throw CoreAudioFormatError("its chunk 'desc' is missing, which says what the sound is")
    }
    guard let sound else {
      throw CoreAudioFormatError("its chunk 'data' is missing, which holds the sound")
    }
    return (header, description, sound)
  }
}
