// SPDX-License-Identifier: MPL-2.0

/// An engine that plays audio along a map of sections, block by block, in constant memory.
///
/// For a source that is read once from start to end, append blocks as they arrive. For a source
/// that is read in another order, supply the frames in ``wanted``. Render what can be rendered,
/// until ``isFinished``:
///
///     scaler.append(block.span)                  // or: scaler.replace(frames.span, from: wanted.lowerBound)
///     let frames = scaler.render(into: &output)
///
/// A stream ends with ``finish()``; output that depends on the end waits for it. Any split of the
/// source and of the output gives the same bits. Values are computed in `Double`, by the sinc
/// kernel or by linear interpolation. The first and the last frame are held for one frame beyond
/// the track.
package struct MappedScaler<Sample: AudioSample>: MapEngine {
  /// The number of samples in a frame.
  package let channelCount: Int
  private(set) var sound: MappedAudio
  /// For each piece, the first source frame that it or a later one reads; for sources that are read once.
  private let firstNeeded: [Int]

  // The source.
  private(set) var held: SourceFrames<Sample>
  /// The number of frames appended to a stream.
  private var sourceFrameCount = 0
  /// The source frames, in place of ``held``, and the kernels; nil if the method is not sinc.
  var sinc: SincInterpolator?
  /// The widest reach of any section.
  private let reach: KernelSupport
  /// The last kernel used for a section of one speed.
  var kernel: (speed: Double, kernel: SincKernel)?

  // The output.
  private(set) var piece = 0
  private(set) var section = 0
  /// The next frame of the piece.
  private var frame: Int
  /// The number of output frames that later source cannot change.
  private var settled = Int.max
  /// The end of a piece, kept to be added to the start of the next one.
  private(set) var tail: FadeTail
  var block: [Double] = []

  /// Creates a scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  package init(_ sound: MappedAudio, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.sound, self.channelCount) = (sound, channelCount)
    held = SourceFrames(channelCount: channelCount)
    tail = FadeTail(channelCount: channelCount)
    frame = sound.pieces.first?.reach.lowerBound ?? 0
    let isSinc = sound.method == .sinc
    sinc = isSinc ? SincInterpolator(channelCount: channelCount) : nil
    let reaches = sound.pieces.lazy.flatMap(\.sections).map(\.sincReach)
    let widest = reaches.max { $0.before < $1.before } ?? SincKernel.near.reach
    let reach = isSinc ? widest : LinearKernel.reach
    self.reach = reach
    var first = Int.max
    firstNeeded = sound.pieces.reversed().map { piece in
      if !piece.isSilent {
        // Not from the first section alone, which can be too short for a frame.
        let begin = piece.position(piece.reach.lowerBound)
        first = min(first, wholePart(begin) - reach.before)
      }
      return first
    }.reversed()
    if sound.isForward { held.drop(before: firstNeeded.first ?? .max) }
    if sound.stream != nil { settled = 0 }
    findSection()
  }

  // MARK: - Source

  /// Appends the next source frames.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func append(_ new: Span<Sample>) {
    add(new)
    guard let stream = sound.stream else { return }
    sourceFrameCount += new.count / channelCount
    let count = stream.outputFrameCount(ofSource: sourceFrameCount)
    settled = sound.pieces.settledFrameCount(count, from: piece)
  }

  private mutating func add(_ new: Span<Sample>) {
    guard let start = sinc?.frames.end else { return held.append(new) }
    let count = new.count / channelCount
    if start + count <= held.needed {
      sinc?.frames.removeAll(startingAt: start + count)
    } else if count > 0 {
      sinc?.frames.append(new, frameCount: count)
    }
  }

  /// Ends the source; frames not received by then are silent.
  package mutating func finish() {
    held.isFinished = true
    guard sound.stream != nil, piece < sound.pieces.count else { return }
    // The last fade may become shorter: its start is rendered again from the kept frames.
    let isUnheard = tail.piece == piece - 1 && frame == current.reach.lowerBound
    if !tail.frames.isEmpty, tail.piece == piece || isUnheard {
      (piece, frame) = (tail.piece, tail.frames.lowerBound)
    }
    sound = sound.ended(after: sourceFrameCount)
    (settled, section) = (.max, 0)
    if piece < sound.pieces.count { advance(to: frame) }
  }

  /// Replaces the source frames in memory by `new`, which starts at source frame `first`.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func replace(_ new: Span<Sample>, from first: Int) {
    guard sinc != nil else { return held.replace(new, from: first) }
    sinc?.frames.removeAll(startingAt: first)
    add(new)
  }

  /// The source frames that the next output frames need and that are missing; nil if none are.
  package var wanted: Range<Int>? {
    guard let run = nextRun(room: Self.mostFrames), !isThere(run.need) else { return nil }
    return run.need
  }

  /// Whether the next output frames read the source backward.
  package var isBackward: Bool {
    guard piece < sound.pieces.count else { return false }
    return current.position(frame + 1) < current.position(frame)
  }

  /// Whether all output has been rendered.
  package var isFinished: Bool { piece >= sound.pieces.count }

  /// The first source frame that output still reads.
  package var firstRead: Int { held.needed }

  /// Always nil, because the map gives all speeds.
  package var firstFree: Int? { nil }

  /// Does nothing, because the map gives all speeds.
  package mutating func setMap(_ map: TimeMap) {}

  /// Returns the fractional source frame that an output frame reads, before easing between source frames.
  package func position(ofFrame frame: Int) -> Double { sound.evenPosition(frame) }

  private func isThere(_ need: Range<Int>) -> Bool {
    guard let frames = sinc?.frames else { return held.has(need) }
    return need.isEmpty || held.isFinished
      || need.lowerBound >= frames.start && need.upperBound <= frames.end
  }

  // MARK: - Output

  static var mostFrames: Int { 128 }
  /// The maximum number of source frames that a run reads, unless one output frame reads more.
  private static var mostSource: Double { 0x1p15 }

  /// Consecutive frames of a piece that one section produces.
  private struct Run {
    let frames: Range<Int>
    /// The source frames that the run reads.
    let need: Range<Int>
  }

  private var current: MappedAudio.Piece { sound.pieces[piece] }

  private func nextRun(room: Int) -> Run? {
    guard piece < sound.pieces.count else { return nil }
    let this = current
    let inner = this.inner
    var end = min(frame + max(1, min(room, Self.mostFrames)), this.reach.upperBound)
    // Frames that overlap the next piece are kept, and rendered with it.
    if frame < inner.upperBound { end = min(end, inner.upperBound, settled) }
    guard end > frame else { return nil }
    if tail.piece == piece, tail.frames.contains(frame) {
      return Run(frames: frame..<min(end, tail.frames.upperBound), need: 0..<0)
    }
    if frame < inner.lowerBound { end = min(end, inner.lowerBound) }
    guard !this.isSilent else { return Run(frames: frame..<end, need: 0..<0) }
    let positions = this.sections[section]
    if section + 1 < this.sections.count { end = min(end, positions.frames.upperBound) }
    let from = positions.position(frame)
    while end - frame > 1, abs(positions.position(end - 1) - from) > Self.mostSource {
      end = frame + (end - frame) / 2
    }
    let to = positions.position(end - 1)
    let count = sound.sourceFrameCount
    let reach = sinc == nil ? reach : positions.sincReach
    // A change of direction at the end of the source reads the last frame.
    let most = sound.isForward ? count : max(0, count - 1)
    let first = min(max(wholePart(min(from, to)) - reach.before, 0), most)
    let last = wholePart(max(from, to)) + 1 + reach.after
    return Run(frames: frame..<end, need: first..<min(max(last, first), count))
  }

  /// Returns the next run if its source frames are present; for a stream, as much of it as they allow.
  private func readyRun(room: Int) -> Run? {
    guard let run = nextRun(room: room) else { return nil }
    if isThere(run.need) { return run }
    guard sound.stream != nil else { return nil }
    var (ready, low, high) = (Run?.none, 0, run.frames.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if let run = nextRun(room: middle), isThere(run.need) {
        (ready, low) = (run, middle)
      } else {
        high = middle - 1
      }
    }
    return ready
  }

  /// Renders interleaved frames on the samples' scale into the front of `output`, and returns the number of frames written.
  ///
  /// Renders as many frames as there is source for.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room, let run = readyRun(room: room - written) {
      let this = current
      let isKept = tail.piece == piece && tail.frames.contains(run.frames.lowerBound)
      if !isKept { make(run.frames, of: this) }
      if run.frames.lowerBound >= this.inner.upperBound {
        // The next piece adds the run to its start.
        if !isKept { tail.append(block, run.frames, of: piece) }
      } else {
        if isKept { tail.copy(run.frames, into: &block) }
        fade(run.frames, of: this)
        let target = written * channelCount
        for index in 0..<run.frames.count * channelCount { output[target + index] = block[index] }
        written += run.frames.count
      }
      advance(to: run.frames.upperBound)
    }
    return written
  }

  /// Advances to the section of the current frame.
  ///
  /// If output starts later than its map, the first section is not the map's first.
  private mutating func findSection() {
    guard piece < sound.pieces.count else { return }
    let sections = current.sections
    while section + 1 < sections.count, sections[section].frames.upperBound <= frame {
      section += 1
    }
  }

  /// Advances to a frame of the piece, or to the next piece.
  private mutating func advance(to next: Int) {
    frame = next
    if frame >= current.reach.upperBound {
      (piece, section) = (piece + 1, 0)
      guard piece < sound.pieces.count else { return held.drop(before: .max) }
      frame = current.reach.lowerBound
    }
    findSection()
    let this = current
    guard sound.isForward else { return }
    var first = piece + 1 < firstNeeded.count ? firstNeeded[piece + 1] : Int.max
    if !this.isSilent {
      first = min(first, wholePart(this.sections[section].position(frame)) - reach.before)
    }
    held.drop(before: first)
    sinc?.frames.drop(before: first)
  }
}
