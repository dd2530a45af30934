// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// What reading a track to its end has shown; times are stream times in nanoseconds.
struct TrackCount: Sendable, Equatable {
  /// Frames of pictures or of sound.
  var frames = 0
  /// The first frame's time.
  var start: Int64?
  /// The end of the last frame.
  var end: Int64 = 0
  /// Whether every frame lies on the grid of the nominal frame rate, with or without gaps.
  var isOnGrid = true
  /// Whether there is one frame in every place of that grid.
  var isGapless = false
  /// Whether a decoder that is given fewer of its pictures gives those the same, in the same order.
  var isSteady = true
  /// When groups of pictures begin that can be decoded by themselves.
  var groups = GroupStarts()
  /// The start of the last frame.
  var latest: Int64 = .min
  /// The identifiers of the streams that follow the track's first one.
  var links: [String] = []
  /// Whether all of them are encoded alike.
  var isUniform = true

  /// What is added to the first times where the track's clock jumps and is repaired; nil where it does not.
  var clockShift: Int64?

  /// How many pictures do not say when they are shown, and whether the others are all as long after they are decoded.
  var untimed = 0, isDelaySteady = true

  /// How sound goes on where the stream changes, each way once.
  var otherForms: [SoundForm] = []

  /// Packets that hold the other field of the picture before them.
  var secondFields = 0

  /// Pictures before the first one that is shown, which those after them need, and when they begin.
  var hidden = 0, hiddenStart: Int64?
  /// Pictures that are not shown either, which come after the first one that is and which others need.
  var hiddenLater = 0

  /// Whether its first pictures say how light varies from one to the next, as HDR10+.
  var hasVaryingLight = false

  /// From the first frame to the end of the last, in nanoseconds.
  var duration: Int64 { start.map { max(0, end - $0) } ?? 0 }

  /// Whether the frames are evenly spaced at `rate`, as far as the container can say.
  func isEven(at rate: FrameRate?) -> Bool {
    guard let rate, isOnGrid, let start else { return false }
    let span = RationalTime(nanoseconds: latest - start).rational * rate.rational
    return span.rounded() == Int128(frames - 1)
  }
}

/// Counts a track's frames while they pass on a streaming thread.
final class TrackTally: Sendable {
  private let state: Mutex<State>
  private let pastEnd = Atomic<Bool>(false)
  private let frameRate: FrameRate?
  private let isFieldCoded: Bool
  private let granularity: RationalTime
  private let longestPause: Int64

  /// What was seen, as the times say and as they are where the clock must be repaired.
  private struct State {
    var stated: FrameTally, repaired: FrameTally
    var clock: ClockRepair

    init(_ tally: FrameTally, _ longestPause: Int64) {
      (stated, repaired, clock) = (tally, tally, ClockRepair(longestPause: longestPause))
    }
  }

  /// A tally that has seen nothing.
  ///
  /// - Parameters:
  ///   - frameRate: the nominal rate of pictures, if there is one.
  ///   - isFieldCoded: whether a packet of pictures may hold one field alone.
  ///   - granularity: how coarse the container's timestamps are.
  ///   - longestPause: how far the container's clock may go forward at once, in nanoseconds.
  init(
    frameRate: FrameRate?,
    isFieldCoded: Bool = false,
    granularity: RationalTime,
    longestPause: Int64 = ClockRepair.longestPause
  ) {
    self.frameRate = frameRate
    self.isFieldCoded = isFieldCoded
    self.granularity = granularity
    self.longestPause = longestPause
    let tally = FrameTally(frameRate, isFieldCoded: isFieldCoded, granularity: granularity)
    state = Mutex(State(tally, longestPause))
  }

  /// What was seen so far.
  var count: TrackCount {
    state.withLock { state in
      guard state.clock.isBroken else { return state.stated.count }
      return state.repaired.count.shifted(by: state.clock.firstShift)
    }
  }

  /// Forgets what was seen: before a seek, which shows the first frames once more.
  func reset() {
    let tally = FrameTally(frameRate, isFieldCoded: isFieldCoded, granularity: granularity)
    state.withLock { $0 = State(tally, longestPause) }
  }

  /// Counts sound: `frames` that start at `time` and are `rate` to the second, and the silence before them.
  func addSound(frames: Int, at time: Int64, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).nanoseconds
    state.withLock { state in
      let repaired = state.clock.time(of: time, duration: length)
      state.stated.addSound(frames: frames, at: time, rate: rate)
      state.repaired.addSound(frames: frames, at: repaired, rate: rate)
    }
  }

  /// Counts one picture, in any order; without an end it lasts as long as the gap before it.
  ///
  /// `isTimed`: whether it says when it is shown. Where some do not, the last may be shown later than
  /// anything says, but not later than all of them take.
  /// `delay`: how long after it is decoded, in nanoseconds, where both are known.
  func addPicture(at time: Int64, end: Int64?, isTimed: Bool = true, delay: Int64? = nil) {
    state.withLock { state in
      state.stated.noteDelay(delay, isTimed: isTimed)
      state.repaired.noteDelay(delay, isTimed: isTimed)
      let duration = end.map { $0 - time } ?? frameRate?.time(ofTick: 1).nanoseconds ?? 0
      let repaired = state.clock.time(of: time, duration: duration)
      state.stated.addPicture(at: time, end: end, isTimed: isTimed)
      state.repaired.addPicture(
        at: repaired,
        end: end.map { _ in repaired + duration },
        isTimed: isTimed
      )
    }
  }

  /// Notes what the picture that was counted last is for those around it.
  func note(_ role: PictureRole, at time: Int64) {
    state.withLock { $0.stated.note(role, at: time) }
  }

  /// Notes a picture that the source does not show.
  func addHidden(at time: Int64) {
    state.withLock { state in
      state.stated.addHidden(at: time)
      state.repaired.addHidden(at: time)
    }
  }

  /// Notes that a picture says how light varies.
  func addVaryingLight() {
    state.withLock { state in
      state.stated.addVaryingLight()
      state.repaired.addVaryingLight()
    }
  }

  /// Notes that another stream goes on with the track.
  func addLink(_ id: String, isSame: Bool) {
    state.withLock { state in
      state.stated.addLink(id, isSame: isSame)
      state.repaired.addLink(id, isSame: isSame)
    }
  }

  /// Notes that the sound has another form from here on.
  func addForm(_ form: SoundForm) {
    state.withLock { state in
      state.stated.addForm(form)
      state.repaired.addForm(form)
    }
  }

  /// Whether something came that lies past the part of the source that is wanted.
  var isPastEnd: Bool { pastEnd.load(ordering: .relaxed) }

  /// Notes that something came that lies past the part of the source that is wanted.
  func reachEnd() { pastEnd.store(true, ordering: .relaxed) }
}

extension TrackCount {
  /// The same count of a track whose clock is repaired.
  fileprivate func shifted(by shift: Int64) -> TrackCount {
    var count = self
    count.clockShift = shift
    count.start = start.map { $0 &+ shift }
    count.end = end &+ shift
    if latest != .min { count.latest = latest &+ shift }
    return count
  }
}
