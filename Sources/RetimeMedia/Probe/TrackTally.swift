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
  /// The start of the last frame.
  var latest: Int64 = .min
  /// The identifiers of the streams that follow the track's first one.
  var links: [String] = []
  /// Whether all of them are encoded alike.
  var isUniform = true

  /// Pictures before the first one that is shown, which those after them need, and when they begin.
  var hidden = 0, hiddenStart: Int64?

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

  private struct State {
    var count = TrackCount()
    var gap: Int64 = 0
    var grid: FrameGrid?
    var isUntimed = false
    var gaps: SoundGaps?
  }

  private let pastEnd = Atomic<Bool>(false)
  private let frameRate: FrameRate?
  private let granularity: RationalTime

  /// A tally that has seen nothing.
  ///
  /// - Parameters:
  ///   - frameRate: the nominal rate of pictures, if there is one.
  ///   - granularity: how coarse the container's timestamps are.
  init(frameRate: FrameRate?, granularity: RationalTime) {
    self.frameRate = frameRate
    self.granularity = granularity
    state = Mutex(State(count: TrackCount(isOnGrid: frameRate != nil)))
  }

  /// What was seen so far.
  var count: TrackCount { state.withLock { $0.count } }

  /// Forgets what was seen: before a seek, which shows the first frames once more.
  func reset() {
    state.withLock { $0 = State(count: TrackCount(isOnGrid: frameRate != nil)) }
  }

  /// Counts sound: `frames` that start at `time` and are `rate` to the second, and the silence before them.
  func addSound(frames: Int, at time: Int64, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).nanoseconds
    state.withLock { state in
      var gaps = state.gaps ?? SoundGaps(sampleRate: rate)
      state.count.frames += gaps.silence(before: time, frames: frames) + frames
      state.gaps = gaps
      state.count.start = min(state.count.start ?? time, time)
      // Where times jump back, sound goes on all the same.
      let all = RationalTime(Int64(state.count.frames), Int64(rate)).nanoseconds
      state.count.end = max(state.count.end, time + length, (state.count.start ?? time) + all)
    }
  }

  /// Whether something came that lies past the part of the source that is wanted.
  var isPastEnd: Bool { pastEnd.load(ordering: .relaxed) }

  /// Notes that something came that lies past the part of the source that is wanted.
  func reachEnd() { pastEnd.store(true, ordering: .relaxed) }

  /// Notes a picture that the source does not show.
  func addHidden(at time: Int64) {
    state.withLock { state in
      guard state.count.frames == 0 else { return }
      state.count.hidden += 1
      state.count.hiddenStart = min(state.count.hiddenStart ?? time, time)
    }
  }

  /// Notes that another stream goes on with the track.
  func addLink(_ id: String, isSame: Bool) {
    state.withLock { state in
      state.count.links.append(id)
      if !isSame { state.count.isUniform = false }
    }
  }

  /// Counts one picture, in any order; without an end it lasts as long as the gap before it.
  ///
  /// `isTimed`: whether it says when it is shown. Where some do not, the last may be shown later than
  /// anything says, but not later than all of them take.
  func addPicture(at time: Int64, end: Int64?, isTimed: Bool = true) {
    state.withLock { state in
      state.count.frames += 1
      if !isTimed { state.isUntimed = true }
      defer {
        if state.isUntimed, let start = state.count.start, let frameRate {
          let all = frameRate.time(ofTick: state.count.frames).nanoseconds
          state.count.end = max(state.count.end, start + all)
        }
      }
      state.count.start = min(state.count.start ?? time, time)
      let grid =
        state.grid
        ?? FrameGrid(
          frameRate: frameRate,
          granularity: granularity,
          firstNanoseconds: time,
          origin: time
        )
      state.grid = grid
      if let frameRate, state.count.isOnGrid {
        let exact = grid.time(ofNanoseconds: time).rational * frameRate.rational
        state.count.isOnGrid = exact.denominator == 1
      }
      guard time > state.count.latest else { return }
      if state.count.latest != .min { state.gap = time - state.count.latest }
      state.count.latest = time
      let length = frameRate?.time(ofTick: 1).nanoseconds ?? state.gap
      state.count.end = max(state.count.end, end ?? time + length)
    }
  }
}
