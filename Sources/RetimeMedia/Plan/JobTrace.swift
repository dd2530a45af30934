// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The job that made a result, stored in the result so that it can be compared with its source later.
///
/// A trace consists of a map and of the settings of video and audio, in two comments: `RETIME_MAP=`
/// with the JSON that `--map` reads, and `RETIME_JOB=` with the settings that differ from their
/// defaults, as `name=value;name=value`. Such comments of a source are not copied to the result, as
/// they describe another job.
struct JobTrace: Equatable {
  /// The maximum length of the map in a comment, in bytes: enough for some thousand sections.
  private static let mostBytes = 1 << 18

  let map: String
  /// The settings by option name.
  let job: [(name: String, value: String)]

  static func == (one: JobTrace, other: JobTrace) -> Bool { one.comments == other.comments }

  /// Creates the trace of a job; nil if its map is too long for a comment.
  init?(_ request: JobRequest, _ times: Planner.Times) {
    let speed = times.factor.rational.reciprocal
    map =
      times.planned.map { MapDocument($0.parts).description }
      ?? "{\"retime-map\":1,\"sections\":[{\"from\":\"0\",\"to\":\"end\",\"speed\":\"\(speed)\"}]}"
    guard map.utf8.count <= Self.mostBytes else { return nil }
    job = Self.fields.compactMap { field in field.text(request).map { (field.name, $0) } }
  }

  /// Creates a trace from comments; nil if none of them is a map.
  init?(_ comments: [String]) {
    let found = comments.flatMap { NamedTags.split($0) }
    guard let map = found.first(where: { $0.0.uppercased() == TraceComments.mapKey })?.1 else {
      return nil
    }
    self.map = map
    let text = found.first { $0.0.uppercased() == TraceComments.jobKey }?.1 ?? ""
    job = text.split(separator: ";").flatMap { NamedTags.split(String($0)) }
      .map { ($0.0, Self.decoded($0.1)) }
  }

  private init(map: String, job: [(name: String, value: String)]) {
    (self.map, self.job) = (map, job)
  }

  /// Returns the trace with another value of a setting.
  func adding(_ name: String, _ value: String) -> JobTrace {
    JobTrace(map: map, job: job.filter { $0.name != name } + [(name, value)])
  }

  /// The comments to write into the result.
  var comments: [String] {
    let texts = job.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: ";")
    return ["\(TraceComments.mapKey)=\(map)"]
      + (texts.isEmpty ? [] : ["\(TraceComments.jobKey)=\(texts)"])
  }

  /// Applies the trace to `request`.
  ///
  /// - Throws: `badInput` for an unreadable map or an unknown setting.
  func apply(to request: inout JobRequest) throws(RetimeError) {
    do {
      request.course = .document(try MapDocument(parsing: map))
    } catch {
      throw RetimeError(.badInput, "the map that the result carries: \(error)")
    }
    (request.amount, request.playback, request.loops) = (.asMapped, .forward, 1)
    for (name, value) in job {
      guard let field = Self.fields.first(where: { $0.name == name }), field.set(&request, value)
      else {
        throw RetimeError(
          .badInput,
          "the result carries '\(name)=\(value)', which this version does not know: use the one that made it"
        )
      }
    }
  }

  // MARK: - Escaping

  private static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 32 && scalar != ";" && scalar != "%"
      // Two digits, as only characters below 128 are escaped.
      let digits = (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      result += isPlain ? String(scalar) : "%" + digits
    }
    return result
  }

  private static func decoded(_ text: String) -> String {
    var (result, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      let digits = String(String.UnicodeScalarView(rest.prefix(2)))
      if scalar == "%", digits.count == 2, let value = UInt8(digits, radix: 16) {
        result.append(Unicode.Scalar(value))
        rest = rest.dropFirst(2)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
