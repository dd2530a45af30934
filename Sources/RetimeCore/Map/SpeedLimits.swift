// SPDX-License-Identifier: MPL-2.0

/// The slowest and the fastest speed of a map that is made to reach given times.
public struct SpeedLimits: Hashable, Sendable {
  /// The lowest and the highest speed allowed; equal ones allow one speed alone.
  public let slowest: Rational, fastest: Rational

  /// Half the speed to twice the speed.
  public static let usual = SpeedLimits(unchecked: Rational(1, 2), Rational(2))

  private init(unchecked slowest: Rational, _ fastest: Rational) {
    (self.slowest, self.fastest) = (slowest, fastest)
  }

  /// Creates the limits of the texts of `--slowest` and `--fastest`; nil for the usual limit.
  ///
  /// - Throws: ``MapEditError`` for texts that are not speeds, and for a slowest speed above the
  ///   fastest.
  public init(slowest: String? = nil, fastest: String? = nil) throws(MapEditError) {
    func speed(_ option: String, _ text: String?, _ usual: Rational) throws(MapEditError)
      -> Rational
    {
      guard let text else { return usual }
      guard let speed = TimeMap.Part.speed(text) else {
        throw .notASpeed("\(option) \(text)", text)
      }
      return speed
    }
    self.init(
      unchecked: try speed("--slowest", slowest, Self.usual.slowest),
      try speed("--fastest", fastest, Self.usual.fastest)
    )
    guard self.slowest <= self.fastest else { throw .limits(self) }
  }

  /// Returns whether a speed is allowed.
  func contains(_ speed: Rational) -> Bool { slowest <= speed && speed <= fastest }

  /// Returns whether a speed is the slowest or the fastest one.
  func isReached(by speed: Rational) -> Bool { speed == slowest || speed == fastest }
}

extension SpeedLimits: CustomStringConvertible {
  /// The limits as text, such as "0.5 to 2".
  public var description: String { "\(MapCurve.text(slowest)) to \(MapCurve.text(fastest))" }
}
