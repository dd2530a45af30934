// SPDX-License-Identifier: MPL-2.0

/// An object of OpenTimelineIO, with its schema.
struct TimelineObject {
  let value: JSONValue
  /// The name and version of the schema, such as "Clip.2".
  let schema: String

  init(_ value: JSONValue) throws(JSONError) {
    guard case .text(let schema) = value["OTIO_SCHEMA"]?.content else {
      throw JSONError(
        "\(value.brief) has no \"OTIO_SCHEMA\": a timeline of OpenTimelineIO is taken, such as Timeline.1",
        value
      )
    }
    (self.value, self.schema) = (value, schema)
  }

  func error(_ problem: String) -> JSONError { JSONError(problem, value) }

  /// Returns the member with a name; nil if it is missing or null.
  func member(_ name: String) -> JSONValue? {
    guard let member = value[name] else { return nil }
    if case .null = member.content { return nil }
    return member
  }

  /// Returns the objects in the list with a name; none if it is missing or null.
  func objects(_ name: String) throws(JSONError) -> [TimelineObject] {
    guard let member = member(name) else { return [] }
    guard case .list(let values) = member.content else {
      throw JSONError("\"\(name)\" of \(brief) is \(member.brief): a list is taken", member)
    }
    return try values.map(TimelineObject.init)
  }

  /// The schema, for messages.
  var brief: String { JSONValue.shortened(schema) }

  /// Whether the object is enabled, which is the default.
  var isEnabled: Bool {
    if case .bool(false) = value["enabled"]?.content { return false }
    return true
  }

  // MARK: - Times

  /// Returns the start and the duration of a time range.
  func range() throws(JSONError) -> (start: RationalTime, duration: RationalTime) {
    guard schema == "TimeRange.1" else {
      throw error("the schema \"\(brief)\" is no range of times: TimeRange.1 is taken")
    }
    guard let start = member("start_time"), let duration = member("duration") else {
      throw error("a TimeRange.1 has a \"start_time\" and a \"duration\", and one is missing here")
    }
    return (try TimelineObject(start).time(), try TimelineObject(duration).time())
  }

  private func time() throws(JSONError) -> RationalTime {
    guard schema == "RationalTime.1" else {
      throw error("the schema \"\(brief)\" is no time: RationalTime.1 is taken")
    }
    let (value, rate) = (try number("value"), try number("rate"))
    guard rate > Rational(0), value >= Rational(0), value / rate <= RationalTime.longest else {
      throw error("a RationalTime.1 of \(value) at the rate \(rate): 0 to a year is taken")
    }
    // The double nearest to n·1000/1001 is taken as that rate.
    let nominal = rate * Rational(1001, 1000)
    let exact = Rational(reducing: max(1, min(1_000_000, nominal.rounded())) * 1000, over: 1001)
    let isExact = abs((rate - exact).doubleValue) <= exact.doubleValue.ulp
    return RationalTime(seconds: value / (isExact ? exact : rate))
  }

  /// Returns the exact value of a number as written; of 16 digits or more, the simplest fraction near it.
  func number(_ name: String) throws(JSONError) -> Rational {
    guard let member = member(name), case .number(let text) = member.content,
      let number = try? Rational(parsing: text)
    else {
      throw JSONError(
        "\"\(name)\" of \(brief) is \(self.member(name)?.brief ?? "missing"): a number is taken, of 38 digits at most",
        self.member(name) ?? value
      )
    }
    // A double that a program rounded from a fraction, such as 1/3.
    let isNegative = number < Rational(0)
    let digits = isNegative ? String(text.dropFirst()) : text
    let count = digits.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }.count
    guard count >= 16, let simple = Rational(roundedTo: digits) else { return number }
    return isNegative ? -simple : simple
  }
}
