// SPDX-License-Identifier: MPL-2.0

extension PositionRule {
  /// Computes the positions of ``Points/capacity`` output frames from `first` on, with fractional parts exact to a `Double`.
  ///
  /// Evenly spaced positions of a source of known length are the fractions (count - 1) · n ÷
  /// (length - 1), and are divided as integers: after two hours, the fractional part has the same
  /// precision as at the start. Entries past the end of the output have no meaning.
  func locateExactly(_ first: Int, in points: inout Points) {
    guard let even, even.lastPosition > 0 else { return locate(first, in: &points) }
    let (last, divisor) = (UInt(even.lastPosition), UInt(even.lastIndex))
    let product = last.multipliedFullWidth(by: UInt(first))
    // Past the end the quotient may not fit; those entries are not used.
    guard product.high < divisor else { return locate(first, in: &points) }
    let start = divisor.dividingFullWidth(product)
    let step = last.quotientAndRemainder(dividingBy: divisor)
    var (whole, rest) = (Int(start.quotient), Int(start.remainder))
    let (stepWhole, stepRest, full) = (Int(step.quotient), Int(step.remainder), Int(divisor))
    let scale = 1 / Double(divisor)
    for index in 0..<Points.capacity {
      points.frames[index] = whole
      points.parts[index] = Double(rest) * scale
      whole &+= stepWhole
      rest &+= stepRest
      let isOver = rest >= full
      rest &-= isOver ? full : 0
      whole &+= isOver ? 1 : 0
    }
    if lastFrame >= first, lastFrame - first < Points.capacity {
      points.frames[lastFrame - first] = Int(last)
      points.parts[lastFrame - first] = 0
    }
  }
}
