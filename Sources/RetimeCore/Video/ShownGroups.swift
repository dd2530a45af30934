// SPDX-License-Identifier: MPL-2.0

/// Tells which pictures a decoder need not be given, where groups of them can be decoded by themselves.
///
/// Of a group of which no tick shows a picture, none is needed, and of the others none that is decoded after the last
/// one that is shown.
public struct ShownGroups: Sendable {
  /// What a picture is needed for.
  public enum Need: Sendable {
    /// A tick shows it.
    case shown
    /// No tick shows it, but others that may refer to it.
    case others
    /// Nothing.
    case nothing
  }

  /// Where groups begin, the last one first.
  private var starts: [Int]
  private var frames: ShownFrames
  /// The same, ahead by a group.
  private var ahead: ShownFrames
  /// Those of the group that are shown and have not come yet; nil where groups are not known.
  private var awaited: Set<Int>?

  /// Longer groups are not looked at: what is shown of one is kept.
  private static let longest = 1 << 14

  /// Groups of frames, of which the last is decoded whole.
  ///
  /// `starts`: the frames with which groups begin, in order; all of a group is shown before the next one begins.
  public init(_ frames: ShownFrames, starts: [Int]) {
    self.starts = starts.reversed()
    self.frames = frames
    ahead = frames
  }

  /// What a picture is needed for; ask in the order in which they are decoded.
  ///
  /// `isEntry`: whether it can be decoded by itself, so that a group may begin with it.
  public mutating func need(of frame: Int, isEntry: Bool) -> Need {
    if isEntry { begin(at: frame) }
    guard awaited != nil else { return frames.isShown(frame) ? .shown : .others }
    if awaited?.remove(frame) != nil { return .shown }
    return awaited?.isEmpty == true ? .nothing : .others
  }

  private mutating func begin(at frame: Int) {
    while let start = starts.last, start < frame { starts.removeLast() }
    guard starts.last == frame else { return }
    starts.removeLast()
    // Of a damaged file more may be read than was counted: all of the last group is decoded.
    guard let end = starts.last, end - frame <= Self.longest else { return awaited = nil }
    awaited = Set((frame..<end).filter { ahead.isShown($0) })
  }
}
