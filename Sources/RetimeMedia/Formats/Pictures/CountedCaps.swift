// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

extension Caps {
  /// The caps of pictures that come at another rate, in a container that counts them; nil where they cannot say it.
  ///
  /// Theora has its rate in its own first header, two numbers of 32 bits (Theora specification, 6.2), which the granule
  /// positions of Ogg count in; and so has VP8 in Ogg.
  func counted(at rate: FrameRate) -> Caps? {
    let field = "(fraction)\(rate.numerator)/\(rate.denominator)"
    guard let caps = try? setting(["framerate": field]) else { return nil }
    guard let known = Self.headers[name] else { return caps }
    var text = caps.description
    // A stream that does not come from Ogg has no such header of VP8 yet.
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

  /// How headers that say the rate begin, as caps write bytes, and at which byte they say it.
  private static let headers: [String: (start: String, offset: Int)] = [
    "video/x-theora": ("807468656f7261", 22), "video/x-vp8": ("4f5650383001", 18),
  ]

  private static func hex(_ number: Int32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
