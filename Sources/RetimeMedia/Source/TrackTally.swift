// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import Synchronization

/// What reading a track to its end has shown.
struct TrackCount: Sendable, Equatable {
  /// Frames of pictures or of sound.
  var frames = 0
  /// The first frame's time.
  var start: StreamTime?
  /// The end of the last frame.
  var end: StreamTime = 0
  /// The rate on whose grid every frame of a video lies, with or without gaps; nil for none.
  var gridRate: FrameRate?
  /// The rate of a video whose frame rate is constant; nil where it varies: see ``FrameSpacing``.
  var constantRate: FrameRate?
  /// The longest time that ``FrameSpacing/run`` frames of a video in a row last.
  var longestRun: StreamTime = 0
  /// The shortest time from one frame of a video to the next; nil where there are no two.
  var shortestGap: RationalTime?
  /// Whether there is one frame in every place of the grid.
  var isGapless = false
  /// Whether a decoder that is given fewer of its pictures gives those the same, in the same order.
  var isSteady = true
  /// When groups of pictures begin that can be decoded by themselves.
  var groups = GroupStarts()
  /// How far pictures are apart at most, or a little more where they are decoded in another order.
  var longestGap: StreamTime = 0
  /// The start of the last frame.
  var latest: StreamTime = .earliest
  /// When the first frame began, if it was already shown when the part or an edit begins; nil otherwise.
  ///
  /// Such a frame says nothing of how the others are spaced.
  var begin: StreamTime?
  /// The identifiers of the streams that follow the track's first one.
  var links: [String] = []
  /// Whether all of them are encoded alike.
  var isUniform = true

  /// What is added to the first times where the track's clock jumps and is repaired; nil where it does not.
  var clockShift: StreamTime?

  /// How many pictures do not say when they are shown, and whether the others are all as long after they are decoded.
  var untimed = 0, isDelaySteady = true

  /// How sound goes on where the stream changes, each way once.
  var otherForms: [SoundForm] = []

  /// Packets that hold the other field of the picture before them.
  var secondFields = 0

  /// Pictures before the first one that is shown, which those after them need, and when they begin.
  var hidden = 0, hiddenStart: StreamTime?
  /// Pictures that are not shown either, which come after the first one that is and which others need.
  var hiddenLater = 0

  /// In which order pictures are decoded and shown.
  var order = Reordering()

  /// Whether there are pictures of H.264 that refer to those after them.
  var hasBidirectional = false

  /// Whether its first pictures say how light varies from one to the next, as HDR10+.
  var hasVaryingLight = false

  /// Whether closed captions come with its pictures.
  var hasCaptions = false

  /// From the first frame to the end of the last.
  var duration: StreamTime { start.map { max(0, end - $0) } ?? 0 }

  /// Whether the frames are evenly spaced, without gaps, as far as the container can say.
  var isEven: Bool {
    guard let gridRate, let start else { return false }
    let span = RationalTime(latest - start).rational * gridRate.rational
    return span.rounded() == Int128(frames - 1)
  }
}

/// Counts a track's frames while they pass on a streaming thread.
final class TrackTally: Sendable {
  private let state: Mutex<State>
  private let pastEnd = Atomic<Bool>(false)
  /// How much lay past the part of the source that is wanted.
  private let passed = Atomic<Int>(0)
  private let frameRate: FrameRate?
  /// The state before anything is seen.
  private let nothing: State

  /// What was seen, as the times say and as they are where the clock must be repaired.
  private struct State {
    var stated: FrameTally, repaired: FrameTally
    var clock: ClockRepair
  }

  /// A tally that has seen nothing.
  ///
  /// - Parameters:
  ///   - frameRate: the nominal rate of pictures, if there is one.
  ///   - isFieldCoded: whether a packet of pictures may hold one field alone.
  ///   - granularity: how coarse the container's timestamps are.
  ///   - clock: what repairs the container's clock, which may go back for pictures in another order.
  init(
    frameRate: FrameRate?,
    isFieldCoded: Bool = false,
    granularity: RationalTime,
    clock: ClockRepair = ClockRepair(isReordered: true)
  ) {
    self.frameRate = frameRate
    let tally = FrameTally(frameRate, isFieldCoded: isFieldCoded, granularity: granularity)
    nothing = State(stated: tally, repaired: tally, clock: clock)
    state = Mutex(nothing)
  }

  /// What was seen so far.
  var count: TrackCount {
    state.withLock { state in
      var count = state.stated.result
      if state.clock.isBroken {
        count = state.repaired.result.shifted(by: StreamTime(clamping: state.clock.firstShift))
      }
      count.order = state.clock.order ?? Reordering()
      return count
    }
  }

  /// Forgets what was seen: before a seek, which shows the first frames once more.
  func reset() { state.withLock { $0 = nothing } }

  /// Counts sound: `frames` that start at `time` and are `rate` to the second, and the silence before them.
  func addSound(frames: Int, at time: StreamTime, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).streamTime
    state.withLock { state in
      let repaired = state.clock.time(of: time.nanoseconds, duration: length.nanoseconds)
      state.stated.addSound(frames: frames, at: time, rate: rate)
      state.repaired.addSound(frames: frames, at: StreamTime(clamping: repaired), rate: rate)
    }
  }

  /// Counts one picture, in any order; without an end it lasts as long as the gap before it.
  ///
  /// `isTimed`: whether it says when it is shown. Where some do not, the last may be shown later than
  /// anything says, but not later than all of them take.
  /// `begin`: when it began, where that is before what is shown.
  /// `delay`: how long after it is decoded, where both are known.
  func addPicture(
    at time: StreamTime,
    end: StreamTime?,
    isTimed: Bool = true,
    begin: StreamTime? = nil,
    delay: StreamTime? = nil
  ) {
    state.withLock { state in
      state.stated.noteDelay(delay, isTimed: isTimed)
      state.repaired.noteDelay(delay, isTimed: isTimed)
      let duration = end.map { $0 - time } ?? frameRate?.time(ofTick: 1).streamTime ?? 0
      let repaired = state.clock.time(
        of: time.nanoseconds,
        duration: duration.nanoseconds,
        decoded: delay.map { (time - $0).nanoseconds }
      )
      state.stated.addPicture(at: time, end: end, isTimed: isTimed, begin: begin)
      let moved = StreamTime(clamping: repaired)
      state.repaired.addPicture(
        at: moved,
        end: end.map { _ in moved + duration },
        isTimed: isTimed,
        begin: begin.map { moved - (time - $0) }
      )
    }
  }

  /// Notes what the picture that was counted last is for those around it.
  func note(_ role: PictureRole, at time: StreamTime) {
    state.withLock { $0.stated.note(role, at: time) }
  }

  /// Notes a picture that the source does not show.
  func addHidden(at time: StreamTime) { both { $0.addHidden(at: time) } }

  /// Notes what has nothing to do with times.
  func note(_ change: (inout TrackCount) -> Void) { both { change(&$0.count) } }

  private func both(_ body: (inout FrameTally) -> Void) {
    state.withLock { state in
      body(&state.stated)
      body(&state.repaired)
    }
  }

  /// Whether all of the part of the source that is wanted came.
  var isPastEnd: Bool { pastEnd.load(ordering: .relaxed) }

  /// Notes something that lies past the part of the source that is wanted.
  ///
  /// A picture that is shown past the part may be decoded before some of the part: all of those came only where it is
  /// decoded past the part too, `isLast`, or where more pictures lie past it than any codec decodes early.
  func passEnd(isLast: Bool) {
    let count = passed.wrappingAdd(1, ordering: .relaxed).newValue
    if isLast || count > PartSegments.mostDecodedEarly { reachEnd() }
  }

  /// Notes that nothing more of the part comes.
  func reachEnd() { pastEnd.store(true, ordering: .relaxed) }
}

extension TrackCount {
  /// The same count of a track whose clock is repaired.
  fileprivate func shifted(by shift: StreamTime) -> TrackCount {
    var count = self
    count.clockShift = shift
    count.start = start.map { $0 + shift }
    count.end = end + shift
    if latest != .earliest { count.latest = latest + shift }
    return count
  }
}
