// SPDX-License-Identifier: MPL-2.0

/// A prediction of which frames a decoder can skip, for streams whose GOPs can be decoded independently.
///
/// Of a GOP of which no tick shows a frame, no frame is needed. Of other GOPs, no frame is needed
/// that is decoded after the last one shown.
package struct ShownGOPs: Sendable {
  /// The reason for which a frame is needed.
  package enum Need: Sendable {
    /// A tick shows the frame.
    case shown
    /// No tick shows the frame, but shown frames may refer to it.
    case others
    /// The frame is not needed.
    case nothing
  }

  /// The first frames of the GOPs, in descending order.
  private var starts: [Int]
  private var frames: ShownFrames
  /// A second prediction, ahead by one GOP.
  private var ahead: ShownFrames
  /// The shown frames of the GOP that have not been queried yet; nil if GOPs are not known.
  private var awaited: Set<Int>?

  /// The maximum length of a GOP that is examined, because its shown frames are stored.
  private static let longest = 1 << 14

  /// Creates a prediction for GOPs, the last of which is decoded whole.
  ///
  /// `starts` are the first frames of the GOPs, in order; all of a GOP is shown before the next one
  /// starts.
  package init(_ frames: ShownFrames, starts: [Int]) {
    self.starts = starts.reversed()
    self.frames = frames
    ahead = frames
  }

  /// Returns the reason for which a frame is needed; query frames in decode order.
  ///
  /// `isEntry` is whether the frame can be decoded independently, so that a GOP may start with it.
  package mutating func need(of frame: Int, isEntry: Bool) -> Need {
    if isEntry { begin(at: frame) }
    guard awaited != nil else { return frames.isShown(frame) ? .shown : .others }
    if awaited?.remove(frame) != nil { return .shown }
    return awaited?.isEmpty == true ? .nothing : .others
  }

  private mutating func begin(at frame: Int) {
    while let start = starts.last, start < frame { starts.removeLast() }
    guard starts.last == frame else { return }
    starts.removeLast()
    // A damaged file may have more frames than were counted: all of the last GOP is decoded.
    guard let end = starts.last, end - frame <= Self.longest else { return awaited = nil }
    awaited = Set((frame..<end).filter { ahead.isShown($0) })
  }
}
