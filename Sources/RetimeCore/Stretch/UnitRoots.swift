// SPDX-License-Identifier: MPL-2.0

// The standard library has no sines, and those of a platform's mathematics library differ between
// platforms.

/// Returns the cosine and the sine of `index` ÷ `count` of a turn, to about 16 digits, the same bits on every processor.
///
/// The angle is reduced below an eighth of a turn in integers; there the Taylor series end after
/// ten terms.
///
/// - Precondition: `count` is above 0.
func unitRoot(_ index: Int, of count: Int) -> (cosine: Double, sine: Double) {
  precondition(count > 0, "a turn is cut into \(count)")
  // In eighths: whole ones, and a rest of `part` ÷ 8·count turns.
  let (whole, rest) = (8 * (((index % count) + count) % count)).quotientAndRemainder(
    dividingBy: count
  )
  let isOdd = whole % 2 == 1
  let part = isOdd ? count - rest : rest
  let angle = 2 * Double.pi * Double(part) / (8 * Double(count))
  var (cosine, sine, term) = (1.0, angle, angle)
  var evenTerm = 1.0
  let square = angle * angle
  for step in stride(from: 1.0, through: 19, by: 2) {
    evenTerm *= -square / (step * (step + 1))
    term *= -square / ((step + 1) * (step + 2))
    cosine += evenTerm
    sine += term
  }
  // From the rest of an odd eighth to the next one: the mirror image.
  let (x, y) = isOdd ? (sine, cosine) : (cosine, sine)
  return switch whole / 2 {
  case 0: (x, y)
  case 1: (-y, x)
  case 2: (-x, -y)
  default: (y, -x)
  }
}
