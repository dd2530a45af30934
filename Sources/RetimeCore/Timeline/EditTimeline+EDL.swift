// SPDX-License-Identifier: MPL-2.0

extension EditTimeline {
  /// Returns the timeline as an edit decision list, CMX 3600, with the speeds in M2 lines.
  ///
  /// - Throws: ``EditFormatError`` for a frame rate whose frames do not fit two digits.
  func edl() throws(EditFormatError) -> String {
    let base = Int(frameRate.rational.rounded())
    guard (1...100).contains(base) else {
      throw EditFormatError(
        description:
          "an EDL counts 1 to 100 frames per second, and the rate is \(frameRate): give --fps"
      )
    }
    let channels = media.size == nil ? "A" : media.audio == nil ? "V" : "B"
    var text = "TITLE: \(media.name.onOneLine)\nFCM: NON-DROP FRAME\n"
    for (index, clip) in clips.enumerated() {
      let times = [
        clip.source.lowerBound, clip.source.upperBound, clip.record.lowerBound,
        clip.record.upperBound,
      ]
      let number = String(index + 1).padded(to: 3)
      text +=
        "\n\(number)  AX       \(channels)     C        "
        + times.map { Self.timecode($0, base) }.joined(separator: " ") + "\n"
      if clip.speed != Rational(1) {
        let rate = clip.speed * frameRate.rational
        text +=
          "M2   AX       \(Self.rate(rate))                \(Self.timecode(clip.source.lowerBound, base))\n"
      }
      text += "* FROM CLIP NAME:  \(media.name.onOneLine)\n"
      if clip.speed == Rational(0) { text += "* FREEZE FRAME\n" }
    }
    return text
  }

  /// Returns a time code without dropped numbers.
  private static func timecode(_ frames: Int, _ base: Int) -> String {
    let seconds = frames / base
    return [seconds / 3600, seconds / 60 % 60, seconds % 60, frames % base]
      .map { String($0).padded(to: 2) }.joined(separator: ":")
  }

  /// Returns the frames per second of an M2 line: with one decimal if that is exact, otherwise with six.
  private static func rate(_ rate: Rational) -> String {
    let millionths = abs(Int(clamping: rate.rounded(times: 1_000_000)))
    var decimals = String(millionths % 1_000_000).padded(to: 6)
    if decimals.hasSuffix("00000") { decimals.removeLast(5) }
    let whole = String(millionths / 1_000_000).padded(to: 3)
    return "\(rate < Rational(0) ? "-" : "")\(whole).\(decimals)"
  }
}

extension String {
  /// The text with zeros in front up to a length.
  fileprivate func padded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - utf8.count)) + self
  }
}
