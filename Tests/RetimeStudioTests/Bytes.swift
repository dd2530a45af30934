// SPDX-License-Identifier: MPL-2.0

#if Studio
import FlyingSocks

/// The bytes of a request in a test: block after block of a function of their number.
struct Bytes: AsyncBufferedSequence {
  typealias Element = UInt8

  let block: @Sendable (Int) throws -> [UInt8]?

  func makeAsyncIterator() -> Iterator { Iterator(block: block) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let block: @Sendable (Int) throws -> [UInt8]?
    var number = 0

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      defer { number += 1 }
      return try block(number)
    }
  }
}
#endif
