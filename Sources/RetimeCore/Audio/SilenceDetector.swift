// SPDX-License-Identifier: MPL-2.0

/// A detector of loud parts in streamed audio; any split of the audio gives the same parts.
///
/// Audio is examined in windows of 10 ms; a window with one loud sample is loud as a whole. Each
/// window takes one byte, which is 360 kB for an hour.
package struct SilenceDetector: Sendable {
  /// The number of frames received.
  package private(set) var frameCount = 0

  private let levels: SilenceLevels
  private let windowFrames: Int
  /// The longest silence, in frames, between two loud parts that counts as loud.
  private let bridge: Int
  /// The shortest loud part, in frames.
  private let shortestPart: Int
  /// The level of each complete window.
  private var windows: [UInt8] = []
  /// The highest magnitude in the current window.
  private var peak: Float = 0

  /// Creates a detector that has received no audio.
  ///
  /// - Precondition: The sample rate is above 0.
  package init(_ rule: SilenceRule, sampleRate: Int) {
    precondition(sampleRate > 0, "\(sampleRate) Hz is no sample rate")
    levels = SilenceLevels(rule.threshold)
    windowFrames = max(1, sampleRate / 100)
    func frames(_ time: RationalTime) -> Int {
      Int(clamping: time.ticks(timescale: Int64(sampleRate)))
    }
    // After its margins, a shorter silence would leave too little to be played as silence.
    bridge = max(0, frames(rule.margin + rule.margin + rule.shortest) - 1)
    shortestPart = frames(rule.shortestLoud)
  }

  /// Appends interleaved samples; a frame is as loud as its loudest channel, and NaN counts as silent.
  ///
  /// - Complexity: O(samples).
  package mutating func append(_ samples: Span<Float>, channelCount: Int) {
    let channels = max(1, channelCount)
    let frames = samples.count / channels
    var frame = 0
    while frame < frames {
      let end = min(frames, frame + windowFrames - frameCount % windowFrames)
      for index in frame &* channels..<end &* channels where abs(samples[index]) > peak {
        peak = abs(samples[index])
      }
      advance(by: end - frame)
      frame = end
    }
  }

  /// Appends `frames` frames of silence.
  package mutating func appendSilence(frames: Int) {
    var left = frames
    while left > 0 {
      let count = min(left, windowFrames - frameCount % windowFrames)
      advance(by: count)
      left -= count
    }
  }

  /// Advances within a window.
  private mutating func advance(by frames: Int) {
    frameCount += frames
    guard frameCount % windowFrames == 0 else { return }
    windows.append(levels.level(of: peak))
    peak = 0
  }

  /// The loud parts, as ranges of frames, in order, and the magnitude from which on samples are loud.
  ///
  /// - Complexity: O(windows).
  package var result: (loud: [Range<Int>], threshold: Float) {
    let last = frameCount % windowFrames == 0 ? [] : [levels.level(of: peak)]
    let loudest = levels.lowestLoud(in: windows + last)
    var parts: [Range<Int>] = []
    for (index, level) in (windows + last).enumerated() where level >= loudest {
      let begin = index * windowFrames
      let end = min(frameCount, begin + windowFrames)
      if let last = parts.last, begin - last.upperBound <= bridge {
        parts[parts.count - 1] = last.lowerBound..<end
      } else {
        if let last = parts.last, last.count < shortestPart { parts.removeLast() }
        parts.append(begin..<end)
      }
    }
    if let last = parts.last, last.count < shortestPart { parts.removeLast() }
    return (parts, levels.thresholds[Int(loudest) - 1])
  }
}
