// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map of sections, block by block, in constant memory.
///
/// Of a source that is read once, from its begin to its end, append what comes. Of one that goes back, give what is
/// ``wanted``. Render what can be rendered, until ``isFinished``:
///
///     scaler.append(block.span)                  // or: scaler.replace(frames.span, from: wanted.lowerBound)
///     let frames = scaler.render(into: &output)
///
/// Any split of the source and of the output gives the same bits. Values are in `Double`, by the sinc kernel or on lines
/// between two source frames; the first and the last frame hold for one frame beyond the track.
public struct MappedScaler<Sample: AudioSample>: Sendable {
  /// Samples in a frame.
  public let channelCount: Int
  private let sound: MappedSound
  /// For each piece, the first source frame that it or a later one can still read; for sources that are read once.
  private let firstNeeded: [Int]

  // The source.
  private var held: HeldSource<Sample>
  /// The source frames in place of those that are held, and the kernels, where the method is sinc.
  private var sinc: SincSound?
  /// The widest reach of any section.
  private let reach: Reach
  /// The kernel of the section at one speed that was last computed.
  private var kernel: (speed: Double, kernel: SincKernel)?

  // The output.
  private var piece = 0, section = 0
  /// The frame of the piece that comes next.
  private var frame: Int
  /// What the end of a piece sounds while the next one begins.
  private var overlap: [Double] = []
  private var block: [Double] = []

  /// A scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(_ sound: MappedSound, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.sound, self.channelCount) = (sound, channelCount)
    held = HeldSource(channelCount: channelCount)
    frame = sound.pieces.first?.reach.lowerBound ?? 0
    let isSinc = sound.method == .sinc
    sinc = isSinc ? SincSound(channelCount: channelCount) : nil
    let fastest = sound.pieces.lazy.flatMap(\.sections).map(\.speeds.upperBound).max() ?? 1
    let reach = isSinc ? SincKernel.reach(at: fastest) : LinearKernel.reach
    self.reach = reach
    var first = Int.max
    firstNeeded = sound.pieces.reversed().map { piece in
      if let begin = piece.sections.first {
        first = min(first, wholePart(begin.position(piece.reach.lowerBound)) - reach.before)
      }
      return first
    }.reversed()
    if sound.isForward { held.drop(before: firstNeeded.first ?? .max) }
  }

  // MARK: - The source

  /// Takes the next source frames.
  public mutating func append(_ new: Span<Sample>) {
    guard let frames = sinc?.frames else { return held.append(new) }
    let count = new.count / channelCount
    if frames.end + count <= held.needed {
      sinc?.removeAll(startingAt: frames.end + count)
    } else if count > 0 {
      sinc?.append(new, frameCount: count)
    }
  }

  /// Ends the source: what is not there now is silent.
  public mutating func finish() { held.isFinished = true }

  /// Takes source frames, from a number on, in place of those before.
  public mutating func replace(_ new: Span<Sample>, from first: Int) {
    guard sinc != nil else { return held.replace(new, from: first) }
    sinc?.removeAll(startingAt: first)
    append(new)
  }

  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? {
    guard let run = nextRun(room: Self.mostFrames), !isThere(run.need) else { return nil }
    return run.need
  }

  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool {
    guard piece < sound.pieces.count, let section = current.sections.first else { return false }
    return section.position(frame + 1) < section.position(frame)
  }

  /// Whether all output has been rendered.
  public var isFinished: Bool { piece >= sound.pieces.count }

  private func isThere(_ need: Range<Int>) -> Bool {
    guard let frames = sinc?.frames else { return held.has(need) }
    return need.isEmpty || held.isFinished
      || need.lowerBound >= frames.start && need.upperBound <= frames.end
  }

  // MARK: - The output

  private static var mostFrames: Int { 128 }
  /// The most source frames that one run reads, unless one frame reads more.
  private static var mostSource: Double { 0x1p15 }

  /// Frames of a piece in a row that one section makes.
  private struct Run {
    let frames: Range<Int>
    /// The source frames that it reads.
    let need: Range<Int>
  }

  private var current: MappedSound.Piece { sound.pieces[piece] }

  private func nextRun(room: Int) -> Run? {
    guard piece < sound.pieces.count else { return nil }
    let this = current
    let inner = this.inner
    var end = min(frame + max(1, min(room, Self.mostFrames)), this.reach.upperBound)
    for edge in [inner.lowerBound, inner.upperBound] where edge > frame { end = min(end, edge) }
    guard !this.isSilent else { return Run(frames: frame..<end, need: 0..<0) }
    let positions = this.sections[section]
    if section + 1 < this.sections.count { end = min(end, positions.frames.upperBound) }
    let from = positions.position(frame)
    while end - frame > 1, abs(positions.position(end - 1) - from) > Self.mostSource {
      end = frame + (end - frame) / 2
    }
    let to = positions.position(end - 1)
    let count = sound.sourceFrameCount
    let reach = sinc == nil ? reach : SincKernel.reach(at: positions.speeds.upperBound)
    let first = min(max(wholePart(min(from, to)) - reach.before, 0), count)
    let last = wholePart(max(from, to)) + 1 + reach.after
    return Run(frames: frame..<end, need: first..<min(max(last, first), count))
  }

  /// Renders into the front of `output`, interleaved and on the samples' scale, and returns the number of frames
  /// written: as many as there are source frames for.
  public mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room, let run = nextRun(room: room - written), isThere(run.need) {
      make(run)
      let this = current
      let values = run.frames.count * channelCount
      if run.frames.lowerBound >= this.inner.upperBound {
        // The next piece adds it to its begin.
        for index in 0..<values { overlap.append(block[index]) }
      } else {
        let target = written * channelCount
        let shared = (run.frames.lowerBound - this.reach.lowerBound) * channelCount
        let isShared = run.frames.lowerBound < this.inner.lowerBound
        for index in 0..<values {
          output[target + index] = isShared ? block[index] + overlap[shared + index] : block[index]
        }
        if !isShared, !overlap.isEmpty { overlap.removeAll(keepingCapacity: true) }
        written += run.frames.count
      }
      advance(to: run.frames.upperBound)
    }
    return written
  }

  /// Goes on with a frame of the piece, or with the next piece.
  private mutating func advance(to next: Int) {
    frame = next
    if frame >= current.reach.upperBound {
      (piece, section) = (piece + 1, 0)
      guard piece < sound.pieces.count else {
        held.drop(before: .max)
        return
      }
      frame = current.reach.lowerBound
    }
    let this = current
    while section + 1 < this.sections.count, this.sections[section].frames.upperBound <= frame {
      section += 1
    }
    guard sound.isForward else { return }
    var first = piece + 1 < firstNeeded.count ? firstNeeded[piece + 1] : Int.max
    if !this.isSilent {
      first = min(first, wholePart(this.sections[section].position(frame)) - reach.before)
    }
    held.drop(before: first)
    sinc?.drop(before: first)
  }

  /// Puts a run into the block, faded.
  private mutating func make(_ run: Run) {
    let (this, channels, count) = (current, channelCount, sound.sourceFrameCount)
    let values = run.frames.count * channels
    if block.count < values { block = [Double](repeating: 0, count: Self.mostFrames * channels) }
    guard !this.isSilent else {
      for index in 0..<values { block[index] = 0 }
      return
    }
    let positions = this.sections[section]
    guard sinc == nil else { return makeSinc(run, positions) }
    let held = held.frames
    var target = 0
    for n in run.frames {
      let position = positions.position(n)
      let whole = wholePart(position)
      let part = position - position.rounded(.down)
      let (one, other) = (min(max(whole, 0), count - 1), min(max(whole + 1, 0), count - 1))
      let weight = this.weight(n)
      let isThere =
        whole >= -1 && whole < count && one >= held.lowerBound && other < held.upperBound
      for channel in 0..<channels {
        var value = 0.0
        if isThere {
          value = self.held.known(one, channel)
          if part != 0 { value += part * (self.held.known(other, channel) - value) }
        }
        block[target + channel] = value * weight
      }
      target += channels
    }
  }

  /// The same by the sinc kernel.
  private mutating func makeSinc(_ run: Run, _ positions: SectionPositions) {
    let (this, channels, count) = (current, channelCount, sound.sourceFrameCount)
    var points = Points()
    positions.locate(run.frames, in: &points)
    var outside = InlineArray<128, Bool>(repeating: false)
    for index in 0..<run.frames.count {
      let whole = points.frames[index]
      outside[index] = whole < -1 || whole >= count
      if whole < 0 { (points.frames[index], points.parts[index]) = (0, 0) }
      if whole >= count - 1 { (points.frames[index], points.parts[index]) = (max(0, count - 1), 0) }
    }
    var begin = 0
    while begin < run.frames.count {
      let (kernel, end) = kernel(from: begin, of: run.frames, positions)
      if count > 0 { sinc?.compute(begin..<end, of: points, kernel, in: 0..<count) }
      for index in begin..<end {
        let weight = outside[index] ? 0 : this.weight(run.frames.lowerBound + index)
        for channel in 0..<channels {
          let value = weight == 0 ? 0 : sinc?.value(index, channel) ?? 0
          block[index * channels + channel] = value * weight
        }
      }
      begin = end
    }
  }

  /// The kernel of the frame at `index` of a run, and the index up to which it is the same one.
  private mutating func kernel(
    from index: Int,
    of frames: Range<Int>,
    _ positions: SectionPositions
  ) -> (SincKernel, end: Int) {
    if let speed = positions.speed {
      if let kernel, kernel.speed == speed { return (kernel.kernel, frames.count) }
      let new = speed <= SincKernel.slowest ? SincKernel.near : SincKernel(speed: speed)
      kernel = (speed, new)
      return (new, frames.count)
    }
    let number = SincBank.index(for: positions.speed(frames.lowerBound + index))
    var end = index + 1
    while end < frames.count,
      SincBank.index(for: positions.speed(frames.lowerBound + end)) == number
    { end += 1 }
    return (SincBank.kernel(number), end)
  }
}
