// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

extension JobRequest {
  /// A source of a job that has several.
  public struct Source: Sendable, Equatable {
    /// A path, or a URI that GStreamer reads.
    public var input: String
    /// The part to use, in source time; nil for the start or end of the source.
    public var start: RationalTime?, end: RationalTime?

    /// Creates a source; nil for `start` or `end` uses it from its start, or to its end.
    public init(_ input: String, start: RationalTime? = nil, end: RationalTime? = nil) {
      (self.input, self.start, self.end) = (input, start, end)
    }
  }

  /// Returns a request to play sources one after the other, with the defaults of `retime concat`.
  ///
  /// - Precondition: There is a source.
  public static func concat(_ sources: [Source], output: String) -> JobRequest {
    var request = JobRequest(input: sources[0].input, output: output, amount: .factor(.identity))
    (request.start, request.end) = (sources[0].start, sources[0].end)
    request.following = Array(sources.dropFirst())
    return request
  }

  /// The first source.
  var firstSource: Source { Source(input, start: start, end: end) }

  /// Returns the request of a job that reads one source alone, at its own speed.
  func alone(_ source: Source) -> JobRequest {
    // A container that takes any tracks: only the source's side of the plan is used.
    var request = JobRequest(
      input: source.input,
      output: "source.mkv",
      amount: .factor(.identity)
    )
    (request.start, request.end) = (source.start, source.end)
    (request.videoTracks, request.audioTracks) = (videoTracks, audioTracks)
    if source != firstSource {
      if videoTracks != .none { request.videoTracks = .all }
      if audioTracks != .none { request.audioTracks = .all }
    }
    request.subtitleTracks = .none
    request.copiesVideo = copiesVideo
    (request.stallTimeout, request.maximumMemory) = (stallTimeout, maximumMemory)
    if source == firstSource {
      (request.inputFrameRate, request.stillTimes) = (inputFrameRate, stillTimes)
    }
    return request
  }
}
