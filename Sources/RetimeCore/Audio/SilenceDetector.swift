// SPDX-License-Identifier: MPL-2.0

/// A detector of loud parts in streamed audio; any split of the audio gives the same parts.
///
/// Audio is examined in windows of 10 ms; a window with one loud sample is loud as a whole. Memory
/// grows with the number of silent parts that are long enough, not with the length of the audio.
package struct SilenceDetector: Sendable {
  /// The number of frames received.
  package private(set) var frameCount = 0

  private let threshold: Float
  private let windowFrames: Int
  /// The longest silence, in frames, between two loud parts that counts as loud.
  private let bridge: Int
  private var parts: [Range<Int>] = []
  private var isLoud = false

  /// Creates a finder that has received no audio.
  ///
  /// - Precondition: The sample rate is above 0.
  package init(_ rule: SilenceRule, sampleRate: Int) {
    precondition(sampleRate > 0, "\(sampleRate) Hz is no sample rate")
    threshold = rule.threshold
    windowFrames = max(1, sampleRate / 100)
    // After its margins, a shorter silence would leave too little to be played as silence.
    let pause = rule.margin + rule.margin + rule.shortest
    bridge = max(0, Int(clamping: pause.ticks(timescale: Int64(sampleRate))) - 1)
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
      if !isLoud {
        for index in frame &* channels..<end &* channels {
          if abs(samples[index]) >= threshold { isLoud = true }
        }
      }
      advance(by: end - frame)
      frame = end
    }
  }

  /// Appends `frames` frames of silence.
  package mutating func appendSilence(frames: Int) {
    let rest = windowFrames - frameCount % windowFrames
    advance(by: min(frames, rest))
    if frames > rest { frameCount += frames - rest }
  }

  /// The loud parts, as ranges of frames, in order.
  package var loudParts: [Range<Int>] {
    var copy = self
    copy.endWindow()
    return copy.parts
  }

  /// Advances within a window.
  private mutating func advance(by frames: Int) {
    frameCount += frames
    if frameCount % windowFrames == 0 { endWindow() }
  }

  private mutating func endWindow() {
    guard isLoud else { return }
    isLoud = false
    let begin = (frameCount - 1) / windowFrames * windowFrames
    if let last = parts.last, begin - last.upperBound <= bridge {
      parts[parts.count - 1] = last.lowerBound..<frameCount
    } else {
      parts.append(begin..<frameCount)
    }
  }
}
