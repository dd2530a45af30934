// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore
internal import RetimeMedia

extension Router {
  /// Answers POST /api/timeline?name=…&rate=….
  func timeline(_ call: Call) async throws -> Response {
    let bytes = try await call.request.file()
    let name = call.target.query["name"] ?? "timeline.otio"
    let rate: FrameRate
    do {
      rate = try FrameRate(parsing: call.target.query["rate"] ?? "25")
    } catch {
      throw RequestError.badRequest("rate: \(error)")
    }
    do {
      let map = try MapDocument(bytes, named: name, frameRate: rate)
      return .json(.object(["map": .string(map.description)]))
    } catch {
      throw RequestError.unprocessable("\(error)")
    }
  }

  /// Answers POST /api/cues?name=….
  func cues(_ call: Call) async throws -> Response {
    let bytes = try await call.request.file()
    guard let name = call.target.query["name"] else {
      throw RequestError.badRequest("the name is missing: ask for /api/cues?name=film.srt")
    }
    do {
      let times = try CueFit.times(ofCues: bytes, named: name)
      let cues = times.map {
        JSON.strings(["\($0.lowerBound.rational)", "\($0.upperBound.rational)"])
      }
      return .json(.object(["cues": .array(cues)]))
    } catch {
      throw RequestError.unprocessable("\(error)")
    }
  }

  /// Answers POST /api/export?format=….
  func export(_ call: Call) async throws -> Response {
    guard let format = call.target.query["format"] else {
      throw RequestError.badRequest("the format is missing: ask for /api/export?format=otio")
    }
    let wanted = try StudioRequest(try await call.request.json())
    return .json(try await exports.timeline(of: wanted, format: format))
  }
}
#endif
