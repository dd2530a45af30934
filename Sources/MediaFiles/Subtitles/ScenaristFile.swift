// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// Scenarist Closed Captions: lines with a time code, and the CEA-608 pairs of the frames from it on.
enum ScenaristFile {
  static func cues(in text: String) -> [SubtitleFile.Cue] {
    var pairs: [CaptionPair] = []
    var end: StreamTime = 0
    for line in text.allLines {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let code = words.first, let first = frame(code) else { continue }
      for (index, word) in words.dropFirst().enumerated() {
        guard word.count == 4, let value = UInt16(word, radix: 16) else { continue }
        let time = RationalTime(Int64(first + index) * 1001, 30_000).streamTime
        pairs.append(
          CaptionPair(time: time, isSecondField: false, UInt8(value >> 8), UInt8(value & 0xff))
        )
        end = max(end, time)
      }
    }
    // Nothing states how long a text is shown after the last pair.
    let all = CaptionCue.cues(of: pairs, until: end + 5_000_000_000, marksItalics: true)
    let channel = CaptionChannel.allCases.first { all[$0]?.isEmpty == false }
    return (channel.flatMap { all[$0] } ?? []).map {
      SubtitleFile.Cue(start: $0.start, end: $0.end, content: $0.text)
    }
  }

  /// Returns the number of the frame of a time code at 30000/1001 fps; drop frame if it has a semicolon.
  private static func frame(_ code: Substring) -> Int? {
    let isDrop = code.contains(";")
    let parts = code.split { $0 == ":" || $0 == ";" }.map { Int($0) ?? -1 }
    guard parts.count == 4, parts.allSatisfy({ 0...99 ~= $0 }) else { return nil }
    return Timecode.frame(
      seconds: (parts[0] * 60 + parts[1]) * 60 + parts[2],
      frames: parts[3],
      nominalRate: 30,
      isDropFrame: isDrop
    )
  }
}
