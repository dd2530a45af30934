// SPDX-License-Identifier: MPL-2.0

/// The cuts and the speed of a chain of ffmpeg filters: `trim` or `select` with constant times, then `setpts`.
///
/// Such as "select='between(t,5,10)+between(t,20,30)',setpts=N/FRAME_RATE/TB", or "setpts=0.5*PTS".
/// The filters of audio, "aselect", "atrim" and "asetpts", are read in the same way.
public struct FilterChain: Hashable, Sendable {
  private let text: String
  private let filters: [Filter]

  private enum Filter: Hashable, Sendable {
    case select(FilterExpression)
    case trim(Range<Rational>)
    case pace(FilterPace)
  }

  /// Whether a text is such a chain, and not the name of a file.
  public static func isOne(_ text: String) -> Bool {
    let name = text.prefix { $0 != "=" }
    return name.count < text.count && names.contains(String(name))
  }

  private static let names = ["select", "aselect", "trim", "atrim", "setpts", "asetpts"]

  /// Creates the chain of a text, as it is given to ffmpeg's `-vf`.
  ///
  /// - Throws: ``MapEditError`` for a filter that is not read, and for one whose times are not constant.
  public init(parsing text: String) throws(MapEditError) {
    self.text = text
    var filters: [Filter] = []
    for part in try Self.parts(of: text, separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count > 1 ? String(halves[1]) : ""
      switch halves[0] {
      case "setpts", "asetpts":
        let plain = Self.unquoted(value, option: "expr")
        guard let pace = FilterExpression(plain).flatMap(FilterPace.init) else {
          throw .notAFilter(
            text,
            "'\(part)' gives times that are no multiple of the source's: PTS, PTS-STARTPTS or N/FRAME_RATE/TB, times or "
              + "divided by numbers, is allowed"
          )
        }
        filters.append(.pace(pace))
      case "select", "aselect":
        guard let expression = FilterExpression(Self.unquoted(value, option: "expr")) else {
          throw .notAFilter(text, "'\(part)' has an expression that cannot be read")
        }
        filters.append(.select(expression))
      case "trim", "atrim": filters.append(.trim(try Self.trim(value, text)))
      default:
        throw .notAFilter(
          text,
          "'\(part)' is not read: \(Self.names.joined(separator: ", ")) are"
        )
      }
    }
    self.filters = filters
  }

  /// Returns the parts of the map for a source that ends at `end`.
  ///
  /// `frameRate`: that of the source's video, whose frames are selected whole; nil without one.
  /// - Throws: ``MapEditError`` for what no map has: gaps between the selected frames, and a selection after a change of
  ///   the speed.
  public func parts(
    end: RationalTime,
    frameRate: FrameRate?
  ) throws(MapEditError) -> [TimeMap.Part] {
    let source = FilterSelection.Source(end: end, frameRate: frameRate)
    var selection: FilterSelection?, factor: Rational?
    for filter in filters {
      switch filter {
      case .select, .trim:
        guard selection == nil, factor == nil else {
          throw .notAFilter(text, "one select or trim is read, and before setpts")
        }
        selection = try selected(filter, source)
      case .pace(let pace):
        let pace = try self.factor(pace, of: selection, source)
        factor = (factor ?? Rational(1)) * pace
      }
    }
    let ranges = selection?.ranges ?? [.zero..<end]
    guard !ranges.isEmpty else { throw .nothingLeft([text]) }
    guard ranges == [.zero..<end] || factor != nil else {
      throw .notAFilter(text, "the frames keep their times: add setpts=N/FRAME_RATE/TB")
    }
    let speed = (factor ?? Rational(1)).reciprocal
    return ranges.map { .play(from: $0.lowerBound, to: $0.upperBound, speed: speed) }
  }

  private func selected(
    _ filter: Filter,
    _ source: FilterSelection.Source
  ) throws(MapEditError) -> FilterSelection {
    switch filter {
    case .trim(let range):
      return FilterSelection(
        source.start(range.lowerBound)..<source.start(range.upperBound),
        of: source
      )
    case .select(let expression):
      if let selection = FilterSelection(expression, of: source) { return selection }
    case .pace: break
    }
    let frames =
      source.frameRate == nil ? "" : " or n, and not(mod(n,10)) for every tenth frame,"
    throw .notAFilter(
      text,
      "the selection is not of constant times: between, gt, gte, lt and lte of t\(frames) joined by +, * and not are read"
    )
  }

  /// Returns the factor of the times of selected frames.
  private func factor(
    _ pace: FilterPace,
    of selection: FilterSelection?,
    _ source: FilterSelection.Source
  ) throws(MapEditError) -> Rational {
    let stride = selection?.stride ?? Rational(1)
    switch pace {
    case .frames(let factor): return factor / stride
    case .seconds(let seconds):
      guard let rate = source.frameRate else {
        throw .notAFilter(
          text,
          "frames without a constant rate do not have a speed: give PTS times a number"
        )
      }
      return seconds * rate.rational / stride
    case .times(let factor, let isMoved):
      let ranges = selection?.ranges ?? []
      let starts = ranges.first.map { isMoved || $0.lowerBound == .zero } ?? true
      guard ranges.count <= 1, starts, stride == Rational(1) else {
        throw .notAFilter(
          text,
          "the selected frames keep the gaps between them: give setpts=N/FRAME_RATE/TB, times a number for another speed"
        )
      }
      return factor
    }
  }

  // MARK: - Texts

  /// Returns the parts of a text between separators outside of quotes and parentheses.
  private static func parts(of text: String, separator: Character) throws(MapEditError) -> [String]
  {
    var (parts, depth, isQuoted, isEscaped) = ([""], 0, false, false)
    for character in text {
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
        continue
      } else if character == "'" {
        isQuoted.toggle()
        continue
      } else if character == separator, !isQuoted, depth == 0 {
        parts.append("")
        continue
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      }
      parts[parts.count - 1].append(character)
    }
    guard !isQuoted, depth == 0 else {
      throw .notAFilter(text, "a quote or a parenthesis is not closed")
    }
    return parts.map { $0.trimmingPrefix { $0 == " " }.description }
  }

  /// Returns the value of an option that may be given with its name.
  private static func unquoted(_ value: String, option: String) -> String {
    value.hasPrefix("\(option)=") ? String(value.dropFirst(option.count + 1)) : value
  }

  /// Returns the range of a trim filter's options.
  private static func trim(_ value: String, _ text: String) throws(MapEditError) -> Range<Rational>
  {
    var times: [String: Rational] = [:]
    for (index, option) in value.split(separator: ":").enumerated() {
      let halves = option.split(separator: "=", maxSplits: 1)
      let name = halves.count == 2 ? String(halves[0]) : index < 2 ? ["start", "end"][index] : ""
      guard ["start", "end", "duration"].contains(name),
        let time = try? Rational(parsing: String(halves.last ?? ""))
      else {
        throw .notAFilter(
          text,
          "'trim=\(value)' is not read: start, end and duration in seconds are"
        )
      }
      times[name] = time
    }
    let start = times["start"] ?? Rational(0)
    let longest = RationalTime.longest + Rational(1)
    var end = times["end"] ?? longest
    if let duration = times["duration"] { end = min(end, start + duration) }
    guard start >= Rational(0), start < end else {
      throw .notAFilter(text, "'trim=\(value)' keeps nothing: an end after the start is allowed")
    }
    return start..<end
  }
}
