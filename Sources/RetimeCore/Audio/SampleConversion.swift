// SPDX-License-Identifier: MPL-2.0

/// Converts samples to `Double`, exactly; integers keep their scale.
///
/// - Parameters:
///   - samples: Samples of any format.
///   - output: Space for as many numbers; the rest is left unchanged.
@specialized(where Sample == Int8)
@specialized(where Sample == UInt8)
@specialized(where Sample == Int16)
@specialized(where Sample == Int24)
@specialized(where Sample == Int24In32)
@specialized(where Sample == Int32)
@specialized(where Sample == Float)
@specialized(where Sample == Double)
package func widenSamples<Sample: AudioSample>(
  _ samples: Span<Sample>,
  into output: inout MutableSpan<Double>
) {
  precondition(output.count >= samples.count, "\(samples.count) do not fit \(output.count)")
  for index in 0..<samples.count { output[index] = samples[index].doubleValue }
}

/// Rounds numbers to samples: to nearest, ties to even, saturating.
///
/// - Parameters:
///   - numbers: Numbers on the samples' scale.
///   - output: Space for as many samples; the rest is left unchanged.
@specialized(where Sample == Int8)
@specialized(where Sample == UInt8)
@specialized(where Sample == Int16)
@specialized(where Sample == Int24)
@specialized(where Sample == Int24In32)
@specialized(where Sample == Int32)
@specialized(where Sample == Float)
@specialized(where Sample == Double)
package func roundSamples<Sample: AudioSample>(
  _ numbers: Span<Double>,
  into output: inout MutableSpan<Sample>
) {
  precondition(output.count >= numbers.count, "\(numbers.count) do not fit \(output.count)")
  for index in 0..<numbers.count { output[index] = Sample(rounding: numbers[index]) }
}
