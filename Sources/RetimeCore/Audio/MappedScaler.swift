// SPDX-License-Identifier: MPL-2.0

/// Plays sound along a map of sections, block by block, in constant memory.
///
/// Of a source that is read once, from its begin to its end, append what comes. Of one that goes back, give what is
/// ``wanted``. Render what can be rendered, until ``isFinished``:
///
///     scaler.append(block.span)                  // or: scaler.replace(frames.span, from: wanted.lowerBound)
///     let frames = scaler.render(into: &output)
///
/// A stream ends where ``finish()`` says; what depends on that waits for it. Any split of the source and of the output gives
/// the same bits. Values are in `Double`, by the sinc kernel or on lines between two source frames; the first and the last
/// frame hold for one frame beyond the track.
public struct MappedScaler<Sample: AudioSample>: MapEngine {
  /// Samples in a frame.
  public let channelCount: Int
  private(set) var sound: MappedSound
  /// For each piece, the first source frame that it or a later one can still read; for sources that are read once.
  private let firstNeeded: [Int]

  // The source.
  private(set) var held: HeldSource<Sample>
  /// Frames that came of a stream.
  private var sourceFrameCount = 0
  /// The source frames in place of those that are held, and the kernels, where the method is sinc.
  var sinc: SincSound?
  /// The widest reach of any section.
  private let reach: Reach
  /// The kernel of the section at one speed that was last computed.
  var kernel: (speed: Double, kernel: SincKernel)?

  // The output.
  private(set) var piece = 0
  private(set) var section = 0
  /// The frame of the piece that comes next.
  private var frame: Int
  /// Output frames that nothing to come changes.
  private var settled = Int.max
  /// What the end of a piece sounds while the next one begins.
  private(set) var tail: PieceTail
  var block: [Double] = []

  /// A scaler for interleaved frames of `channelCount` samples.
  ///
  /// - Precondition: `channelCount` is above zero.
  public init(_ sound: MappedSound, channelCount: Int) {
    precondition(channelCount > 0, "channel count is \(channelCount), must be above 0")
    (self.sound, self.channelCount) = (sound, channelCount)
    held = HeldSource(channelCount: channelCount)
    tail = PieceTail(channelCount: channelCount)
    frame = sound.pieces.first?.reach.lowerBound ?? 0
    let isSinc = sound.method == .sinc
    sinc = isSinc ? SincSound(channelCount: channelCount) : nil
    let reaches = sound.pieces.lazy.flatMap(\.sections).map(\.sincReach)
    let widest = reaches.max { $0.before < $1.before } ?? SincKernel.near.reach
    let reach = isSinc ? widest : LinearKernel.reach
    self.reach = reach
    var first = Int.max
    firstNeeded = sound.pieces.reversed().map { piece in
      if !piece.isSilent {
        // Not that of the first section, which can be too short for a frame.
        let begin = piece.position(piece.reach.lowerBound)
        first = min(first, wholePart(begin) - reach.before)
      }
      return first
    }.reversed()
    if sound.isForward { held.drop(before: firstNeeded.first ?? .max) }
    if sound.stream != nil { settled = 0 }
    findSection()
  }

  // MARK: - The source

  /// Takes the next source frames.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func append(_ new: Span<Sample>) {
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

  /// Ends the source: what is not there now is silent.
  public mutating func finish() {
    held.isFinished = true
    guard sound.stream != nil, piece < sound.pieces.count else { return }
    // The last fade may become shorter: its begin is made anew of what is kept.
    let isUnheard = tail.piece == piece - 1 && frame == current.reach.lowerBound
    if !tail.frames.isEmpty, tail.piece == piece || isUnheard {
      (piece, frame) = (tail.piece, tail.frames.lowerBound)
    }
    sound = sound.ended(after: sourceFrameCount)
    (settled, section) = (.max, 0)
    if piece < sound.pieces.count { advance(to: frame) }
  }

  /// Takes source frames, from a number on, in place of those before.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func replace(_ new: Span<Sample>, from first: Int) {
    guard sinc != nil else { return held.replace(new, from: first) }
    sinc?.frames.removeAll(startingAt: first)
    add(new)
  }

  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  public var wanted: Range<Int>? {
    guard let run = nextRun(room: Self.mostFrames), !isThere(run.need) else { return nil }
    return run.need
  }

  /// Whether the next frames are read from a later source frame to an earlier one.
  public var isBackward: Bool {
    guard piece < sound.pieces.count else { return false }
    return current.position(frame + 1) < current.position(frame)
  }

  /// Whether all output has been rendered.
  public var isFinished: Bool { piece >= sound.pieces.count }

  /// The first source frame that is still read.
  public var firstRead: Int { held.needed }

  /// Nil: the map says all speeds.
  public var firstFree: Int? { nil }

  /// Does nothing, for the same reason.
  public mutating func setMap(_ map: TimeMap) {}

  /// The fractional source frame at which an output frame lies, before it is eased.
  public func position(ofFrame frame: Int) -> Double { sound.evenPosition(frame) }

  private func isThere(_ need: Range<Int>) -> Bool {
    guard let frames = sinc?.frames else { return held.has(need) }
    return need.isEmpty || held.isFinished
      || need.lowerBound >= frames.start && need.upperBound <= frames.end
  }

  // MARK: - The output

  static var mostFrames: Int { 128 }
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
    // What sounds with the next piece is kept, and not heard yet.
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
    // A turn at the very end reads the last frame.
    let most = sound.isForward ? count : max(0, count - 1)
    let first = min(max(wholePart(min(from, to)) - reach.before, 0), most)
    let last = wholePart(max(from, to)) + 1 + reach.after
    return Run(frames: frame..<end, need: first..<min(max(last, first), count))
  }

  /// The next run for which all is there; of a stream as long as it can be.
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

  /// Renders into the front of `output`, interleaved and on the samples' scale, and returns the number of frames
  /// written: as many as there are source frames for.
  @specialized(where Sample == Int8)
  @specialized(where Sample == UInt8)
  @specialized(where Sample == Int16)
  @specialized(where Sample == Int24)
  @specialized(where Sample == Int24In32)
  @specialized(where Sample == Int32)
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  public mutating func render(into output: inout MutableSpan<Double>) -> Int {
    let room = output.count / channelCount
    var written = 0
    while written < room, let run = readyRun(room: room - written) {
      let this = current
      let isKept = tail.piece == piece && tail.frames.contains(run.frames.lowerBound)
      if !isKept { make(run.frames, of: this) }
      if run.frames.lowerBound >= this.inner.upperBound {
        // The next piece adds it to its begin.
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

  /// Goes on to the section that the frame is in: what begins later than its map begins with another one.
  private mutating func findSection() {
    guard piece < sound.pieces.count else { return }
    let sections = current.sections
    while section + 1 < sections.count, sections[section].frames.upperBound <= frame {
      section += 1
    }
  }

  /// Goes on with a frame of the piece, or with the next piece.
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
