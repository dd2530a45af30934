// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@Suite struct `Blending frames` {
  static func mixed<Component: FixedWidthInteger & UnsignedInteger>(
    _ first: [Component],
    _ second: [Component],
    _ weight: BlendWeight
  ) -> [Component] {
    var output = [Component](repeating: 0, count: first.count)
    var span = output.mutableSpan
    mixComponents(first.span, second.span, weight: weight, into: &span)
    return output
  }

  static func checkAgainstReference<C: FixedWidthInteger & UnsignedInteger>(_: C.Type) {
    var generator = SeededGenerator()
    let first =
      [0, .max, 0, .max] + (0..<500).map { _ in C.random(in: 0 ... .max, using: &generator) }
    let second =
      [.max, 0, 0, .max] + (0..<500).map { _ in C.random(in: 0 ... .max, using: &generator) }
    for q15: Int32 in [0, 1, 2, 127, 16_383, 16_384, 16_385, 32_767, 32_768] {
      let weight = BlendWeight(q15: q15)
      let expected = zip(first, second).map { a, b in
        let exact = Double(a) + (Double(b) - Double(a)) * weight.doubleValue
        return C((exact + 0.5).rounded(.down))
      }
      #expect(
        mixed(first, second, weight) == expected,
        "\(C.self) \(q15) RETIME_SEED=\(SeededGenerator.seed)"
      )
    }
    #expect(mixed(first, second, .firstOnly) == first)
    #expect(mixed(first, second, .secondOnly) == second)
  }

  @Test func `Blending rounds to nearest and is exact at both ends`() {
    Self.checkAgainstReference(UInt8.self)
    Self.checkAgainstReference(UInt16.self)
  }

  @Test(arguments: [
    (-1.0, 0), (0, 0), (0.5, 16_384), (1, 32_768), (2, 32_768), (.nan, 0), (.infinity, 32_768),
    (1.0 / 3, 10_923),
  ])
  func `A fraction is rounded to the nearest weight`(fraction: Double, q15: Int32) {
    #expect(BlendWeight(fraction).q15 == q15)
  }
}
