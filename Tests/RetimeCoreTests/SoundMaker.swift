// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

/// A renderer of audio along a map, from a source that arrives in parts.
protocol SoundMaker<Sample> {
  associatedtype Sample: AudioSample
  var channelCount: Int { get }
  var wanted: Range<Int>? { get }
  var isFinished: Bool { get }
  mutating func append(_ new: Span<Sample>)
  mutating func replace(_ new: Span<Sample>, from first: Int)
  mutating func finish()
  mutating func render(into output: inout MutableSpan<Double>) -> Int
}

extension MappedScaler: SoundMaker {}
extension MappedStretcher: SoundMaker {}
extension MappedShifter: SoundMaker {}

extension SoundMaker {
  /// All of the output, in blocks of the given size; the source is appended or pulled on demand.
  ///
  /// `changed` is called before each part of the source with the number of frames made.
  mutating func output(
    of source: [Sample],
    isForward: Bool = true,
    in blocks: Blocks = .whole,
    changed: (inout Self, Int) -> Void = { _, _ in }
  ) -> [Double] {
    let channels = channelCount
    var (output, next) = ([Double](), 0)
    var block = [Double](repeating: 0, count: blocks.render * channels)
    repeat {
      changed(&self, output.count / channels)
      if isForward {
        let end = min(source.count, next + min(blocks.append, source.count) * channels)
        let part = Array(source[next..<end])
        append(part.span)
        next = end
        if end == source.count { finish() }
      } else if let wanted {
        let part = Array(source[wanted.lowerBound * channels..<wanted.upperBound * channels])
        replace(part.span, from: wanted.lowerBound)
      }
      var count = 0
      repeat {
        var span = block.mutableSpan
        count = render(into: &span)
        output += block.prefix(count * channels)
      } while count > 0
    } while isForward ? next < source.count : !isFinished
    #expect(isFinished)
    return output
  }

  /// Returns the largest number of frames of a mono source that were received and not read yet, in blocks of 64 frames.
  ///
  /// `speed` is in source frames per output frame.
  mutating func longestDelay(of source: [Sample], atSpeed speed: Double) -> Int {
    var block = [Double](repeating: 0, count: 1 << 16)
    var (made, longest) = (0, 0)
    for begin in stride(from: 0, to: source.count, by: 64) {
      let part = Array(source[begin..<min(begin + 64, source.count)])
      append(part.span)
      var span = block.mutableSpan
      made += render(into: &span)
      longest = max(longest, begin + part.count - Int(Double(made) * speed))
    }
    return longest
  }
}
