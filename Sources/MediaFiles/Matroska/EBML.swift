// SPDX-License-Identifier: MPL-2.0

/// An element of a Matroska file, in memory (RFC 8794, section 4; identifiers of RFC 9559, section 27).
package struct EBML: Sendable {
  package let id: UInt32
  package var content: Content

  /// The content of an element.
  package enum Content: Sendable {
    case bytes([UInt8])
    case elements([EBML])
  }

  /// The identifiers that are needed here.
  package enum ID {
    package static let head: UInt32 = 0x1a45_dfa3
    package static let chapters: UInt32 = 0x1043_a770, edition: UInt32 = 0x45b9
    package static let segment: UInt32 = 0x1853_8067, void: UInt32 = 0xec
    package static let info: UInt32 = 0x1549_a966, dateUTC: UInt32 = 0x4461,
      duration: UInt32 = 0x4489
    package static let seekHead: UInt32 = 0x114d_9b74, seek: UInt32 = 0x4dbb
    package static let seekID: UInt32 = 0x53ab, seekPosition: UInt32 = 0x53ac
    package static let cluster: UInt32 = 0x1f43_b675, tracks: UInt32 = 0x1654_ae6b
    package static let trackEntry: UInt32 = 0xae, trackUID: UInt32 = 0x73c5, name: UInt32 = 0x536e
    package static let video: UInt32 = 0xe0, alphaMode: UInt32 = 0x53c0, audio: UInt32 = 0xe1
    package static let flagInterlaced: UInt32 = 0x9a, fieldOrder: UInt32 = 0x9d
    package static let colour: UInt32 = 0x55b0, matrix: UInt32 = 0x55b1, range: UInt32 = 0x55b9
    package static let transfer: UInt32 = 0x55ba, primaries: UInt32 = 0x55bb
    package static let trackNumber: UInt32 = 0xd7, codecID: UInt32 = 0x86,
      codecPrivate: UInt32 = 0x63a2, codecDelay: UInt32 = 0x56aa
    package static let simpleBlock: UInt32 = 0xa3, blockGroup: UInt32 = 0xa0, block: UInt32 = 0xa1
    package static let additions: UInt32 = 0x75a1
    package static let timestamp: UInt32 = 0xe7, timestampScale: UInt32 = 0x2a_d7b1
    package static let mapping: UInt32 = 0x41e4, mappingType: UInt32 = 0x41e7
    package static let mappingData: UInt32 = 0x41ed
    package static let language: UInt32 = 0x22_b59c, flagDefault: UInt32 = 0x88
    package static let tags: UInt32 = 0x1254_c367, tag: UInt32 = 0x7373, targets: UInt32 = 0x63c0
    package static let targetTrackUID: UInt32 = 0x63c5, simpleTag: UInt32 = 0x67c8
    package static let tagName: UInt32 = 0x45a3, tagString: UInt32 = 0x4487
    package static let attachments: UInt32 = 0x1941_a469, attachedFile: UInt32 = 0x61a7
    package static let fileName: UInt32 = 0x466e, fileMediaType: UInt32 = 0x4660
    package static let fileData: UInt32 = 0x465c, fileUID: UInt32 = 0x46ae
  }

  package init(_ id: UInt32, _ bytes: [UInt8]) { (self.id, content) = (id, .bytes(bytes)) }
  package init(_ id: UInt32, _ elements: [EBML]) { (self.id, content) = (id, .elements(elements)) }
  package init(_ id: UInt32, text: String) { self.init(id, Array(text.utf8)) }

  /// A number in as few bytes as it takes.
  package init(_ id: UInt32, number: UInt64) {
    let width = max(1, (71 - number.leadingZeroBitCount) / 8)
    self.init(id, number.bytes(width))
  }

  /// The elements in it; none where it holds bytes.
  package var elements: [EBML] {
    if case .elements(let elements) = content { elements } else { [] }
  }

  /// The number in it; nil where it holds none.
  package var number: UInt64? {
    guard case .bytes(let bytes) = content, bytes.count <= 8 else { return nil }
    return bytes.bigEndian
  }

  /// The text in it, which may end with zeros (RFC 8794, section 7.4); nil where it holds none.
  package var text: String? {
    guard case .bytes(let bytes) = content else { return nil }
    return String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The first element of a kind in it.
  package subscript(_ id: UInt32) -> EBML? { elements.first { $0.id == id } }

  // MARK: - Bytes

  /// The elements that bytes hold, opening those of the kinds in `masters`; nil where they do not fit.
  ///
  /// `depth`: how many elements may lie in one another; those in more are left unopened.
  package static func parse(
    _ bytes: ArraySlice<UInt8>,
    masters: Set<UInt32>,
    depth: Int = 16
  ) -> [EBML]? {
    var (result, remainder) = ([EBML](), bytes)
    while !remainder.isEmpty {
      guard let head = Head(remainder), let size = head.size, size <= remainder.count - head.width
      else { return nil }
      let body = remainder.dropFirst(head.width).prefix(size)
      if depth > 0, masters.contains(head.id) {
        guard let inner = parse(body, masters: masters, depth: depth - 1) else { return nil }
        result.append(EBML(head.id, inner))
      } else {
        result.append(EBML(head.id, Array(body)))
      }
      remainder = remainder.dropFirst(head.width + size)
    }
    return result
  }

  /// The bytes of the element as stored in a file, with the shortest sizes.
  package var bytes: [UInt8] {
    let body: [UInt8] =
      switch content {
      case .bytes(let bytes): bytes
      case .elements(let elements): elements.flatMap(\.bytes)
      }
    var width = 1
    while body.count >= 1 << (7 * width) - 1 { width += 1 }
    return identifier + Self.size(body.count, width: width) + body
  }

  private var identifier: [UInt8] {
    id.bytes(max(1, (39 - id.leadingZeroBitCount) / 8))
  }

  /// Returns a size coded in a number of bytes, with its marker.
  package static func size(_ count: Int, width: Int) -> [UInt8] {
    (UInt64(count) | 1 << UInt64(7 * width)).bytes(width)
  }

  /// Returns a void element of a number of bytes, at least two.
  package static func void(_ count: Int) -> [UInt8] {
    let width = count < 128 ? 1 : 8
    return [UInt8(ID.void)] + size(count - 1 - width, width: width)
      + [UInt8](repeating: 0, count: count - 1 - width)
  }

  /// A number whose first byte's leading zeros say how long it is (RFC 8794, section 4).
  struct VariableNumber {
    /// The number; nil if all bits are set, which means unknown.
    let value: Int?
    /// The number with its marker, as identifiers are written.
    let marked: UInt64
    let width: Int

    /// Reads the first bytes; nil where they are none.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard let first = bytes.first, first > 0, case let width = first.leadingZeroBitCount + 1,
        bytes.count >= width
      else { return nil }
      self.width = width
      marked = bytes.prefix(width).bigEndian
      let ones: UInt64 = 1 << UInt64(7 * width) - 1
      value = marked & ones == ones ? nil : Int(marked & ones)
    }
  }

  /// The header of an element.
  package struct Head {
    package let id: UInt32
    /// The size of the content in bytes; nil if unknown.
    package let size: Int?
    /// The bytes that it takes itself, and those of the size in it.
    package let width: Int, sizeWidth: Int

    /// Reads the first bytes of an element; nil for what is none.
    package init?(_ bytes: ArraySlice<UInt8>) {
      guard let id = VariableNumber(bytes), id.width <= 4,
        let size = VariableNumber(bytes.dropFirst(id.width))
      else { return nil }
      (self.id, self.size) = (UInt32(id.marked), size.value)
      (width, sizeWidth) = (id.width + size.width, size.width)
    }
  }
}
