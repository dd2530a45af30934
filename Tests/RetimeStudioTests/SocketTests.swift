// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import NIOCore
import NIOWebSocket
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `WebSockets` {
    private static let start = #"{"sampleRate":48000,"size":64,"hop":32}"#

    /// A frame as a client sends it (RFC 6455, section 5.2).
    private static func frame(
      _ code: UInt8,
      _ payload: [UInt8] = [],
      length: Int? = nil,
      isMasked: Bool = true
    ) -> [UInt8] {
      let length = length ?? payload.count
      let bit: UInt8 = isMasked ? 0x80 : 0
      var bytes = [code]
      switch length {
      case ..<126: bytes.append(bit | UInt8(length))
      case ..<65_536: bytes += [bit | 126, UInt8(length >> 8), UInt8(length & 255)]
      default:
        bytes.append(bit | 127)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
      }
      guard isMasked else { return bytes + payload }
      let mask: [UInt8] = [1, 2, 3, 4]
      return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    /// The bytes after the handshake.
    private static func frames(of all: [UInt8]) -> ArraySlice<UInt8> {
      guard let end = all.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return [] }
      return all[end...]
    }

    private func opened(_ bench: Bench) async throws -> Wire {
      let wire = try await Wire(bench)
      try await wire.send("/api/spectrum", Wire.handshake)
      _ = await wire.read { $0.contains("\r\n\r\n") }
      return wire
    }

    @Test func `Fragments are joined, and pings are answered`() async throws {
      try await Bench.open { bench in
        let wire = try await opened(bench)
        let text = Array(Self.start.utf8)
        try await wire.send(
          Self.frame(0x01, Array(text.prefix(9))) + Self.frame(0x89, [7])
            + Self.frame(0x80, Array(text.dropFirst(9)))
        )
        try await wire.send(Self.frame(0x82, [UInt8](repeating: 0, count: 4 * 96)))
        // A pong with the ping's payload, then two columns of 64 levels.
        let expected = [0x8A, 1, 7, 0x82, 126, 0, 128] + [UInt8](repeating: 0, count: 128)
        let all = await wire.bytes { Self.frames(of: $0).count >= expected.count }
        #expect(Array(Self.frames(of: all)) == expected)
        try await wire.send(Self.frame(0x88, [3, 232]))
        let end = await wire.bytes { _ in false }
        #expect(Array(Self.frames(of: end).dropFirst(expected.count)) == [0x88, 2, 3, 232])
      }
    }

    @Test func `A protocol violation closes the socket with its status code`() async throws {
      try await Bench.open { bench in
        let start = Self.frame(0x81, Array(Self.start.utf8))
        let most = SpectrumSession.maximumBlock
        let endless = (0..<300).flatMap { Self.frame($0 == 0 ? 0x02 : 0x00, [0, 0, 0, 0]) }
        let large = Self.frame(0x02, [UInt8](repeating: 0, count: most))
        for (code, name, bytes) in [
          (1002, "not masked", Self.frame(0x82, [0, 0, 0, 0], isMasked: false)),
          (1002, "a reserved bit", Self.frame(0xC2, [0, 0, 0, 0])),
          (1002, "an unknown code", Self.frame(0x83)),
          (1002, "an unknown control code", Self.frame(0x8B)),
          (1002, "a control frame of 126 bytes", Self.frame(0x89, .init(repeating: 0, count: 126))),
          (1002, "a control frame in fragments", Self.frame(0x09)),
          (1002, "nothing to continue from", Self.frame(0x80, [0, 0, 0, 0])),
          (1002, "a message in a message", Self.frame(0x02, [0]) + Self.frame(0x82, [0])),
          (1009, "fragments without end", endless),
          (1009, "fragments that are too long", large + Self.frame(0x80, [0, 0, 0, 0])),
          (1009, "a frame that is too long", Self.frame(0x82, length: most + 4)),
          (1009, "a frame without measure", Self.frame(0x82, length: .max)),
          (1007, "text that is none", Self.frame(0x81, [0xFF, 0xFE])),
          (1008, "half a sample", start + Self.frame(0x82, [0])),
          (1008, "sound without a beginning", Self.frame(0x82, [0, 0, 0, 0])),
          (
            1008, "a hop of 1",
            Self.frame(0x81, Array(#"{"sampleRate":48000,"size":64,"hop":1}"#.utf8))
          ),
        ] as [(Int, String, [UInt8])] {
          let wire = try await opened(bench)
          // Nothing after the end is read.
          try? await wire.send(bytes + start + Self.frame(0x82, [UInt8](repeating: 0, count: 4096)))
          let end = Array(Self.frames(of: await wire.bytes { _ in false }))
          #expect(end.count >= 4 && end[0] == 0x88, "\(name): \(end)")
          #expect(end.count >= 4 && Int(end[2]) << 8 | Int(end[3]) == code, "\(name): \(end)")
          #expect(end.count == 2 + Int(end[1]), "\(name): \(end)")
        }
      }
    }

    @Test func `Nothing is read after a close frame`() async throws {
      try await Bench.open { bench in
        let wire = try await opened(bench)
        let block = Self.frame(0x82, [UInt8](repeating: 0, count: 4 * 96))
        try await wire.send(Self.frame(0x88) + Self.frame(0x81, Array(Self.start.utf8)) + block)
        #expect(Array(Self.frames(of: await wire.bytes { _ in false })) == [0x88, 2, 3, 232])
      }
    }

    @Test func `A silent socket is closed`() async throws {
      var limits = Limits()
      limits.silence = .milliseconds(300)
      try await Bench.open(limits: limits) { bench in
        let wire = try await opened(bench)
        #expect(Self.frames(of: await wire.bytes { _ in false }).isEmpty)
      }
    }
  }
}
#endif
