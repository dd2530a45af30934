// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import Synchronization

/// The frame count and the timing of a track that was read to its end.
struct TrackCount: Sendable, Equatable {
  /// The number of video or audio frames.
  var frames = 0
  /// The first frame's time.
  var start: StreamTime?
  /// The end of the last frame.
  var end: StreamTime = 0
  /// The end of several sources' video, counted from the common start; nil for a single source.
  var exactEnd: RationalTime?
  /// The rate of the grid that has every video frame, with or without gaps; nil for none.
  var gridRate: FrameRate?
  /// The rate of a video whose frame rate is constant; nil where it varies: see ``FrameSpacing``.
  var constantRate: FrameRate?
  /// The longest duration of ``FrameSpacing/run`` successive video frames.
  var longestRun: StreamTime = 0
  /// The shortest time from one video frame to the next; nil for fewer than two frames.
  var shortestGap: RationalTime?
  /// Whether the grid has a frame at every tick.
  var isGapless = false
  /// Whether dropping packets leaves the decoder's other frames and their order unchanged.
  var isSteady = true
  /// The starts of GOPs that can be decoded independently.
  var groups = GOPStarts()
  /// The longest time between frames, or slightly more if they are reordered.
  var longestGap: StreamTime = 0
  /// The start of the last frame.
  var latest: StreamTime = .earliest
  /// The start of the first frame, if that is before the start of the part or edit; nil otherwise.
  ///
  /// The spacing of frames leaves such a frame out.
  var begin: StreamTime?
  /// The identifiers of the streams that follow the track's first one.
  var links: [String] = []
  /// Whether all of these streams have the same encoding.
  var isUniform = true

  /// The shift of the first times where the track's clock jumps and is repaired; nil without jumps.
  var clockShift: StreamTime?

  /// The number of frames without a presentation time, and whether the delay of the others is constant.
  ///
  /// The delay is the time from decoding to presentation.
  var untimed = 0, isDelaySteady = true

  /// The other formats that the audio changes to, each once.
  var otherForms: [AudioForm] = []

  /// The number of packets that hold the second field of a picture.
  var secondFields = 0

  /// The number of hidden frames that precede the first one shown and are needed by later ones, and their start.
  var hidden = 0, hiddenStart: StreamTime?
  /// The number of hidden frames after the first one shown that others need.
  var hiddenLater = 0

  /// The reordering between decode order and presentation order.
  var order = Reordering()

  /// Whether it has H.264 B-pictures, which may refer to pictures shown after them.
  var hasBidirectional = false

  /// Whether its first frames carry HDR10+ metadata.
  var hasVaryingLight = false

  /// Whether its frames carry closed captions.
  var hasCaptions = false

  /// Its packets, if they were listed, and the decoder configuration of H.264 and HEVC with length prefixes.
  var packets: PacketList?, configuration: [UInt8]?
  /// The constant rate factor of the source's encoder, if packets were listed and it states one.
  var rateFactor: Double?

  /// The time from the first frame to the end of the last.
  var duration: StreamTime { start.map { max(0, end - $0) } ?? 0 }

  /// Whether the frames are evenly spaced, without gaps, as far as the container can express.
  var isEven: Bool {
    guard let gridRate, let start else { return false }
    let span = RationalTime(latest - start).rational * gridRate.rational
    return span.rounded() == Int128(frames - 1)
  }
}

/// The count of a track's frames, updated on a streaming thread.
final class TrackTally: Sendable {
  private let state: Mutex<State>
  /// The closed captions of its frames.
  let captions = CaptionTally()
  /// The list of its packets; nil if they are not listed.
  private let packets: Mutex<PacketList?>
  private let coding = Mutex<(configuration: [UInt8]?, rateFactor: Double?)>((nil, nil))
  private let pastEnd = Atomic<Bool>(false)
  /// The number of frames past the end of the selected part.
  private let passed = Atomic<Int>(0)
  private let frameRate: FrameRate?
  /// The initial state.
  private let nothing: State

  /// The count by the stated times, and by the repaired times of a clock that jumps.
  private struct State {
    var stated: FrameTally, repaired: FrameTally
    var clock: ClockRepair
  }

  /// Creates an empty count.
  ///
  /// - Parameters:
  ///   - frameRate: the nominal frame rate, if there is one.
  ///   - isFieldCoded: whether a video packet may hold a single field.
  ///   - granularity: the resolution of the container's timestamps.
  ///   - clock: the repair of the container's clock, which may go back for reordered frames.
  ///   - listsPackets: whether all packets are listed.
  init(
    frameRate: FrameRate?,
    isFieldCoded: Bool = false,
    granularity: RationalTime,
    clock: ClockRepair = ClockRepair(isReordered: true),
    listsPackets: Bool = false
  ) {
    packets = Mutex(listsPackets ? PacketList() : nil)
    self.frameRate = frameRate
    let tally = FrameTally(frameRate, isFieldCoded: isFieldCoded, granularity: granularity)
    nothing = State(stated: tally, repaired: tally, clock: clock)
    state = Mutex(nothing)
  }

  /// The count so far.
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

  /// The count of all, with the list of packets.
  var final: TrackCount {
    var count = self.count
    count.packets = packets.withLock { $0 }
    (count.configuration, count.rateFactor) = coding.withLock { $0 }
    return count
  }

  /// Records the decoder configuration of the listed packets, and the rate factor that their encoder states.
  func configure(_ configuration: [UInt8]?, _ rateFactor: Double?) {
    coding.withLock { $0 = (configuration, rateFactor) }
  }

  /// Lists the next packet in decode order, if packets are listed.
  ///
  /// A packet without a role or a time prevents that any is copied.
  func list(_ role: PacketList.Role?, at time: StreamTime?, isShown: Bool) {
    packets.withLock { table in
      guard let role, let time else {
        table?.obstacle =
          role == nil
          ? "its codec is not supported, or its parameters change"
          : "some frames have no timestamp"
        return
      }
      table?.append(role, at: time, isShown: isShown)
    }
  }

  /// Discards the count before a seek, after which the first frames come again.
  func reset() {
    state.withLock { $0 = nothing }
    packets.withLock { $0 = $0.map { _ in PacketList() } }
    captions.reset()
  }

  /// Counts `frames` of audio at `time`, at `rate` a second, and the silence before them.
  func addSound(frames: Int, at time: StreamTime, rate: Int) {
    let length = RationalTime(Int64(frames), Int64(rate)).streamTime
    state.withLock { state in
      let repaired = state.clock.time(of: time.nanoseconds, duration: length.nanoseconds)
      state.stated.addSound(frames: frames, at: time, rate: rate)
      state.repaired.addSound(frames: frames, at: StreamTime(clamping: repaired), rate: rate)
    }
  }

  /// Counts one video frame, in any order; without an end it lasts as long as the gap before it.
  ///
  /// `isTimed`: whether it has a presentation time. If some have none, the last one may be shown
  /// later than any stated time, but not later than the duration of all of them.
  ///
  /// `begin`: its start, if that is before the shown part. `delay`: the time from decoding to
  /// presentation, if both are known.
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

  /// Records the role of the last counted frame in its GOP.
  func note(_ role: PictureRole, at time: StreamTime) {
    state.withLock { $0.stated.note(role, at: time) }
  }

  /// Counts a frame that the source does not show.
  func addHidden(at time: StreamTime) { both { $0.addHidden(at: time) } }

  /// Changes fields that do not depend on times.
  func note(_ change: (inout TrackCount) -> Void) { both { change(&$0.count) } }

  private func both(_ body: (inout FrameTally) -> Void) {
    state.withLock { state in
      body(&state.stated)
      body(&state.repaired)
    }
  }

  /// Whether the selected part of the source has been read completely.
  var isPastEnd: Bool { pastEnd.load(ordering: .relaxed) }

  /// Records a frame past the end of the selected part.
  ///
  /// A frame that is shown after the part may be decoded before frames of the part. The part is
  /// complete when `isLast` is true, which means that the frame is decoded after the part too, or
  /// when more frames are past it than any codec decodes early.
  func passEnd(isLast: Bool) {
    let count = passed.wrappingAdd(1, ordering: .relaxed).newValue
    if isLast || count > PartSegments.mostDecodedEarly { reachEnd() }
  }

  /// Records that the part is complete.
  func reachEnd() { pastEnd.store(true, ordering: .relaxed) }
}

extension TrackCount {
  /// Returns the count with all times shifted, for a track whose clock is repaired.
  fileprivate func shifted(by shift: StreamTime) -> TrackCount {
    var count = self
    count.clockShift = shift
    count.start = start.map { $0 + shift }
    count.end = end + shift
    if latest != .earliest { count.latest = latest + shift }
    return count
  }
}
