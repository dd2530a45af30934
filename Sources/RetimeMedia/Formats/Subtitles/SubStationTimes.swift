// SPDX-License-Identifier: MPL-2.0

/// The new times inside a line of SubStation Alpha, which count from the start of the line.
///
/// They are those of `\k`, `\K`, `\kf`, `\ko`, `\kt` in hundredths of a second; of `\t`, `\move`,
/// `\fad`, `\fade` in milliseconds; and the delays of the effects `Banner` and `Scroll` in
/// milliseconds a pixel.
struct SubStationTimes {
  /// The mapping of a time in the line from the source to the result, in milliseconds after its start.
  let place: (Double) -> Double
  /// The duration of the line in the source and in the result, in milliseconds.
  let sourceDuration: Double, duration: Double
  /// Whether it is played backward: fades and moves are mirrored; karaoke tags are removed.
  let isBackward: Bool

  /// Returns the line, as Matroska stores it (8 fields, then the text), with new times.
  func line(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard Array(text.utf8) == bytes else { return bytes }
    var fields = text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
      .map(String.init)
    guard fields.count == 9 else { return bytes }
    fields[7] = effect(fields[7])
    var (result, rest) = ("", Substring(fields[8]))
    var clock = 0.0
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += "{" + tags(rest[rest.index(after: open)..<close], &clock) + "}"
      rest = rest[rest.index(after: close)...]
    }
    fields[8] = result + rest
    return Array(fields.joined(separator: ",").utf8)
  }

  // MARK: - Tags

  /// Returns the tags of one pair of braces with new times.
  ///
  /// `clock` is the end of the last syllable, in milliseconds of the source.
  private func tags(_ text: Substring, _ clock: inout Double) -> String {
    var (result, rest) = ("", text)
    while let slash = rest.firstIndex(of: "\\") {
      result += rest[..<slash]
      rest = rest[rest.index(after: slash)...]
      let end = Self.end(of: rest)
      result += tag(rest[..<end], &clock)
      rest = rest[end...]
    }
    return result + rest
  }

  /// Returns the end of a tag: the next backslash outside of parentheses.
  private static func end(of text: Substring) -> Substring.Index {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth = max(0, depth - 1)
      case "\\" where depth == 0: return index
      default: break
      }
    }
    return text.endIndex
  }

  private func tag(_ text: Substring, _ clock: inout Double) -> String {
    if let open = text.firstIndex(of: "(") {
      let name = text[..<open].filter { $0 != " " }
      let close = text.lastIndex(of: ")") ?? text.endIndex
      let inside = text[text.index(after: open)..<close]
      let after = close < text.endIndex ? String(text[text.index(after: close)...]) : ""
      if let new = call(name, inside, &clock) { return "\\\(name)(\(new))\(after)" }
    } else if let name = ["kt", "kf", "ko", "K", "k"].first(where: text.hasPrefix),
      let length = Double(text.dropFirst(name.count).filter { $0 != " " })
    {
      return isBackward ? "" : syllable(name, length * 10, &clock)
    }
    return "\\\(text)"
  }

  private func syllable(_ name: String, _ length: Double, _ clock: inout Double) -> String {
    let start = clock
    if name == "kt" {
      clock = length
      return "\\kt\(Self.hundredths(max(0, place(clock))))"
    }
    clock += length
    let (from, to) = (max(0, place(start)), max(0, place(clock)))
    // Differences of rounded times do not accumulate rounding errors.
    return "\\\(name)\(Self.hundredths(to) - Self.hundredths(from))"
  }

  /// Returns the new arguments of a tag that has times; nil for other tags.
  private func call(_ name: String, _ inside: Substring, _ clock: inout Double) -> String? {
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " })
    }
    switch name {
    case "t":
      // The last argument holds tags, which may have commas inside their own parentheses.
      let leading = inside.prefix { $0 != "\\" }
      let tags = inside.dropFirst(leading.count)
      var numbers = leading.split(separator: ",").map { $0.filter { $0 != " " } }
      if numbers.count >= 2, let from = Double(numbers[0]), let to = Double(numbers[1]),
        !(from == 0 && to == 0)
      {
        (numbers[0], numbers[1]) = span(from, to)
      }
      return (numbers + [String(tags)]).joined(separator: ",")
    case "move" where parts.count == 6 || parts.count == 4:
      var parts = parts
      if isBackward {
        (parts[0], parts[1], parts[2], parts[3]) = (parts[2], parts[3], parts[0], parts[1])
      }
      if parts.count == 6, let from = Double(parts[4]), let to = Double(parts[5]),
        !(from == 0 && to == 0)
      {
        (parts[4], parts[5]) = span(from, to)
      }
      return parts.joined(separator: ",")
    case "fad" where parts.count == 2, "fade" where parts.count == 2:
      guard let first = Double(parts[0]), let last = Double(parts[1]) else { return nil }
      let (fadeIn, fadeOut) =
        isBackward
        ? (place(sourceDuration - last), duration - place(first))
        : (place(first), duration - place(sourceDuration - last))
      let isFirst = isBackward ? last > 0 : first > 0, isLast = isBackward ? first > 0 : last > 0
      return
        "\(isFirst ? max(0, Self.whole(fadeIn)) : 0),\(isLast ? max(0, Self.whole(fadeOut)) : 0)"
    case "fade" where parts.count == 7:
      let times = parts[3...].compactMap { Double($0) }
      guard times.count == 4 else { return nil }
      let alphas = isBackward ? parts[..<3].reversed() : Array(parts[..<3])
      let new = times.map { Self.whole(place($0)) }
      // -1 has a special meaning, so 0 replaces it.
      return (alphas + (isBackward ? new.reversed() : new).map { "\($0 == -1 ? 0 : $0)" })
        .joined(separator: ",")
    default: return nil
    }
  }

  /// Returns two new times; never 0 for both, which would mean the whole line.
  private func span(_ from: Double, _ to: Double) -> (String, String) {
    let times = [place(from), place(to)].map(Self.whole).sorted()
    return ("\(times[0])", "\(times == [0, 0] ? 1 : times[1])")
  }

  // MARK: - Effects

  private func effect(_ text: String) -> String {
    var parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let name = parts.first?.lowercased().filter { $0 != " " } ?? ""
    let index = name == "banner" ? 1 : name.hasPrefix("scroll") ? 3 : 0
    guard index > 0, parts.indices.contains(index), let delay = Double(parts[index]), delay > 0
    else { return text }
    parts[index] = "\(max(1, Self.whole(length(delay))))"
    return parts.joined(separator: ";")
  }

  // MARK: - Numbers

  /// Returns a duration in the result, at the mean speed of the line.
  private func length(_ milliseconds: Double) -> Double {
    sourceDuration > 0 ? milliseconds * duration / sourceDuration : milliseconds
  }

  private static func whole(_ value: Double) -> Int { Int(max(-1e9, min(value, 1e9)).rounded()) }
  private static func hundredths(_ milliseconds: Double) -> Int { whole(milliseconds / 10) }
}
