// SPDX-License-Identifier: MPL-2.0

extension MapDocument {
  /// Creates the map of an edit decision list, CMX 3600 (`.edl`), at the frame rate that its time codes count.
  ///
  /// Each event of the video channel becomes a section; without video, each of the audio. An M2 line
  /// gives its speed, in frames per second: 0 is a freeze frame, and below 0 is backward. The first
  /// event may start at any record time.
  ///
  /// - Throws: ``MapTextError`` with the line of the fault, also for transitions, gaps, several clips
  ///   and other content that no map has.
  package init(edl bytes: [UInt8], frameRate: FrameRate) throws(MapTextError) {
    let events = try EDLEvent.events(of: bytes, frameRate)
    let video = events.filter(\.isVideo)
    var parts: [TimeMap.Part] = []
    let track = (video.isEmpty ? events : video).sorted {
      $0.record.lowerBound < $1.record.lowerBound
    }
    for (index, event) in track.enumerated() {
      if index > 0, case let before = track[index - 1] {
        guard event.source != before.source || event.record != before.record else { continue }
        guard event.record.lowerBound == before.record.upperBound else {
          throw event.error(
            "does not start where the event before it ends: a map shows its source at all times",
            bytes
          )
        }
        guard event.clip == before.clip else {
          throw event.error(
            "is of \"\(event.clip)\", and one before it of \"\(before.clip)\": a map is of one file",
            bytes
          )
        }
      }
      parts.append(event.part(frameRate))
    }
    try self.init(read: parts, of: bytes, orSaying: "there are no events")
  }

  /// Creates the document of the parts that were read of a timeline.
  ///
  /// - Throws: ``MapTextError`` with the message `missing` if there are none, and for too many.
  package init(
    read parts: [TimeMap.Part],
    of bytes: [UInt8],
    orSaying missing: String
  ) throws(MapTextError) {
    guard !parts.isEmpty else { throw MapTextError(missing, at: 0, of: bytes) }
    guard parts.count <= MapError.mostSections else {
      throw MapTextError("\(MapError.tooMany(parts.count))", at: 0, of: bytes)
    }
    self.init(parts)
  }
}

/// An event of an edit decision list.
private struct EDLEvent {
  let offset: Int
  /// The name of the reel, or of the clip if a comment has it.
  var clip: String
  let isVideo: Bool
  /// The frames of the source and of the timeline.
  let source: Range<Int>, record: Range<Int>
  /// The frames of the source for each frame of the timeline.
  var speed = Rational(1)

  static func events(of bytes: [UInt8], _ rate: FrameRate) throws(MapTextError) -> [EDLEvent] {
    var (events, offset) = ([EDLEvent](), 0)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split { " \t\r".contains($0) }.map(String.init)
      guard let first = words.first else { continue }
      if first == "M2", words.count >= 3, !events.isEmpty {
        guard let speed = speed(words[2], rate) else {
          throw MapTextError(
            "the M2 line has the speed \"\(words[2])\": frames per second are allowed",
            at: offset,
            of: bytes
          )
        }
        events[events.count - 1].speed = speed
      } else if first == "*", text.contains("FROM CLIP NAME:"), !events.isEmpty {
        let name = text.split(separator: "FROM CLIP NAME:", maxSplits: 1).last ?? ""
        events[events.count - 1].clip =
          name.split(separator: "\r").joined()
          .trimmingPrefix { $0 == " " }.description
      } else if first.allSatisfy(\.isNumber), words.count >= 8 {
        events.append(try EDLEvent(words, rate, at: offset, of: bytes))
      }
    }
    for event in events {
      let wanted = Rational(Int64(event.record.count)) * event.speed.magnitude
      let length = Rational(Int64(event.source.count))
      guard event.speed == Rational(0) || abs((wanted - length).doubleValue) <= 1 else {
        throw event.error(
          "shows \(event.source.count) frames of its source in \(event.record.count), without an M2 line that says so",
          bytes
        )
      }
    }
    return events
  }

  private init(_ words: [String], _ rate: FrameRate, at offset: Int, of bytes: [UInt8])
    throws(MapTextError)
  {
    let times = words.suffix(4).map { Self.frames($0, Int(rate.rational.rounded())) }
    guard words[3] == "C" else {
      throw MapTextError(
        "the transition \"\(words[3])\" is not supported: cuts (C) are",
        at: offset,
        of: bytes
      )
    }
    guard let start = times[0], let end = times[1], let from = times[2], let to = times[3] else {
      throw MapTextError(
        "a time code is hh:mm:ss:ff without dropped numbers, with ff below \(rate)",
        at: offset,
        of: bytes
      )
    }
    guard start < end, from < to else {
      throw MapTextError("an event ends before it starts, or has no frame", at: offset, of: bytes)
    }
    (self.offset, clip, source, record) = (offset, words[1], start..<end, from..<to)
    isVideo = words[2].hasPrefix("B") || words[2].contains("V")
  }

  /// Returns the number of frames before a time code.
  private static func frames(_ text: String, _ base: Int) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.count == 2 ? Int($0) : nil
    }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let frames = parts[3], minutes < 60, seconds < 60, frames < base,
      min(hours, minutes, seconds, frames) >= 0
    else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * base + frames
  }

  /// Returns the speed of an M2 line's frames per second: the simplest one that is written so.
  private static func speed(_ text: String, _ rate: FrameRate) -> Rational? {
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    guard let value = try? Rational(parsing: digits) else { return nil }
    let decimals =
      digits.split(separator: ".").count > 1 ? digits.split(separator: ".")[1].count : 0
    let unit = (0..<min(decimals, 9)).reduce(Rational(1)) { unit, _ in unit * Rational(1, 10) }
    let simple = (1...64).lazy.map { denominator -> Rational in
      let count = (value / rate.rational).rounded(times: Int64(denominator))
      return Rational(reducing: count, over: Int128(denominator))
    }.first { speed in
      let off = speed * rate.rational - value
      return off.magnitude * Rational(2) <= unit
    }
    let speed = simple ?? value / rate.rational
    return text.hasPrefix("-") ? -speed : speed
  }

  /// Returns the part; it ends in the source with the event at the latest.
  func part(_ rate: FrameRate) -> TimeMap.Part {
    func time(_ frames: Rational) -> RationalTime { RationalTime(seconds: frames / rate.rational) }
    let (first, last) = (Rational(Int64(source.lowerBound)), Rational(Int64(source.upperBound)))
    let count = Rational(Int64(record.count))
    guard speed != Rational(0) else { return .hold(at: time(first), duration: time(count)) }
    let pace = min(speed.magnitude, (last - first) / count)
    let (from, to) =
      speed < Rational(0) ? (last, last - pace * count) : (first, first + pace * count)
    return .play(from: time(from), to: time(to), speed: pace)
  }

  func error(_ problem: String, _ bytes: [UInt8]) -> MapTextError {
    MapTextError("the event \(problem)", at: offset, of: bytes)
  }
}
