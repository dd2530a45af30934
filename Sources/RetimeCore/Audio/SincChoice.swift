// SPDX-License-Identifier: MPL-2.0

/// The choice of a sinc kernel for each output frame, for the positions of a rule.
struct SincChoice: Sendable {
  /// The kernel of all output frames; nil if the speed changes.
  private let only: SincKernel?
  /// The reach of the widest kernel.
  let reach: KernelSupport
  /// The reach of the kernels that later positions can need.
  let keptReach: KernelSupport

  /// Creates the choice for a rule, and the kernels that do not exist yet.
  init(_ rule: PositionRule, isOpen: Bool) {
    let speeds = rule.speeds
    let reach =
      rule.speed.map { SincKernel.reach(at: $0) } ?? SincBank.reach(at: speeds.upperBound)
    self.reach = reach
    keptReach = isOpen ? SincKernel.reach(at: SincKernel.fastest) : reach
    if let speed = rule.speed {
      only = SincKernel.at(speed)
    } else {
      only = nil
      for index in SincBank.index(for: speeds.lowerBound)...SincBank.index(for: speeds.upperBound) {
        _ = SincBank.kernel(index)
      }
    }
  }

  /// Returns the number of an output frame's kernel; equal numbers mean the same kernel.
  func index(_ n: Int, _ rule: PositionRule) -> Int {
    only == nil ? SincBank.index(for: rule.speed(n)) : 0
  }

  /// Returns the kernel with a number.
  func kernel(_ index: Int) -> SincKernel { only ?? SincBank.kernel(index) }
}

extension SincInterpolator {
  /// Renders the output frames `range` of a rule into the front of `output`, interleaved.
  ///
  /// `source` is the frames of the whole source; positions after the last one hold it.
  mutating func render<Sample: AudioSample>(
    _ range: Range<Int>,
    of rule: PositionRule,
    _ choice: SincChoice,
    in source: Range<Int>,
    into output: inout MutableSpan<Sample>
  ) {
    var points = Points()
    let channels = frames.channelCount
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.block) {
      let count = min(Self.block, range.upperBound - first)
      rule.locateExactly(first, in: &points)
      LinearKernel.hold(source.upperBound - 1, in: &points, count: count)
      var begin = 0
      while begin < count {
        let index = choice.index(first + begin, rule)
        var end = count
        if rule.isBent {
          end = begin + 1
          while end < count, choice.index(first + end, rule) == index { end += 1 }
        }
        compute(begin..<end, of: points, choice.kernel(index), in: source)
        begin = end
      }
      let target = (first - range.lowerBound) * channels
      var room = output._mutatingExtracting(target..<target + count * channels)
      write(0..<count, into: &room)
    }
    rule.silenceHolds(in: range, channelCount: channels, of: &output)
  }

  /// Rounds the values at the positions `range` to samples, interleaved, into the front of `output`.
  @inline(__always)
  func write<Sample: AudioSample>(_ range: Range<Int>, into output: inout MutableSpan<Sample>) {
    let channels = frames.channelCount
    for first in stride(from: 0, to: channels, by: 2) {
      let begin = first / 2 * Self.block
      let pairs = values.span.extracting(begin + range.lowerBound..<begin + range.upperBound)
      let hasOther = first + 1 < channels
      var target = first
      for index in 0..<range.count {
        output[target] = Sample(rounding: pairs[index][0])
        if hasOther { output[target &+ 1] = Sample(rounding: pairs[index][1]) }
        target &+= channels
      }
    }
  }
}
