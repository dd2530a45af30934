// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// Leaves out pictures before they are decoded: those that no tick shows and no other picture refers to.
///
/// The pictures that are shown stay the same to the bit, as the stream states that a decoder may be given the
/// others alone. Wherever that is not sure, all are decoded: other codecs than H.264, more than one set of
/// parameters, an order that decoders must guess, fields, uneven times, a part of a file.
final class PictureSieve: Sendable {
  private struct State {
    var frames: ShownFrames
    /// What the stream states; nil before its first picture.
    var caps: Caps?
    var lengthSize: Int?
  }

  private let grid: FrameGrid
  private let start: RationalTime
  private let sourceRate: FrameRate
  private let countsFromZero: Bool
  private let state: Mutex<State>

  /// A sieve for a track; nil where there is nothing to leave out, or it cannot be told.
  init?(_ plan: Plan, _ track: Plan.Track, _ map: TimeMap) {
    guard case .video(let video) = track.media, video.isGapless == true, plan.start == nil,
      plan.end == nil, plan.playback == Playback.forward.rawValue, !plan.countsPictures,
      plan.isChained != true, track.clockShift == nil, track.links == nil,
      video.fields == .kept || video.fields == .whole,
      let rate = video.frameRate.flatMap({ try? FrameRate(parsing: $0) }),
      let sourceRate = video.sourceFrameRate.flatMap({ try? FrameRate(parsing: $0) }),
      let selection = video.selection.flatMap(FrameSelection.init(rawValue:)), selection != .blend,
      let count = track.sourceFrames,
      count
        > map.tickCount(
          sourceDuration: sourceRate.time(ofTick: count),
          frameRate: rate
        )
    else { return nil }
    grid = plan.grid(of: track)
    start = plan.range(of: track).start
    self.sourceRate = sourceRate
    countsFromZero = plan.countsFromZero
    state = Mutex(
      State(
        frames: ShownFrames(
          map: map,
          frameRate: rate,
          selection: selection,
          start: start,
          sourceRate: sourceRate,
          count: count
        )
      )
    )
  }

  /// Watches what goes into a decoder, if it is one whose streams say enough.
  func watch(_ decoder: Element) {
    guard decoder.isMade(by: "avdec_h264"), let pad = try? decoder.pad("sink") else { return }
    pad.observeBuffersAndCaps { buffer, segment, caps in
      guard let segment, let caps = caps() else { return true }
      return self.keeps(buffer, segment, caps)
    }
  }

  private func keeps(_ buffer: borrowing Buffer, _ segment: Segment, _ caps: Caps) -> Bool {
    let segment = countsFromZero ? segment.countingFromZero : segment
    guard let time = buffer.presentationTime.flatMap({ segment.streamTime(of: $0) }) else {
      return true
    }
    let place = (grid.time(ofNanoseconds: time) - start).rational * sourceRate.rational
    guard place.denominator == 1, let frame = Int(exactly: place.numerator) else { return true }
    let size: Int? = state.withLock { state in
      if let first = state.caps {
        // New parameters: what was stated holds no more.
        if !first.isEqual(to: caps) { state.lengthSize = nil }
      } else {
        state.caps = caps
        if let sequence = caps.bytes("codec_data").flatMap(H264Sequence.init), sequence.isStated {
          state.lengthSize = sequence.lengthSize
        }
      }
      guard let size = state.lengthSize else { return nil }
      return state.frames.isShown(frame) ? nil : size
    }
    guard let size else { return true }
    let isNeeded = try? buffer.withSpan(of: UInt8.self) {
      (bytes: Span<UInt8>) throws(GStreamerError) in
      RandomAccess.isReference(bytes, lengthSize: size)
    }
    return isNeeded ?? true
  }
}
