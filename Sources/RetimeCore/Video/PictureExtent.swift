// SPDX-License-Identifier: MPL-2.0

/// How far the pictures of a track reach: to the end of the last one.
///
/// A picture ends where it says; one that does not say lasts as long as the gap before it.
public struct PictureExtent: Sendable {
  /// The end of the last picture so far.
  public private(set) var end = RationalTime.zero
  private var gap = RationalTime.zero
  private var latest: RationalTime?

  /// The extent of no pictures.
  public init() {}

  /// Takes note of a picture at `time`, and of where it ends, if it says.
  public mutating func note(_ time: RationalTime, end stop: RationalTime?) {
    if let latest, time > latest { gap = time - latest }
    latest = max(latest ?? time, time)
    end = max(end, stop ?? time + gap)
  }
}
