// SPDX-License-Identifier: MPL-2.0

internal import CProcessor
internal import SoundKernels
#if SoundKernelsV3
internal import SoundKernelsV3
#endif
#if SoundKernelsV4
internal import SoundKernelsV4
#endif

/// The audio kernels built for one level of processors.
///
/// Every build gives the same bits.
struct AudioKernelSet: Sendable {
  /// See `HalfBandFilter.insert` of SoundKernels.
  let insertHalves:
    @Sendable (
      _ one: Span<Double>, _ other: Span<Double>, _ taps: Span<Double>,
      _ doubled: inout MutableSpan<Double>, _ count: Int
    ) -> Void
  /// See `NearKernel.render`.
  let renderNear:
    @Sendable (
      _ doubled: Span<Double>, _ isPair: Bool, _ start: Int, _ table: Span<SIMD8<Double>>,
      _ frames: Span<Int>, _ parts: Span<Double>, _ sums: inout MutableSpan<SIMD8<Double>>,
      _ values: inout MutableSpan<SIMD2<Double>>
    ) -> Void
  /// See `WideKernel.render`.
  let renderWide: RowKernel<Double, SIMD8<Double>>
  /// See `FloatKernel.render`.
  let renderFloat: RowKernel<Float, SIMD16<Float>>

  /// A kernel of any number of taps, which a table has in rows.
  typealias RowKernel<Number: SIMDScalar, Taps> =
    @Sendable (
      _ one: Span<Number>, _ other: Span<Number>, _ start: Int, _ table: Span<Taps>,
      _ rows: Int, _ taps: Int, _ frames: Span<Int>, _ parts: Span<Double>,
      _ values: inout MutableSpan<SIMD2<Number>>
    ) -> Void

  /// The builds that this processor can run; the last one has the widest vectors.
  static let all: [AudioKernelSet] = {
    var all = [
      AudioKernelSet(
        insertHalves: SoundKernels.HalfBandFilter.insert,
        renderNear: SoundKernels.NearKernel.render,
        renderWide: SoundKernels.WideKernel.render,
        renderFloat: SoundKernels.FloatKernel.render
      )
    ]
    #if SoundKernelsV3
    if processor_level() >= 3 {
      all.append(
        AudioKernelSet(
          insertHalves: SoundKernelsV3.HalfBandFilter.insert,
          renderNear: SoundKernelsV3.NearKernel.render,
          renderWide: SoundKernelsV3.WideKernel.render,
          renderFloat: SoundKernelsV3.FloatKernel.render
        )
      )
    }
    #endif
    #if SoundKernelsV4
    if processor_level() >= 4 {
      all.append(
        AudioKernelSet(
          insertHalves: SoundKernelsV4.HalfBandFilter.insert,
          renderNear: SoundKernelsV4.NearKernel.render,
          renderWide: SoundKernelsV4.WideKernel.render,
          renderFloat: SoundKernelsV4.FloatKernel.render
        )
      )
    }
    #endif
    return all
  }()

  /// The build in use.
  static let best = all[all.count - 1]
}
