// SPDX-License-Identifier: MPL-2.0

/// A collector of the frames that are shown while the shutter is open in each tick.
///
/// A ``FrameRetimer`` or ``BackwardRetimer`` runs at the rate of the parts of a tick,
/// ``FrameRate/divided(into:)``, and its frames are pushed here in order.
package struct ShutterFrames<SharedFrame: AnyObject> {
  /// A frame, or two frames to combine, and the number of samples of the exposure that show it.
  package typealias Sample = (shown: ShownFrame<SharedFrame>, count: Int)

  /// The number of source frames in a tick from which on no frames are interpolated.
  private static var enough: Int { 8 }

  /// The exposure of one tick.
  package struct Tick {
    /// The tick.
    package let number: Int
    /// The samples of the exposure, at least one.
    package fileprivate(set) var samples: [Sample]
  }

  private let exposure: MotionBlur.Exposure
  private var current: Tick?

  /// Creates a collector for an exposure.
  package init(_ exposure: MotionBlur.Exposure) { self.exposure = exposure }

  /// Adds the frame that one part of a tick shows.
  ///
  /// Returns the tick when the shutter closes; if its parts come in reverse, or without the first
  /// ones, when another tick starts.
  package mutating func push(_ shown: ShownFrame<SharedFrame>) -> Tick? {
    let (number, part) = shown.tick.quotientAndRemainder(dividingBy: exposure.parts)
    let whole = current?.number == number ? nil : finish()
    guard part < exposure.open else { return whole }
    var tick = current.take() ?? Tick(number: number, samples: [])
    tick.add((shown, 1))
    current = tick
    let isWhole = part == exposure.open - 1 && tick.samples[0].shown.tick % exposure.parts == 0
    return isWhole && whole == nil ? finish() : whole
  }

  /// Returns the last tick, and restores the state after `init`.
  package mutating func finish() -> Tick? {
    guard let tick = current.take() else { return nil }
    let changes = zip(tick.samples, tick.samples.dropFirst())
      .count { $0.shown.picture !== $1.shown.picture }
    guard 1 + changes >= Self.enough else { return tick }
    var nearest = Tick(number: tick.number, samples: [])
    for sample in tick.samples { nearest.add((sample.shown.nearest, sample.count)) }
    return nearest
  }
}

extension ShutterFrames.Tick {
  /// Adds a sample, and combines it with the one before if both show the same frame.
  fileprivate mutating func add(_ sample: ShutterFrames.Sample) {
    if let last = samples.indices.last, sample.shown.blend == nil,
      samples[last].shown.blend == nil, samples[last].shown.picture === sample.shown.picture
    {
      samples[last].count += sample.count
    } else {
      samples.append(sample)
    }
  }
}

extension ShutterFrames: Sendable where SharedFrame: Sendable {}
extension ShutterFrames.Tick: Sendable where SharedFrame: Sendable {}
