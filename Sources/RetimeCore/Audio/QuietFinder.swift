// SPDX-License-Identifier: MPL-2.0

/// Finds where sound is loud, as it comes: any split of it gives the same parts.
///
/// It is looked at in windows of a hundredth of a second; one with a loud sample is loud as a whole. Memory grows with the
/// number of quiet parts that will be seen, not with the length of the sound.
public struct QuietFinder: Sendable {
  /// Frames that came.
  public private(set) var frameCount = 0

  private let threshold: Float
  private let windowFrames: Int
  /// Quiet between two loud parts that is no longer than this is loud as well.
  private let bridge: Int
  private var parts: [Range<Int>] = []
  private var isLoud = false

  /// A finder that has heard nothing.
  ///
  /// - Precondition: The sample rate is above 0.
  public init(_ rule: QuietParts, sampleRate: Int) {
    precondition(sampleRate > 0, "\(sampleRate) Hz is no sample rate")
    threshold = rule.threshold
    windowFrames = max(1, sampleRate / 100)
    // What its margins leave of it would not be played as quiet.
    let pause = rule.margin + rule.margin + rule.shortest
    bridge = max(0, Int(clamping: pause.ticks(timescale: Int64(sampleRate))) - 1)
  }

  /// Hears interleaved samples; a frame is as loud as its loudest channel, and what is no number is silent.
  ///
  /// - Complexity: O(samples).
  public mutating func append(_ samples: Span<Float>, channelCount: Int) {
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

  /// Hears silence of so many frames.
  public mutating func appendSilence(frames: Int) {
    let rest = windowFrames - frameCount % windowFrames
    advance(by: min(frames, rest))
    if frames > rest { frameCount += frames - rest }
  }

  /// Where the sound is loud, in frames, in their order.
  public var loudParts: [Range<Int>] {
    var copy = self
    copy.endWindow()
    return copy.parts
  }

  /// Goes on within a window.
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
