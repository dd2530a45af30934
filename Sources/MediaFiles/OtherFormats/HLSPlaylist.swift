// SPDX-License-Identifier: MPL-2.0

/// A playlist of HTTP Live Streaming (RFC 8216): the variants of a stream, or the segments of one.
package struct HLSPlaylist: Sendable, Equatable {
  /// A piece of media, which follows the piece before it.
  package struct Segment: Sendable, Equatable {
    /// The address, as written.
    package var address: String
    /// The duration in seconds.
    package var duration = 0.0
    /// The bytes of the resource; nil for all of them.
    package var range: Range<Int>?
    /// The resource with the headers of the segment; nil if the segment has them itself.
    package var header: Header?
    /// The encryption; nil if there is none.
    package var key: Key?
  }

  /// The media initialization section of segments.
  package struct Header: Sendable, Equatable {
    package var address: String
    package var range: Range<Int>?
  }

  /// The encryption of segments.
  package struct Key: Sendable, Equatable {
    /// "AES-128" for whole segments in AES with CBC, PKCS7 padding and a key of 128 bits.
    package var method: String
    /// The address of the key.
    package var address: String
    /// The initialization vector in 32 hexadecimal digits.
    package var vector: String
  }

  /// One of several streams with the same content, at different bit rates.
  package struct Variant: Sendable, Equatable {
    package var address: String
    /// The peak bit rate in bits per second.
    package var bandwidth = 0
    /// The group of the renditions that hold its audio; nil if it holds all of it.
    package var audioGroup: String?
  }

  /// A track in a playlist of its own.
  package struct Rendition: Sendable, Equatable {
    /// "AUDIO", "SUBTITLES", "VIDEO" or "CLOSED-CAPTIONS".
    package var kind: String
    package var group: String
    /// The address of its playlist; nil if the variants contain it.
    package var address: String?
  }

  package private(set) var variants: [Variant] = []
  package private(set) var renditions: [Rendition] = []
  package private(set) var segments: [Segment] = []
  /// The number of the first segment, which stays with it when segments before it are removed.
  package private(set) var firstNumber = 0
  /// The longest duration of a segment in seconds, and so the time between two looks at a live playlist.
  package private(set) var targetDuration = 0.0
  /// Whether no segments will be added.
  package private(set) var isComplete = false
  /// Whether segments are only added and never removed.
  package private(set) var isEvent = false

  /// Parses a playlist; nil for a text of another kind.
  package init?(_ text: String) {
    guard text.hasPrefix("#EXTM3U") else { return nil }
    var (next, variant, header) = (Segment(address: ""), Variant?.none, Header?.none)
    var key: (method: String, address: String, vector: String?)?
    var end: (address: String, offset: Int)?, range: Substring?
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? parts[1] : ""
      switch parts.first.map(String.init) ?? "" {
      case "#EXTINF":
        next.duration = value.split(separator: ",").first.flatMap { Double(Self.bare($0)) } ?? 0
      case "#EXT-X-BYTERANGE": range = value
      case "#EXT-X-MAP":
        let attributes = Self.attributes(value)
        header = attributes["URI"].map {
          Header(address: $0, range: Self.range(attributes["BYTERANGE"], after: 0))
        }
      case "#EXT-X-KEY":
        let attributes = Self.attributes(value)
        let method = attributes["METHOD"] ?? "NONE"
        let vector = attributes["IV"].map { String($0.dropFirst(2)) }
        key = method == "NONE" ? nil : (method, attributes["URI"] ?? "", vector)
      case "#EXT-X-MEDIA-SEQUENCE": firstNumber = min(max(0, Int(Self.bare(value)) ?? 0), 1 << 48)
      case "#EXT-X-TARGETDURATION": targetDuration = Double(Self.bare(value)) ?? 0
      case "#EXT-X-ENDLIST": isComplete = true
      case "#EXT-X-PLAYLIST-TYPE":
        isComplete = isComplete || value.hasPrefix("VOD")
        isEvent = value.hasPrefix("EVENT")
      case "#EXT-X-STREAM-INF":
        let attributes = Self.attributes(value)
        variant = Variant(
          address: "",
          bandwidth: attributes["BANDWIDTH"].flatMap { Int($0) } ?? 0,
          audioGroup: attributes["AUDIO"]
        )
      case "#EXT-X-MEDIA":
        let attributes = Self.attributes(value)
        renditions.append(
          Rendition(
            kind: attributes["TYPE"] ?? "",
            group: attributes["GROUP-ID"] ?? "",
            address: attributes["URI"]
          )
        )
      case let tag where tag.hasPrefix("#"): break
      default:
        let address = Self.bare(line)
        guard !address.isEmpty else { continue }
        if var found = variant.take() {
          found.address = address
          variants.append(found)
          continue
        }
        next.address = address
        next.header = header
        next.key = key.map { key in
          // Without a vector, it is the segment's number.
          let number = String(firstNumber + segments.count, radix: 16)
          let vector = key.vector ?? String(repeating: "0", count: 32 - number.count) + number
          return Key(method: key.method, address: key.address, vector: vector)
        }
        next.range = Self.range(
          range.map(Self.bare),
          after: end.flatMap { $0.address == address ? $0.offset : nil } ?? 0
        )
        end = next.range.map { (address, $0.upperBound) }
        segments.append(next)
        (next, range) = (Segment(address: ""), nil)
      }
    }
  }

  /// Returns the range of "LENGTH" or "LENGTH@OFFSET"; nil for another text.
  private static func range(_ text: String?, after offset: Int) -> Range<Int>? {
    let parts = text?.split(separator: "@").map { Int($0) } ?? []
    guard let count = parts.first ?? nil, count > 0 else { return nil }
    let start = parts.count > 1 ? parts[1] ?? offset : offset
    let (end, isTooFar) = start.addingReportingOverflow(count)
    return start >= 0 && !isTooFar ? start..<end : nil
  }

  private static func bare(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Parses "NAME=value,NAME=\"quoted, value\"".
  private static func attributes(_ text: Substring) -> [String: String] {
    var (found, isQuoted) = ([String: String](), false)
    let parts = text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      found[bare(pair[0])] = bare(pair[1].filter { $0 != "\"" })
    }
    return found
  }
}
