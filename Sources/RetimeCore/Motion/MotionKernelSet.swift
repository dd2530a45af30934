// SPDX-License-Identifier: MPL-2.0

internal import CProcessor
internal import MotionKernels
internal import MotionLayout
#if MotionKernelsV3
internal import MotionKernelsV3
#endif

/// The motion kernels built for one level of processors.
///
/// Every build gives the same bits.
struct MotionKernelSet: Sendable {
  typealias Level = Span<UInt8>
  typealias Vectors = Span<SIMD4<Int32>>

  /// Whether this is the build for x86-64-v3.
  private let isWide: Bool
  /// See `MotionKernel.findFlow` of MotionKernels.
  let findFlow:
    @Sendable (
      FlowSearch, _ first: Level, _ second: Level, PlaneLayout, _ parents: Vectors, FlowGrid,
      _ rows: Range<Int>, _ made: inout MutableSpan<SIMD4<Int32>>
    ) -> Void
  /// See `calmFlow`.
  let calmFlow:
    @Sendable (
      Vectors, _ first: Level, _ second: Level, PlaneLayout, _ rows: Range<Int>,
      _ made: inout MutableSpan<SIMD4<Int32>>
    ) -> Void
  /// See `choosePaths`.
  let choosePaths:
    @Sendable (
      PathChoice, _ first: Level, _ second: Level, PlaneLayout, _ ahead: Vectors, _ back: Vectors,
      _ forward: Vectors, _ backward: Vectors, _ coarse: Vectors, FlowGrid,
      _ rows: Range<Int>, _ made: inout MutableSpan<SIMD4<Int32>>
    ) -> Void
  /// See `inheritPaths`.
  let inheritPaths:
    @Sendable (
      PathChoice, _ coarse: Vectors, FlowGrid, _ first: Level, _ second: Level, PlaneLayout,
      _ rows: Range<Int>, _ made: inout MutableSpan<SIMD4<Int32>>
    ) -> Void
  /// See `calmPaths`.
  let calmPaths:
    @Sendable (
      Vectors, PathChoice, _ first: Level, _ second: Level, PlaneLayout, _ rows: Range<Int>,
      _ made: inout MutableSpan<SIMD4<Int32>>
    ) -> Void

  /// The builds that this processor can run; the last one has the widest vectors.
  static let all: [MotionKernelSet] = {
    var all = [
      MotionKernelSet(
        isWide: false,
        findFlow: MotionKernels.MotionKernel.findFlow,
        calmFlow: MotionKernels.MotionKernel.calmFlow,
        choosePaths: MotionKernels.MotionKernel.choosePaths,
        inheritPaths: MotionKernels.MotionKernel.inheritPaths,
        calmPaths: MotionKernels.MotionKernel.calmPaths
      )
    ]
    #if MotionKernelsV3
    if processor_level() >= 3 {
      all.append(
        MotionKernelSet(
          isWide: true,
          findFlow: MotionKernelsV3.MotionKernel.findFlow,
          calmFlow: MotionKernelsV3.MotionKernel.calmFlow,
          choosePaths: MotionKernelsV3.MotionKernel.choosePaths,
          inheritPaths: MotionKernelsV3.MotionKernel.inheritPaths,
          calmPaths: MotionKernelsV3.MotionKernel.calmPaths
        )
      )
    }
    #endif
    return all
  }()

  /// The build in use.
  static let best = all[all.count - 1]

  /// See `halve`.
  func halve<Component: FixedWidthInteger & UnsignedInteger>(
    _ components: Span<Component>,
    _ layout: PlaneLayout,
    shift: Int,
    into half: inout MutableSpan<UInt8>
  ) {
    #if MotionKernelsV3
    if isWide { return MotionKernelsV3.halve(components, layout, shift: shift, into: &half) }
    #endif
    MotionKernels.halve(components, layout, shift: shift, into: &half)
  }

  /// See `renderOverlap`.
  func render<Component: FixedWidthInteger & UnsignedInteger>(
    _ overlap: Overlap,
    _ first: Span<Component>,
    _ second: Span<Component>,
    _ paths: Vectors,
    _ columns: Int,
    _ rows: Range<Int>,
    into output: inout MutableSpan<Component>
  ) {
    #if MotionKernelsV3
    if isWide {
      return MotionKernelsV3.renderOverlap(
        overlap,
        first,
        second,
        paths: paths,
        columns: columns,
        cellRows: rows,
        into: &output
      )
    }
    #endif
    MotionKernels.renderOverlap(
      overlap,
      first,
      second,
      paths: paths,
      columns: columns,
      cellRows: rows,
      into: &output
    )
  }
}
