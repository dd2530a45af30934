// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import Testing

@Suite struct `Count of clipped samples` {
  @Test func `Floats beyond 1 and integers at their limits count as clipped`() {
    var floats = ClippingCount()
    floats.add([Float](arrayLiteral: 0, 1, -1, 1.5, -3, .infinity, .nan).span)
    #expect(floats.count == 3 && floats.peak == 3)
    var integers = ClippingCount()
    integers.add([Int16](arrayLiteral: 0, 32_766, 32_767, -32_768, -32_767).span)
    integers.add([UInt8](arrayLiteral: 0, 255, 128).span)
    #expect(integers.count == 4 && integers.peak == 1)
  }
}
