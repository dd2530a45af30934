// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// Random samples over the whole range of a format, and a little beyond saturation.
public func noise<Sample: AudioSample>(
  _ count: Int,
  of type: Sample.Type = Sample.self,
  seed: UInt64 = SeededGenerator.seed
) -> [Sample] {
  var generator = SeededGenerator(seed: seed)
  let range: ClosedRange<Double> =
    switch type {
    case is UInt8.Type: -130...130
    case is Int16.Type: -33_000...33_000
    case is Int24.Type, is Int24In32.Type: -8.4e6...8.4e6
    case is Int32.Type: -2.2e9...2.2e9
    default: -1...1
    }
  return (0..<count).map { _ in Sample(rounding: .random(in: range, using: &generator)) }
}

/// The bits of every value, so that NaN equals NaN and -0 does not equal 0.
public func bits<Sample: AudioSample>(_ samples: [Sample]) -> [UInt64] {
  samples.map(\.doubleValue.bitPattern)
}
