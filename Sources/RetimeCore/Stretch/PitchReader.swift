// SPDX-License-Identifier: MPL-2.0

/// A reader of stretched audio at another speed, which shifts its pitch.
///
/// It reads at the positions of ``ControlBlocks`` with a filter in single precision, as that of the
/// stretched audio. Before its first and after its last frame, the audio is extended by its point
/// reflection about that frame. Append audio, render what can be rendered, and finish at its end;
/// any split gives the same bits. Nothing is allocated after blocks of the usual size.
struct PitchReader: Sendable {
  private let channelCount: Int
  private let controls: ControlBlocks
  private let rule: PositionRule
  private let kernel: ReadingKernel
  /// The build of the kernels in use.
  var processor = AudioKernelSet.best
  /// The audio by channel, from frame `start` on.
  private var channels: [[Float]]
  private var start: Int
  /// The number of frames appended, and of those rendered.
  private var count = 0, rendered = 0
  private var isFinished = false
  private var values = [SIMD2<Float>](repeating: .zero, count: Points.capacity)

  /// Creates a reader of audio with `channelCount` channels, at a speed in frames per output frame.
  init(_ controls: ControlBlocks, speed: Double, channelCount: Int, _ filter: WideFilter) {
    (self.controls, self.channelCount) = (controls, channelCount)
    (rule, kernel) = (controls.rule, ReadingKernel(speed: speed, filter))
    start = -kernel.reach
    channels = [[Float]](
      repeating: [Float](repeating: 0, count: kernel.reach),
      count: channelCount
    )
  }

  /// Appends the next frames, interleaved.
  mutating func append(_ frames: Span<Double>) {
    drop()
    let new = frames.count / channelCount
    for channel in 0..<channelCount {
      let first = channels[channel].count
      channels[channel].append(contentsOf: repeatElement(0, count: new))
      var track = channels[channel].mutableSpan
      for frame in 0..<new {
        track[first &+ frame] = Float(frames[frame &* channelCount &+ channel])
      }
    }
    let wasShort = count <= kernel.reach
    count += new
    if wasShort, count > kernel.reach { reflectStart() }
  }

  /// Ends the audio.
  mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    guard count > 0 else { return }
    let isShort = count <= kernel.reach
    for channel in channels.indices {
      let (begin, last) = (-start, channels[channel].count - 1)
      channels[channel].append(contentsOf: repeatElement(0, count: kernel.reach))
      var track = channels[channel].mutableSpan
      // Short audio is reflected at both ends in turn.
      for offset in 1...kernel.reach {
        if isShort {
          track[begin - offset] = count > 1 ? 2 * track[begin] - track[begin + offset] : track[last]
        }
        track[last + offset] = count > 1 ? 2 * track[last] - track[last - offset] : track[last]
      }
    }
  }

  /// Renders interleaved frames into the front of `output`, and returns the number of frames written.
  mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var points = Points()
    var written = 0
    while written < room {
      let ready = readyCount(min(room - written, Points.capacity))
      guard ready > 0 else { break }
      rule.locateExactly(rendered, in: &points)
      LinearKernel.hold(count - 1, in: &points, count: ready)
      read(ready, points, into: &output, at: written * channelCount)
      (written, rendered) = (written + ready, rendered + ready)
    }
    return written
  }

  /// Returns the number of output frames, up to `most`, whose audio is there.
  private func readyCount(_ most: Int) -> Int {
    guard count > 0 else { return 0 }
    guard !isFinished else {
      return min(most, controls.outputFrameCount(ofSource: count) - rendered)
    }
    let frames = rendered..<rendered + most
    return rule.firstFrame(reading: count - kernel.reach, in: frames) - rendered
  }

  private mutating func read(
    _ ready: Int,
    _ points: borrowing Points,
    into output: inout MutableSpan<Double>,
    at first: Int
  ) {
    // Moved out of the structure while it is written, so that no copy is made.
    var values = self.values
    self.values = []
    let width = channelCount
    for channel in stride(from: 0, to: width, by: 2) {
      let hasOther = channel + 1 < width
      let (frames, parts) = (points.frames.span, points.parts.span)
      let one = channels[channel]
      let other = hasOther ? channels[channel + 1] : []
      var all = values.mutableSpan
      var target = all._mutatingExtracting(0..<ready)
      processor.renderFloat(
        one.span,
        other.span,
        start,
        kernel.table.span,
        ReadingKernel.rows,
        kernel.taps,
        frames.extracting(0..<ready),
        parts.extracting(0..<ready),
        &target
      )
      for index in 0..<ready {
        let place = first &+ index &* width &+ channel
        output[place] = Double(values[index].x)
        if hasOther { output[place &+ 1] = Double(values[index].y) }
      }
    }
    self.values = values
  }

  /// Extends the audio before its first frame.
  private mutating func reflectStart() {
    for channel in channels.indices {
      var track = channels[channel].mutableSpan
      for offset in 1...kernel.reach {
        track[-start - offset] = 2 * track[-start] - track[-start + offset]
      }
    }
  }

  /// Drops the frames that no later output reads, once they are half of those held.
  private mutating func drop() {
    let first = Int(rule.position(rendered)) - kernel.reach - 1
    let free = min(first, count) - start
    guard free > 0, 2 * free >= channels.first?.count ?? 0 else { return }
    for channel in channels.indices { channels[channel].removeFirst(free) }
    start += free
  }
}

/// The filter of a ``PitchReader``.
struct ReadingKernel: Sendable {
  /// The number of rows in the table: with more, cubics would not be more precise than single precision.
  static let rows = 16
  /// The rows of taps, see `FloatKernel` of SoundKernels.
  let table: [SIMD16<Float>]
  /// The number of taps in a row.
  let taps: Int

  /// Creates the filter for a speed in frames per output frame; above speed 1 it is wider, and so removes what would alias.
  init(speed: Double, _ filter: WideFilter) {
    let speed = max(1, speed)
    taps = filter.taps(at: speed)
    let groups = SincTables.table(rows: Self.rows, taps: taps) { filter.value(at: $0 / speed) }
    table = (0..<groups.count / 2).map { index in
      let first = index / 4 * 8 + index % 4
      return SIMD16(
        lowHalf: SIMD8<Float>(groups[first]),
        highHalf: SIMD8<Float>(groups[first + 4])
      )
    }
  }

  /// The number of frames before and after the whole part of a position that are read.
  var reach: Int { Self.reach(taps) }

  /// Returns the reach at a speed.
  static func reach(at speed: Double, _ filter: WideFilter) -> Int {
    reach(filter.taps(at: max(1, speed)))
  }

  private static func reach(_ taps: Int) -> Int { taps / 2 + 1 }
}
