// SPDX-License-Identifier: MPL-2.0

/// Leaves out pictures that only stand for the one before them, so that others can be made in their place.
///
/// Film at 24 pictures a second in 30, animation that is drawn on twos or threes, and captures that stutter repeat
/// pictures. A picture that comes after few repeats has moved since the first of them. One that comes after many was
/// meant to stand, up to the last of them. So repeats wait until it is known which they are: up to ``longest`` of them
/// are left out, and a longer stand is given whole. Before a cut all are given, as nothing moves across it.
///
///     for frame in filter.push(picture, at: time, isRepeat: …, isCut: …) { retimer.push(frame.picture, at: frame.time) }
///
/// Pictures are opaque. At most ``longest`` wait.
public struct RepeatFilter<Picture> {
  /// How many pictures in a row can stand for the one before them.
  public static var longest: Int { 3 }

  /// A picture and its time.
  public typealias Frame = (picture: Picture, time: RationalTime)

  /// The picture that those which wait repeat.
  private var original: Picture?
  private var waiting: [Frame] = []
  /// Whether the picture has stood too long to be a placeholder.
  private var isStanding = false

  /// A filter that has seen no picture.
  public init() {}

  /// Takes the next picture, and gives those that are to be shown, in order.
  ///
  /// `isRepeat`: whether the picture shows the same as the one given.
  /// `isCut`: whether nothing connects the picture with the one given; asked only where pictures wait.
  public mutating func push<Failure>(
    _ picture: Picture,
    at time: RationalTime,
    isRepeat: (Picture) throws(Failure) -> Bool,
    isCut: (Picture) throws(Failure) -> Bool
  ) throws(Failure) -> [Frame] {
    if let original, try isRepeat(original) {
      if isStanding { return [(picture, time)] }
      waiting.append((picture, time))
      guard waiting.count > Self.longest else { return [] }
      isStanding = true
      return finish(keeping: original)
    }
    if let original, !waiting.isEmpty, try !isCut(original) { waiting.removeAll() }
    isStanding = false
    return finish(keeping: picture) + [(picture, time)]
  }

  /// Gives the pictures that still wait, and goes back to the state after `init`.
  public mutating func finish() -> [Frame] {
    isStanding = false
    return finish(keeping: nil)
  }

  private mutating func finish(keeping picture: Picture?) -> [Frame] {
    defer { waiting.removeAll() }
    original = picture
    return waiting
  }
}

extension RepeatFilter: Sendable where Picture: Sendable {}
