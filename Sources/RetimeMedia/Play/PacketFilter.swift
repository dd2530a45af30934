// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeBuffers
internal import RetimeCore
internal import Synchronization

/// A filter that drops packets before they are decoded: frames that are not needed for any shown frame.
///
/// The frames that are shown stay identical to the bit, as the stream states that a decoder may
/// omit the others. All frames are decoded wherever that is uncertain: codecs other than H.264 and
/// HEVC, more than one set of parameters, an order that decoders must guess, fields, uneven times,
/// a part of a file.
final class PacketFilter: Sendable {
  private struct State {
    var groups: ShownGOPs
    /// The caps of the stream; nil before its first frame.
    var caps: Caps?
    var coding: PictureCoding?
  }

  private let grid: FrameGrid
  private let start: RationalTime
  private let sourceRate: FrameRate
  private let countsFromZero: Bool
  private let state: Mutex<State>

  /// Creates the filter of a track; nil if there is nothing to drop, or it is uncertain.
  init?(_ plan: Plan, _ track: Plan.Track, _ map: TimeMap) {
    guard case .video(let video) = track.media, video.isGapless == true, plan.start == nil,
      plan.end == nil, plan.sources == nil, !map.sections.contains(where: \.isBackward),
      !plan.countsPictures,
      plan.isChained != true, track.clockShift == nil, track.links == nil,
      video.fields == .kept || video.fields == .whole,
      let rate = video.frameRate, let sourceRate = video.sourceFrameRate,
      let selection = video.selection, !selection.joinsFrames, video.motionBlur == nil,
      let count = track.sourceFrames,
      count > map.tickCount(sourceDuration: sourceRate.time(ofTick: count), frameRate: rate)
    else { return nil }
    grid = plan.grid(of: track)
    start = plan.range(of: track).start
    self.sourceRate = sourceRate
    countsFromZero = plan.countsFromZero
    let frames = ShownFrames(
      map: map,
      frameRate: rate,
      selection: selection,
      start: start,
      sourceRate: sourceRate,
      count: count
    )
    let (grid, start) = (grid, start)
    let starts = (video.groupStarts ?? []).compactMap { time in
      Self.frame(of: time, grid, start, sourceRate)
    }
    state = Mutex(State(groups: ShownGOPs(frames, starts: starts)))
  }

  /// Returns the number of the frame at a source time; nil between two frames.
  private static func frame(
    of time: StreamTime,
    _ grid: FrameGrid,
    _ start: RationalTime,
    _ rate: FrameRate
  ) -> Int? {
    let frame = (grid.time(of: time) - start).rational * rate.rational
    return frame.denominator == 1 ? Int(exactly: frame.numerator) : nil
  }

  /// Filters the input of a decoder, if it is one for H.264 or HEVC.
  func watch(_ decoder: Element) {
    guard decoder.isMade(by: "avdec_h264") || decoder.isMade(by: "avdec_h265"),
      let pad = try? decoder.pad("sink")
    else { return }
    pad.observeBuffersAndCaps { buffer, segment, caps in
      guard let segment, let caps = caps() else { return true }
      return self.keeps(buffer, segment, caps)
    }
  }

  private func keeps(_ buffer: borrowing Buffer, _ segment: Segment, _ caps: Caps) -> Bool {
    let segment = countsFromZero ? segment.countingFromZero : segment
    guard let time = buffer.presentationTime.flatMap({ segment.time(of: $0) }),
      let frame = Self.frame(of: time, grid, start, sourceRate)
    else { return true }
    return state.withLock { state in
      if state.caps == nil { (state.caps, state.coding) = (caps, PictureCoding(caps)) }
      guard let coding = state.coding else { return true }
      let role = coding.role(of: buffer)
      return switch state.groups.need(of: frame, isEntry: role == .entry) {
      case .shown: true
      case .others: role != .leaf
      case .nothing: false
      }
    }
  }
}
