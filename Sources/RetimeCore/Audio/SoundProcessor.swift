// SPDX-License-Identifier: MPL-2.0

internal import CProcessor
internal import SoundKernels
#if SoundKernelsV3
internal import SoundKernelsV3
#endif
#if SoundKernelsV4
internal import SoundKernelsV4
#endif

/// The kernels of sound, in the build with the widest vectors that this processor has.
///
/// Every build gives the same bits.
enum SoundProcessor {
  /// Which build is taken: 3 and 4 for x86-64-v3 and -v4, 0 for the one that runs everywhere.
  static let level: Int = {
    var level = 0
    #if SoundKernelsV3
    if processor_level() >= 3 { level = 3 }
    #endif
    #if SoundKernelsV4
    if processor_level() >= 4 { level = 4 }
    #endif
    return level
  }()

  /// The builds that this processor can run.
  static var levels: [Int] { [0, 3, 4].filter { $0 <= level } }

  /// See `Halves` of SoundKernels.
  static func insertHalves(
    _ one: Span<Double>,
    _ other: Span<Double>,
    taps: Span<Double>,
    into doubled: inout MutableSpan<Double>,
    count: Int,
    level: Int = level
  ) {
    #if SoundKernelsV4
    if level == 4 {
      SoundKernelsV4.Halves.insert(one, other, taps: taps, into: &doubled, count: count)
      return
    }
    #endif
    #if SoundKernelsV3
    if level == 3 {
      SoundKernelsV3.Halves.insert(one, other, taps: taps, into: &doubled, count: count)
      return
    }
    #endif
    SoundKernels.Halves.insert(one, other, taps: taps, into: &doubled, count: count)
  }

  /// See `NearKernel` of SoundKernels.
  static func renderNear(
    _ doubled: Span<Double>,
    isPair: Bool,
    start: Int,
    table: Span<SIMD8<Double>>,
    frames: Span<Int>,
    parts: Span<Double>,
    sums: inout MutableSpan<SIMD8<Double>>,
    into values: inout MutableSpan<SIMD2<Double>>,
    level: Int = level
  ) {
    #if SoundKernelsV4
    if level == 4 {
      SoundKernelsV4.NearKernel.render(
        doubled,
        isPair: isPair,
        start: start,
        table: table,
        frames: frames,
        parts: parts,
        sums: &sums,
        into: &values
      )
      return
    }
    #endif
    #if SoundKernelsV3
    if level == 3 {
      SoundKernelsV3.NearKernel.render(
        doubled,
        isPair: isPair,
        start: start,
        table: table,
        frames: frames,
        parts: parts,
        sums: &sums,
        into: &values
      )
      return
    }
    #endif
    SoundKernels.NearKernel.render(
      doubled,
      isPair: isPair,
      start: start,
      table: table,
      frames: frames,
      parts: parts,
      sums: &sums,
      into: &values
    )
  }

  /// See `WideKernel` of SoundKernels.
  static func renderWide(
    _ one: Span<Double>,
    _ other: Span<Double>,
    start: Int,
    table: Span<SIMD8<Double>>,
    rows: Int,
    taps: Int,
    frames: Span<Int>,
    parts: Span<Double>,
    into values: inout MutableSpan<SIMD2<Double>>,
    level: Int = level
  ) {
    #if SoundKernelsV4
    if level == 4 {
      SoundKernelsV4.WideKernel.render(
        one,
        other,
        start: start,
        table: table,
        rows: rows,
        taps: taps,
        frames: frames,
        parts: parts,
        into: &values
      )
      return
    }
    #endif
    #if SoundKernelsV3
    if level == 3 {
      SoundKernelsV3.WideKernel.render(
        one,
        other,
        start: start,
        table: table,
        rows: rows,
        taps: taps,
        frames: frames,
        parts: parts,
        into: &values
      )
      return
    }
    #endif
    SoundKernels.WideKernel.render(
      one,
      other,
      start: start,
      table: table,
      rows: rows,
      taps: taps,
      frames: frames,
      parts: parts,
      into: &values
    )
  }
}
