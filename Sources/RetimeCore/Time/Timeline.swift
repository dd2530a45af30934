// SPDX-License-Identifier: MPL-2.0

/// The map between source time and output time of a stream whose factor may change on the way.
///
/// From its beginning on, output = begin + (source - begin) × factor; a change of the factor begins the
/// next piece where the one before has arrived, so that neither time ever jumps. Times are whole
/// nanoseconds, rounded to nearest once, and saturate.
public struct Timeline: Hashable, Sendable {
  /// The factor of the piece that is in effect.
  public private(set) var factor: Factor
  /// Where the piece that is in effect begins, in source time and in output time.
  public var begin: (source: Int64, output: Int64) { (source, output) }
  private var source: Int64 = 0
  private var output: Int64 = 0

  /// A timeline that scales all times by `factor`.
  public init(factor: Factor) { self.factor = factor }

  /// A timeline that scales times by `factor` from a source time on, which lies at an output time.
  public init(factor: Factor, fromSource source: Int64, output: Int64) {
    (self.factor, self.source, self.output) = (factor, source, output)
  }

  /// Whether output time is source time.
  public var isIdentity: Bool { factor == .identity && source == output }

  /// The output time of the source time `nanoseconds`.
  public func outputTime(ofSource nanoseconds: Int64) -> Int64 {
    let elapsed = Rational(reducing: Int128(nanoseconds) - Int128(source), over: 1)
    return Int64(clamping: Int128(output) + (elapsed * factor.rational).rounded())
  }

  /// The source time of the output time `nanoseconds`.
  public func sourceTime(ofOutput nanoseconds: Int64) -> Int64 {
    let elapsed = Rational(reducing: Int128(nanoseconds) - Int128(output), over: 1)
    return Int64(clamping: Int128(source) + (elapsed / factor.rational).rounded())
  }

  /// Goes on with `factor` from the source time `nanoseconds`.
  public mutating func setFactor(_ factor: Factor, atSource nanoseconds: Int64) {
    guard factor != self.factor else { return }
    output = outputTime(ofSource: nanoseconds)
    source = nanoseconds
    self.factor = factor
  }
}
