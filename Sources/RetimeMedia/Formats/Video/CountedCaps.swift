// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Caps {
  /// Returns video caps with another frame rate, for a container that counts frames; nil if impossible.
  ///
  /// Theora has its rate in its identification header, two numbers of 32 bits (Theora
  /// specification, 6.2), in which Ogg's granule positions count. VP8 in Ogg has such a header too.
  func counted(at rate: FrameRate) -> Caps? {
    let field = "(fraction)\(rate.numerator)/\(rate.denominator)"
    guard let caps = try? setting(["framerate": field]) else { return nil }
    guard let known = Self.headers[name] else { return caps }
    var text = caps.description
    // VP8 that does not come from Ogg has no such header yet.
    guard let header = text.firstRange(of: known.start) else { return caps }
    guard
      let start = text.index(
        header.lowerBound,
        offsetBy: 2 * known.offset,
        limitedBy: text.endIndex
      ),
      let end = text.index(start, offsetBy: 16, limitedBy: text.endIndex)
    else { return nil }
    text.replaceSubrange(start..<end, with: Self.hex(rate.numerator) + Self.hex(rate.denominator))
    return try? Caps(text)
  }

  /// The start of each header with a rate, in the caps' hexadecimal form, and the rate's byte offset.
  private static let headers: [String: (start: String, offset: Int)] = [
    "video/x-theora": ("807468656f7261", 22), "video/x-vp8": ("4f5650383001", 18),
  ]

  private static func hex(_ number: Int32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
