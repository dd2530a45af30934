// SPDX-License-Identifier: MPL-2.0

/// Gathers what is shown while the shutter is open for each tick.
///
/// A ``FrameRetimer`` or ``BackwardRetimer`` runs at the rate of the parts of a tick's time, ``FrameRate/divided(into:)``,
/// and what it shows comes here in its order.
public struct ExposedTicks<Picture: AnyObject> {
  /// A picture, or two and what is made of them, and for how many samples of the exposure it is seen.
  public typealias Sample = (shown: ShownFrame<Picture>, count: Int)

  /// With so many source pictures in a tick, none are made between them.
  private static var enough: Int { 8 }

  /// What is seen in one tick.
  public struct Tick {
    /// The tick.
    public let number: Int
    /// What is seen, at least one.
    public fileprivate(set) var samples: [Sample]
  }

  private let exposure: MotionBlur.Exposure
  private var current: Tick?

  /// Gathers ticks that are exposed so.
  public init(_ exposure: MotionBlur.Exposure) { self.exposure = exposure }

  /// Takes what one part of a tick's time shows, and gives the tick before once another one begins.
  public mutating func push(_ shown: ShownFrame<Picture>) -> Tick? {
    let (number, part) = shown.tick.quotientAndRemainder(dividingBy: exposure.parts)
    let whole = current?.number == number ? nil : finish()
    guard part < exposure.open else { return whole }
    var tick = current.take() ?? Tick(number: number, samples: [])
    tick.add((shown, 1))
    current = tick
    return whole
  }

  /// Gives the last tick, and goes back to the state after `init`.
  public mutating func finish() -> Tick? {
    guard let tick = current.take() else { return nil }
    let changes = zip(tick.samples, tick.samples.dropFirst())
      .count { $0.shown.picture !== $1.shown.picture }
    guard 1 + changes >= Self.enough else { return tick }
    var nearest = Tick(number: tick.number, samples: [])
    for sample in tick.samples { nearest.add((sample.shown.nearest, sample.count)) }
    return nearest
  }
}

extension ExposedTicks.Tick {
  /// Counts a sample with those before it that show the same picture.
  fileprivate mutating func add(_ sample: ExposedTicks.Sample) {
    if let last = samples.indices.last, sample.shown.blend == nil,
      samples[last].shown.blend == nil, samples[last].shown.picture === sample.shown.picture
    {
      samples[last].count += sample.count
    } else {
      samples.append(sample)
    }
  }
}

extension ExposedTicks: Sendable where Picture: Sendable {}
extension ExposedTicks.Tick: Sendable where Picture: Sendable {}
