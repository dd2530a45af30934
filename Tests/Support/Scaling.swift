// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// The block sizes with which a test feeds a scaler.
public struct Blocks: Sendable, CustomStringConvertible {
  /// Source frames per append.
  public let append: Int
  /// Output frames per render.
  public let render: Int

  /// Blocks of `append` source frames and `render` output frames.
  public init(append: Int, render: Int) {
    self.append = append
    self.render = render
  }

  /// The whole clip at once.
  public static let whole = Blocks(append: .max, render: 1 << 16)

  /// Common, prime and single-frame sizes.
  public static let all = [
    whole, Blocks(append: 1, render: 1), Blocks(append: 7, render: 1_024),
    Blocks(append: 64, render: 3), Blocks(append: 997, render: 101),
  ]

  /// The sizes, as append/render.
  public var description: String { "\(append)/\(render)" }
}

extension ProgressiveScaler {
  /// Scales all of `source` in blocks and returns all output, interleaved.
  public mutating func scaled(_ source: [Sample], in blocks: Blocks) -> [Sample] {
    var output: [Sample] = []
    var rest = source[...]
    while !rest.isEmpty {
      let frames = min(blocks.append, rest.count / channelCount)
      let block = Array(rest.prefix(frames * channelCount))
      append(block.span)
      rest = rest.dropFirst(block.count)
      drain(into: &output, frames: blocks.render)
    }
    finish()
    drain(into: &output, frames: blocks.render)
    return output
  }

  private mutating func drain(into output: inout [Sample], frames: Int) {
    while availableFrameCount > 0 {
      var block = [Sample](repeating: .silence, count: frames * channelCount)
      var span = block.mutableSpan
      let written = render(into: &span)
      output += block.prefix(written * channelCount)
    }
  }
}

extension InterpolationMethod {
  /// The methods that interpolate linearly between two frames.
  public static let lines: [Self] = [.linear, .smooth]
}

/// The output of a whole clip with linear interpolation, by the formulas of docs/architecture.md.
public func referenceScaled<Sample: AudioSample>(
  _ source: [Sample],
  channelCount: Int,
  length: Int,
  method: InterpolationMethod
) -> [Sample] {
  let count = source.count / channelCount
  return (0..<length).flatMap { n in
    let position = referencePosition(n, count: count, length: length, method: method)
    let whole = Int(position)
    let part = position - Double(whole)
    return (0..<channelCount).map { channel in
      let first = source[whole * channelCount + channel].doubleValue
      guard part > 0 else { return Sample(rounding: first) }
      let second = source[(whole + 1) * channelCount + channel].doubleValue
      return Sample(rounding: first + part * (second - first))
    }
  }
}

/// The position of output frame `n`, by the formulas of docs/architecture.md.
public func referencePosition(
  _ n: Int,
  count: Int,
  length: Int,
  method: InterpolationMethod
) -> Double {
  if count == 1 || length == 1 { return 0 }
  if n == length - 1 { return Double(count - 1) }
  if method != .smooth || length <= count {
    return Double(count - 1) * Double(n) / Double(length - 1)
  }
  let x = Double(n) / (Double(length - 1) / Double(count - 1))
  let t = x - x.rounded(.down)
  return x.rounded(.down) + t * t * (3 - 2 * t)
}
