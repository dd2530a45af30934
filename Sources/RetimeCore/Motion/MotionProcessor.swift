// SPDX-License-Identifier: MPL-2.0

internal import CProcessor
internal import MotionKernels
internal import MotionLayout
#if MotionKernelsV3
internal import MotionKernelsV3
#endif

/// The kernels of motion, in the build with the widest vectors that this processor has.
///
/// Every build gives the same bits.
enum MotionProcessor {
  /// Which build is taken: 3 for x86-64-v3, 0 for the one that runs everywhere.
  static let level: Int = {
    #if MotionKernelsV3
    if processor_level() >= 3 { return 3 }
    #endif
    return 0
  }()

  /// The builds that this processor can run.
  static var levels: [Int] { [0, 3].filter { $0 <= level } }

  /// See `halve` of MotionKernels.
  static func halve<Component: FixedWidthInteger & UnsignedInteger>(
    _ components: Span<Component>,
    _ layout: PlaneLayout,
    shift: Int,
    into half: inout MutableSpan<UInt8>
  ) {
    #if MotionKernelsV3
    if level == 3 { return MotionKernelsV3.halve(components, layout, shift: shift, into: &half) }
    #endif
    MotionKernels.halve(components, layout, shift: shift, into: &half)
  }

  /// See `findFlow` of MotionKernels.
  static func find(
    _ search: FlowSearch,
    from first: MotionLevel,
    to second: MotionLevel,
    parents: Span<SIMD4<Int32>>,
    _ parentGrid: FlowGrid,
    rows: Range<Int>,
    into vectors: inout MutableSpan<SIMD4<Int32>>,
    level: Int
  ) {
    var find = MotionKernels.findFlow
    #if MotionKernelsV3
    if level == 3 { find = MotionKernelsV3.findFlow }
    #endif
    find(
      search,
      first.components.span,
      second.components.span,
      first.layout,
      parents,
      parentGrid,
      rows,
      &vectors
    )
  }

  /// See `calmFlow` of MotionKernels.
  static func calm(
    _ vectors: Span<SIMD4<Int32>>,
    from first: MotionLevel,
    to second: MotionLevel,
    rows: Range<Int>,
    into calmer: inout MutableSpan<SIMD4<Int32>>,
    level: Int
  ) {
    var calm = MotionKernels.calmFlow
    #if MotionKernelsV3
    if level == 3 { calm = MotionKernelsV3.calmFlow }
    #endif
    calm(vectors, first.components.span, second.components.span, first.layout, rows, &calmer)
  }

  /// See `choosePaths` of MotionKernels.
  static func choose(
    weight: Int,
    _ flow: PairFlow,
    _ passing: PassingPaths,
    coarse: Span<SIMD4<Int32>>,
    _ coarseGrid: FlowGrid,
    rows: Range<Int>,
    into paths: inout MutableSpan<SIMD4<Int32>>,
    level: Int
  ) {
    var choose = MotionKernels.choosePaths
    #if MotionKernelsV3
    if level == 3 { choose = MotionKernelsV3.choosePaths }
    #endif
    choose(
      weight,
      flow.first.components.span,
      flow.second.components.span,
      flow.first.layout,
      passing.ahead.span,
      passing.back.span,
      flow.forward.span,
      flow.backward.span,
      coarse,
      coarseGrid,
      rows,
      &paths
    )
  }

  /// See `inheritPaths` of MotionKernels.
  static func inherit(
    weight: Int,
    _ coarse: Span<SIMD4<Int32>>,
    _ coarseGrid: FlowGrid,
    _ first: MotionLevel,
    _ second: MotionLevel,
    rows: Range<Int>,
    into paths: inout MutableSpan<SIMD4<Int32>>,
    level: Int
  ) {
    var inherit = MotionKernels.inheritPaths
    #if MotionKernelsV3
    if level == 3 { inherit = MotionKernelsV3.inheritPaths }
    #endif
    inherit(
      weight,
      coarse,
      coarseGrid,
      first.components.span,
      second.components.span,
      first.layout,
      rows,
      &paths
    )
  }

  /// See `calmPaths` of MotionKernels.
  static func calm(
    _ paths: Span<SIMD4<Int32>>,
    weight: Int,
    _ first: MotionLevel,
    _ second: MotionLevel,
    rows: Range<Int>,
    into calmer: inout MutableSpan<SIMD4<Int32>>,
    level: Int
  ) {
    var calm = MotionKernels.calmPaths
    #if MotionKernelsV3
    if level == 3 { calm = MotionKernelsV3.calmPaths }
    #endif
    calm(paths, weight, first.components.span, second.components.span, first.layout, rows, &calmer)
  }

  /// See `renderOverlap` of MotionKernels.
  static func render<Component: FixedWidthInteger & UnsignedInteger>(
    _ overlap: Overlap,
    _ first: Span<Component>,
    _ second: Span<Component>,
    paths: Span<SIMD4<Int32>>,
    columns: Int,
    cellRows: Range<Int>,
    into output: inout MutableSpan<Component>,
    level: Int
  ) {
    #if MotionKernelsV3
    if level == 3 {
      return MotionKernelsV3.renderOverlap(
        overlap,
        first,
        second,
        paths: paths,
        columns: columns,
        cellRows: cellRows,
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
      cellRows: cellRows,
      into: &output
    )
  }
}
