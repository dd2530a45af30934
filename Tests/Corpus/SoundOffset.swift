// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// Finds the source's audio in the result, and measures its offset against the video.
///
/// Stored times are unreliable with edit lists and encoder delays: this correlates the audio. ffmpeg decodes both, the
/// source at the sample rate that gives it the length of the result, and the best match within a third of a second is
/// the offset.
struct SoundOffset {
  let job: Job
  let source: (path: String, summary: MediaSummary)
  let result: (path: String, summary: MediaSummary)
  let folder: String

  /// The sample rate of the comparison.
  private static let rate = 2000
  /// The search range in seconds, and the offset that is too large.
  private static let reach = 0.3, limit = 0.012
  /// The compared duration in seconds.
  private static let length = 10

  /// A finding for each audio track that is out of sync.
  func findings() throws -> [Finding] {
    guard source.summary.isClean, let before = source.summary.tracks("video").first,
      let after = result.summary.tracks("video").first
    else { return [] }
    let count = min(source.summary.tracks("audio").count, result.summary.tracks("audio").count)
    return try (0..<count).compactMap { index in
      guard let offset = try offset(of: index, before, after),
        abs(offset) > Self.limit * max(1, Double(job.factor) ?? 1)
      else {
        return nil
      }
      let word = offset > 0 ? "late" : "early"
      return Finding(.sync, "audio \(index): \(Text.seconds(abs(offset))) s too \(word)")
    }
  }

  private func offset(
    of index: Int,
    _ before: MediaSummary.Track,
    _ after: MediaSummary.Track
  ) throws -> Double? {
    guard let first = before.first, let last = before.last, let newFirst = after.first,
      let factor = Double(job.factor)
    else { return nil }
    let (begin, newBegin) = (start(source.summary), start(result.summary))
    var sound = try sound(source.path, index, rate: Double(Self.rate) * factor)
    let made = try self.sound(result.path, index, rate: Double(Self.rate))
    // The shift of the result's audio against the source's, by the video.
    var guesses: [Double]
    switch job {
    case .info, .half, .longer:
      guesses = [-newBegin]
      // Audio that starts before the video by no more than a decoder's delay may start with it.
      let lead = first - begin
      if lead <= 2 * Tolerance.seconds(source.summary.tracks("audio")[index]) + 0.002 {
        guesses.append(-newBegin - lead * factor)
      }
    case .copy: guesses = [newFirst - newBegin - (first - begin)]
    case .reverse:
      sound.reverse()
      // The last frame starts where it ends when reversed.
      guard let second = after.second else { return nil }
      guesses = [second - newBegin + last - begin - Double(sound.count) / Double(Self.rate)]
    }
    return guesses.compactMap { Self.match(sound, made, guess: $0) }.min { abs($0) < abs($1) }
  }

  /// The time that ffmpeg counts from: the container's, or that of the first frame of all.
  private func start(_ summary: MediaSummary) -> Double {
    summary.start ?? summary.audible.compactMap(\.first).min() ?? 0
  }

  /// The delay in seconds of `made` after `sound` shifted by `guess`; nil without a match.
  private static func match(_ sound: [Float], _ made: [Float], guess: Double) -> Double? {
    let shift = Int((guess * Double(rate)).rounded())
    let lags = Int(reach * Double(rate))
    let range = 0..<min(made.count, length * rate)
    let energy = { (list: ArraySlice<Float>) in list.reduce(0) { $0 + $1 * $1 } }
    let whole = energy(made[range])
    guard whole > 1e-3, sound.count > lags else { return nil }
    var scores: [(lag: Int, score: Float)] = []
    for lag in -lags...lags {
      // made[n] is sound[n - shift - lag].
      let low = max(range.lowerBound, shift + lag)
      let high = min(range.upperBound, sound.count + shift + lag)
      guard high - low > rate / 4 else { continue }
      var sum: Float = 0
      for index in low..<high { sum += made[index] * sound[index - shift - lag] }
      let power = energy(sound[(low - shift - lag)..<(high - shift - lag)])
      scores.append((lag, power > 0 ? sum / (power * energy(made[low..<high])).squareRoot() : 0))
    }
    guard let best = scores.map(\.score).max(), best > 0.5 else { return nil }
    // A tone matches several times: the nearest match counts.
    return scores.filter { $0.score > best * 0.99 }.map(\.lag).min { abs($0) < abs($1) }
      .map { Double($0) / Double(rate) }
  }

  /// A track's audio from the file's start on, gaps filled.
  private func sound(_ path: String, _ index: Int, rate: Double) throws -> [Float] {
    let file = try TemporaryFolder()
    _ = try MeasuredRun(
      [
        "ffmpeg", "-v", "error", "-nostdin", "-i", "file:\(path)", "-map", "0:a:\(index)", "-ac",
        "1", "-af", "aresample=\(Int(rate)):async=1:min_hard_comp=0.016:first_pts=0", "-f", "f32le",
        file.file("sound"),
      ],
      in: folder,
      limits: .init(seconds: 120)
    )
    return Judge.floats((try? file.bytes(of: "sound")) ?? [])
  }
}
