// SPDX-License-Identifier: MPL-2.0

/// A comparison of decoded audio with the audio before a codec of at least about one bit a sample, at the full sample rate.
///
/// Such codecs keep the waveform below 3.5 kHz, the level of each channel, and the power of each band that is audible; all
/// limits are about twice what 16 settings of six codecs make of music, speech, drums, noise and tones. Half a second is
/// judged at a time, so memory does not grow with the length of the audio.
package struct CodedAudioFidelity: Sendable {
  /// A difference that no codec with enough bits makes.
  package enum Fault: Sendable, Hashable {
    /// Another waveform in a channel, counted from 1.
    case waveform(channel: Int)
    /// Another level of a channel, over a short, a medium or a long time.
    case level(channel: Int, isLouder: Bool, step: Int)
    /// A group of bands in which the audio is weaker than expected, or has what it must not have.
    case lacking(CodedBands.Group), added(CodedBands.Group)
  }

  /// The levels that no codec makes, in decibels, and the least numbers of windows.
  private static let levels: [(decibels: Double, count: Int)] = [
    (3.3, 4), (2.4, 8), (1.4, 30),
  ]
  /// The least number of windows with another waveform, about 50 ms, and the correlation below which they are.
  private static let windowsOfWaveform = 4, leastLikeness: Float = 0.75
  /// The seconds that are not judged: AAC without its first packet fades in, and encoders lose some of the end.
  private static let start = 0.15, end = 0.05

  /// The runs of windows and of blocks with faults, complete at the end of the comparison.
  private var windowRuns: FaultRuns<Fault>
  private var blocks: CodedBlocks
  private let bands: CodedBands
  private let rate: Double, channels: Int
  private var made: SampleQueue, found: SampleQueue
  /// The first frame of the next window, and the offset of the found audio in frames.
  private var next: Int, offset: Int?
  /// The windows of a half second that is not complete yet.
  private var group: [CodedBands.Window] = []
  private let windowsOfGroup: Int

  /// Creates a comparison of audio at `rate` frames per second.
  init(rate: Int, channels: Int) {
    bands = CodedBands(rate: rate)
    (self.rate, self.channels) = (Double(rate), channels)
    made = SampleQueue(channels: channels)
    found = made
    next = Int(Self.start * Double(rate))
    windowsOfGroup = max(8, rate / 2 / bands.step)
    blocks = CodedBlocks(bands)
    windowRuns = FaultRuns { fault in
      if case .level(_, _, let step) = fault {
        Self.levels[step].count
      } else {
        Self.windowsOfWaveform
      }
    }
  }

  /// The faults found, with their times in seconds of the result.
  package var faults: [(fault: Fault, start: Double, end: Double)] {
    (windowRuns.runs + blocks.runs.runs).map { ($0.fault, $0.start, $0.end) }
  }

  mutating func take<Value: AudioSample>(made samples: Span<Value>) { made.append(samples) }

  mutating func take<Value: AudioSample>(found samples: Span<Value>) { found.append(samples) }

  /// Compares the frames up to `last`, which start about `coarse` frames later in the found audio.
  ///
  /// `tolerance`: the rounding of that offset.
  mutating func compare(to last: Int, offset coarse: Int, tolerance: Int) {
    let offset = refined(coarse, tolerance, to: last)
    self.offset = offset
    while next + bands.window <= last {
      // Channels in pairs fill a transform.
      var window = CodedBands.Window(start: Double(next) / rate, channels: channels)
      for first in stride(from: 0, to: channels, by: 2) {
        bands.measure(made, found, at: next, offset: offset, channel: first, of: channels, &window)
      }
      group.append(window)
      if group.count == windowsOfGroup { judgeGroup() }
      next += bands.step
    }
    made.drop(before: next)
    found.drop(before: next + offset - bands.window)
  }

  /// Judges the rest, without the last windows.
  mutating func finish() {
    let length = Double(min(made.end, found.end - (offset ?? 0))) / rate
    group.removeAll { $0.start + Double(bands.window) / rate > length - Self.end }
    if group.count >= 8 { judgeGroup() }
    windowRuns.finish()
    blocks.finish()
  }

  /// Returns the offset with the best correlation near `coarse`, over all channels; the last one if none is clearly better.
  private func refined(_ coarse: Int, _ tolerance: Int, to last: Int) -> Int {
    guard next < last else { return coarse }
    let range = next..<last
    let from = coarse - tolerance
    // The channels are compared each on its own, as their sum may be silent.
    let channels = (0..<channels).map { channel in
      (
        made: made.values(range, channel: channel),
        found: found.values(
          range.lowerBound + from..<range.upperBound + coarse + tolerance,
          channel: channel
        )
      )
    }
    var best = (offset: coarse, product: -Float.infinity)
    var kept = -Float.infinity
    for offset in from...coarse + tolerance {
      var product: Float = 0
      for (made, found) in channels {
        for index in made.indices { product += made[index] * found[index + offset - from] }
      }
      if offset == self.offset { kept = product }
      if product > best.product { best = (offset, product) }
    }
    return kept >= best.product * 0.999 ? self.offset ?? best.offset : best.offset
  }

  private mutating func judgeGroup() {
    // What is far below the loudest window of the half second, or the loudest channel, may be masked.
    let loudest = group.map { $0.low.reduce(0) { $0 + $1.made } }.max() ?? 0
    let length = Double(bands.step) / rate
    for window in group {
      let loudestChannel = window.low.reduce(0) { max($0, $1.made) }
      var faults: Set<Fault> = []
      for (index, low) in window.low.enumerated()
      where low.made > max(1e-5, 0.02 * loudest, 0.05 * loudestChannel) {
        if low.product < Self.leastLikeness * (low.made * low.found).squareRoot() {
          faults.insert(.waveform(channel: index + 1))
        }
        let decibels = BandPowers.decibels(max(low.found, 1e-9) / low.made)
        for (step, level) in Self.levels.enumerated() where abs(decibels) > level.decibels {
          faults.insert(.level(channel: index + 1, isLouder: decibels > 0, step: step))
        }
      }
      // Windows overlap by half; the time of one is its middle half.
      let from = window.start + length / 2
      windowRuns.note(faults, from: from, to: from + length)
    }
    blocks.take(group[..<(group.count / 2)])
    blocks.take(group[(group.count / 2)...])
    group.removeAll(keepingCapacity: true)
  }
}
