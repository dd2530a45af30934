// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// How one track of a result compares with what the job makes, computed once more.
public struct Verification: Sendable, Equatable {
  /// What the track holds, and its place among the source's tracks.
  public var kind: MediaInfo.Track.Kind, index: Int
  /// Frames that the result must have, and those that it does not have.
  public var frames = 0, missing = 0
  /// Whether every value of every frame is the same.
  public var isIdentical = false
  /// Peak signal-to-noise ratio in decibels over all values; nil when they are identical.
  public var psnr: Double?
  /// The most by which a picture is shown too early or too late against the first one, in seconds; 0 for sound.
  public var drift = 0.0
  /// How much later than planned most of the track is shown or heard, in seconds; nil where that cannot be told.
  public var lateness: Double?
  /// By how much that changes along the track, in seconds.
  public var wandering = 0.0
  /// Frames that the result has.
  public var found = 0
  /// Pictures, or pieces of sound of half a second, of which so many were compared, show what belongs elsewhere, or are like
  /// nothing that was made.
  public var compared = 0, wrong = 0, unlike = 0
  /// The size of the result's pictures, and which it must be, where that is another; they are like nothing then.
  public var otherSize: String?
  /// The first few pictures that show what belongs elsewhere, or are shown at other times.
  public var strays: [Stray] = []
  /// When the first frame is shown that is missing, is wrong, is like nothing, in seconds of the result; nil for none.
  public var firstMissing: Double?, firstWrong: Double?, firstUnlike: Double?

  /// The longest run of pictures that show what belongs elsewhere or are like nothing, or of such pieces of sound.
  public var longestWrong = 0
  /// What the track says of itself and should not, such as another shape of pixels, in words.
  public var labels: [String] = []
  /// Stretches of the result with a fault that no codec makes, the first few.
  public var faults: [Fault] = []

  /// A stretch of the result that has a fault.
  public struct Fault: Sendable, Equatable, Codable {
    /// The fault in words, such as "other levels".
    public var text: String
    /// The start and the end, in seconds of the result.
    public var start: Double
    /// The end, in seconds of the result.
    public var end: Double
  }

  /// A picture that shows another time of the source than the plan has for it.
  public struct Stray: Sendable, Equatable, Decodable {
    /// Its place among the pictures of the result, from 0.
    public var number: Int
    /// When it is shown, in seconds of the result.
    public var time: Double
    /// What it shows, and what it must show, in seconds of the source.
    public var shown: Double, planned: Double

    enum CodingKeys: String, CodingKey { case number = "picture", time, shown, planned }
  }

  /// A comparison that nothing was seen of yet.
  init(_ track: Plan.Track) { (kind, index) = (track.media.kind, track.index) }

  /// Takes note of how the values of all frames differ; `peak` is the largest that there can be.
  mutating func note(_ difference: Difference, peak: Double) {
    isIdentical = difference.isNone && missing == 0
    psnr =
      difference.isNone || difference.meanSquare == 0
      ? nil : Decibels.ofPower(peak * peak / difference.meanSquare)
  }

  /// - Throws: `mismatch` when the track is not what it must be.
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
        "\(name): a picture is shown \(Int((min(drift, 1e9) * 1000).rounded())) ms from its time"
      )
    }
  }

  /// Coarser than the times of any container, in seconds.
  private static let mostDrift = 0.01
}

extension Plan.Track {
  /// Whether the codec gives back what it was given: of sound, whether it holds such samples in that container.
  fileprivate func losesNothing(in container: String) -> Bool {
    guard let audio else { return codec == "ffv1" }
    guard let codec = Codec.named(codec), let container = Container.named(container) else {
      return false
    }
    let choice = EncoderChoice(codec, in: container)
    return choice?.isExact(audio.writtenFormat, rate: audio.outputSampleRate) ?? false
  }
}
