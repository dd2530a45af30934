// SPDX-License-Identifier: MPL-2.0

internal import Dispatch
internal import GStreamer
internal import RetimeCore

/// The operations that ``TickFrames`` needs on frames of one component type.
protocol FrameSynthesis: Sendable {
  /// Returns a new frame interpolated between two frames.
  mutating func buffer(for shown: ShownFrame<SharedFrame>) throws(GStreamerError) -> Buffer
  /// Returns the mean of source frames and interpolated frames, weighted by each sample's count.
  mutating func mean(
    of samples: [ShutterFrames<SharedFrame>.Sample]
  ) throws(GStreamerError) -> Buffer
  /// Returns whether a frame repeats the content of another one.
  mutating func isRepeat(_ picture: SharedFrame, of other: SharedFrame) throws(GStreamerError)
    -> Bool
  /// Returns whether there is a scene cut between two frames.
  mutating func isCut(between first: SharedFrame, and second: SharedFrame) throws(GStreamerError)
    -> Bool
  /// Returns the motion from one frame to the other; nil where optical flow is off.
  mutating func motion(
    from first: SharedFrame,
    to second: SharedFrame
  ) throws(GStreamerError) -> FrameMotion?
}

/// Computes new frames of a layout whose components are of type `Component`.
struct FrameSynthesizer<Component>
where Component: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable {
  private typealias Seen = (picture: SharedFrame, motion: MotionFrame<Component>)
  private typealias Pair = (first: SharedFrame, second: SharedFrame, motion: MotionPair<Component>)

  private let layout: VideoLayout
  /// The planes of the components, each its own or shared.
  private let components: [ComponentPlane]
  private let shape: MotionShape
  /// The number of low bits of each value without meaning.
  private let unusedBits: Int
  /// Whether all components share a plane, which may have more than their values.
  private let isPacked: Bool
  private let flow: FlowQuality?
  private let parallel: Parallel
  /// The last analysed frames, newest last: as many as wait as possible repeats, and two more.
  private var seen: [Seen] = []
  /// The two frames between which optical flow was last estimated.
  private var pair: Pair?
  /// The sums of exposed samples, plane by plane.
  private var sums: [[UInt32]] = []

  /// Creates a maker of frames in `layout`, whose format is plain.
  ///
  /// `threads`: the maximum number of threads for optical flow; nil for the number of processors.
  init(_ layout: VideoLayout, _ format: VideoFormat, flow: FlowQuality?, threads: Int?) {
    let components = layout.components
    (self.layout, self.components, self.flow) = (layout, components, flow)
    (unusedBits, isPacked) = (format.unusedBits, format.isPacked && components.count > 1)
    let full = components[0]
    shape = MotionShape(
      planes: components.map {
        .init(
          width: $0.width,
          height: $0.height,
          isLuma: $0.width == full.width && $0.height == full.height
        )
      },
      bits: format.depth
    )
    let all = Parallel { count, body in
      DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
    parallel = threads.map(all.limited) ?? all
  }

  private func mix(
    _ first: SharedFrame,
    _ second: SharedFrame,
    _ weight: BlendWeight
  ) throws(GStreamerError) -> Buffer {
    let unusedBits = self.unusedBits
    return try layout.making(Component.self) { (made) throws(GStreamerError) in
      try layout.reading(first.buffer, as: Component.self) { (a) throws(GStreamerError) in
        try layout.reading(second.buffer, as: Component.self) { b in
          made.forEachRow { plane, row in
            a.withRow(plane, row) { x in
              b.withRow(plane, row) { y in
                made.withMutableRow(plane, row) {
                  mixComponents(x, y, weight: weight, unusedBits: unusedBits, into: &$0)
                }
              }
            }
          }
        }
      }
    }
  }

  // MARK: - Motion

  private mutating func motion(of picture: SharedFrame) throws(GStreamerError) -> MotionFrame<
    Component
  > {
    if let known = seen.last(where: { $0.picture === picture }) { return known.motion }
    let (components, unusedBits) = (self.components, self.unusedBits)
    let motion = try layout.reading(picture.buffer, as: Component.self) { planes in
      MotionFrame<Component>(shape) { index, row, output in
        let place = components[index]
        planes.withRow(place.plane, row) {
          gatherComponents(
            $0,
            from: place.first,
            step: place.step,
            shift: unusedBits,
            into: &output
          )
        }
      }
    }
    if seen.count == RepeatFilter<SharedFrame>.longest + 2 { seen.removeFirst() }
    seen.append((picture, motion))
    return motion
  }

  private mutating func motion(
    between first: SharedFrame,
    and second: SharedFrame,
    _ flow: FlowQuality
  ) throws(GStreamerError) -> MotionPair<Component> {
    if let pair, pair.first === first, pair.second === second { return pair.motion }
    let motion = try MotionPair(
      motion(of: first),
      motion(of: second),
      quality: flow,
      parallel: parallel
    )
    pair = (first, second, motion)
    return motion
  }
}

extension FrameSynthesizer: FrameSynthesis {
  mutating func buffer(for shown: ShownFrame<SharedFrame>) throws(GStreamerError) -> Buffer {
    guard let blend = shown.blend else { return try shown.picture.buffer.sharingMemory() }
    guard let flow else { return try mix(shown.picture, blend.picture, blend.weight) }
    let motion = try motion(between: shown.picture, and: blend.picture, flow)
    if motion.kind == .cut { return try shown.nearest.picture.buffer.sharingMemory() }
    return try layout.making(Component.self) { (made) throws(GStreamerError) in
      // What is between the components of one plane is that of the first frame.
      if isPacked { try copyRows(of: shown.picture, to: made) }
      motion.makePicture(at: blend.weight, parallel: parallel) { index, row, values in
        let place = components[index]
        made.withMutableRow(place.plane, row) {
          scatterComponents(
            values,
            into: &$0,
            from: place.first,
            step: place.step,
            shift: unusedBits
          )
        }
      }
    }
  }

  private func copyRows(
    of picture: SharedFrame,
    to made: MappedPlanes<Component>
  ) throws(GStreamerError) {
    try layout.reading(picture.buffer, as: Component.self) { planes in
      made.forEachRow { plane, row in
        planes.withRow(plane, row) { made.setRow(plane, row, to: $0) }
      }
    }
  }

  mutating func mean(
    of samples: [ShutterFrames<SharedFrame>.Sample]
  ) throws(GStreamerError) -> Buffer {
    var total = 0
    for sample in samples {
      let made = try buffer(for: sample.shown)
      try add(made, count: sample.count, isFirst: total == 0)
      total += sample.count
    }
    let (sums, count, unusedBits) = (self.sums, total, self.unusedBits)
    return try layout.making(Component.self) { made in
      made.forEachRow { plane, row in
        let width = made.width(plane)
        made.withMutableRow(plane, row) { output in
          let all = sums[plane]
          let values = all.span.extracting(row * width..<(row + 1) * width)
          meanComponents(values, count: count, unusedBits: unusedBits, into: &output)
        }
      }
    }
  }

  private mutating func add(
    _ picture: borrowing Buffer,
    count: Int,
    isFirst: Bool
  ) throws(GStreamerError) {
    var sums = self.sums
    let unusedBits = self.unusedBits
    self.sums = []
    try layout.reading(picture, as: Component.self) { planes in
      if isFirst {
        sums = (0..<planes.count).map {
          [UInt32](repeating: 0, count: planes.width($0) * planes.height($0))
        }
      }
      planes.forEachRow { plane, row in
        let width = planes.width(plane)
        planes.withRow(plane, row) { values in
          var all = sums[plane].mutableSpan
          addComponents(
            values,
            count: count,
            unusedBits: unusedBits,
            to: &all,
            from: row * width
          )
        }
      }
    }
    self.sums = sums
  }

  mutating func isRepeat(_ picture: SharedFrame, of other: SharedFrame) throws(GStreamerError)
    -> Bool
  {
    guard flow != nil else { return false }
    return try motion(of: picture).repeats(motion(of: other))
  }

  mutating func isCut(between first: SharedFrame, and second: SharedFrame) throws(GStreamerError)
    -> Bool
  {
    guard let flow else { return false }
    return try motion(between: first, and: second, flow).kind == .cut
  }

  mutating func motion(
    from first: SharedFrame,
    to second: SharedFrame
  ) throws(GStreamerError) -> FrameMotion? {
    guard let flow else { return nil }
    let pair = try motion(between: first, and: second, flow)
    let field = pair.field
    let cells = field.vectors.enumerated().map { index, vector in
      let (row, column) = index.quotientAndRemainder(dividingBy: field.columns)
      return FrameMotion.Cell(
        x: Double(field.cell) * (Double(column) + 0.5),
        y: Double(field.cell) * (Double(row) + 0.5),
        dx: Double(vector.x) / 16,
        dy: Double(vector.y) / 16,
        trust: field.trust[index]
      )
    }
    return FrameMotion(
      columns: field.columns,
      rows: field.vectors.count / max(1, field.columns),
      cells: cells,
      kind: pair.kind.rawValue
    )
  }
}
