// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The comparison of a track of the result with a second computation of the job.
package struct Verification: Sendable, Equatable {
  /// The kind of the track, and its index among the source's tracks.
  package var kind: MediaInfo.Track.Kind, index: Int
  /// The number of frames that the result must have, and of those that it lacks.
  package var frames = 0, missing = 0
  /// Whether every value of every frame is the same.
  package var isIdentical = false
  /// The peak signal-to-noise ratio in decibels over all values; nil if they are identical.
  package var psnr: Double?
  /// The largest deviation of a frame's time, relative to the first frame, in seconds; 0 for audio.
  package var drift = 0.0
  /// The delay of most of the track against the plan, in seconds; nil if it cannot be measured.
  package var lateness: Double?
  /// The change of that delay along the track, in seconds.
  package var wandering = 0.0
  /// The number of frames that the result has.
  package var found = 0
  /// The number of frames, or of audio pieces of 0.5 s, compared, misplaced, and unlike any expected one.
  package var compared = 0, wrong = 0, unlike = 0
  /// The size of the result's frames and the planned size, if they differ; such frames count as unlike.
  package var otherSize: String?
  /// The first few misplaced frames, which show another source time than planned.
  package var strays: [Stray] = []
  /// The times of the first missing, misplaced and unlike frame, in seconds of the result; nil for none.
  package var firstMissing: Double?, firstWrong: Double?, firstUnlike: Double?

  /// The copied and the encoded frames of a smart rendering; nil for other tracks.
  package var joined: JoinComparison?
  /// The longest run of misplaced or unlike frames, or of unlike audio pieces.
  package var longestWrong = 0
  /// The differences in the track's metadata, such as another pixel aspect ratio, as messages.
  package var labels: [String] = []
  /// The first few ranges of the result with a fault that no codec causes.
  package var faults: [Fault] = []

  /// A range of the result with a fault.
  package struct Fault: Sendable, Equatable, Codable {
    /// The fault as text, such as "other levels".
    package var text: String
    /// The start, in seconds of the result.
    package var start: Double
    /// The end, in seconds of the result.
    package var end: Double
  }

  /// A frame that shows another source time than planned.
  package struct Stray: Sendable, Equatable, Decodable {
    /// The index among the frames of the result, from 0.
    package var number: Int
    /// The time of the frame, in seconds of the result.
    package var time: Double
    /// The source time that the frame shows, and the planned one, in seconds.
    package var shown: Double, planned: Double

    enum CodingKeys: String, CodingKey { case number = "picture", time, shown, planned }
  }

  /// Creates an empty comparison of a track.
  init(_ track: Plan.Track) { (kind, index) = (track.media.kind, track.index) }

  /// Records the differences of all values; `peak` is the largest possible value.
  mutating func note(_ difference: Difference, peak: Double) {
    isIdentical = difference.isNone && missing == 0
    psnr =
      difference.isNone || difference.meanSquare == 0
      ? nil : Decibels.ofPower(peak * peak / difference.meanSquare)
  }

  /// Checks the comparison of a track.
  ///
  /// - Throws: `mismatch` if the track differs more than its codec allows.
  func check(_ track: Plan.Track, of plan: Plan) throws(RetimeError) {
    guard missing == 0 else {
      throw RetimeError(.mismatch, "\(name): \(missing) of \(frames) frames are not in the result")
    }
    guard isIdentical || !track.losesNothing(in: plan.container) else {
      throw RetimeError(
        .mismatch,
        "\(name): the result is not what was made, although \(track.codec) loses nothing"
      )
    }
    guard drift < Self.mostDrift else {
      throw RetimeError(
        .mismatch,
        "\(name): a frame is shown \(Int((min(drift, 1e9) * 1000).rounded())) ms from its time"
      )
    }
  }

  /// The maximum deviation in seconds, coarser than the timestamps of any container.
  private static let mostDrift = 0.01
}

extension Plan.Track {
  /// Whether the codec is lossless; for audio, whether it preserves such samples in the container.
  fileprivate func losesNothing(in container: String) -> Bool {
    guard let audio else { return codec == "ffv1" }
    guard let codec = Codec.named(codec), let container = Container.named(container) else {
      return false
    }
    let choice = EncoderChoice(codec, in: container)
    return choice?.isExact(audio.writtenFormat, rate: audio.outputSampleRate) ?? false
  }
}
