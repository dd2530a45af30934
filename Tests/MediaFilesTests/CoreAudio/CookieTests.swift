// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import TestSupport
import Testing

@Suite struct `A magic cookie` {
  static let lossless = (0..<24).map { UInt8($0 + 100) }
  static let atom = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + lossless

  @Test(arguments: [
    lossless, lossless + [0, 0, 0, 24] + Array("chan".utf8), atom,
    [0, 0, 0, 12] + Array("frmaalac".utf8) + atom + [0, 0, 0, 8, 0, 0, 0, 0],
  ])
  func `An ALAC cookie contains the configuration, wrapped or not`(cookie: [UInt8]) {
    #expect(MagicCookie.losslessConfiguration(cookie) == Self.lossless)
  }

  static let configuration: [UInt8] = [0x13, 0x10, 0x56, 0xe5, 0x9d, 0x48, 0x80]
  static let descriptor = CoreAudioFile.descriptor(of: configuration)

  @Test(arguments: [
    descriptor, [0, 0, 0, 0] + descriptor, configuration,
    [0, 0, 0, 50] + Array("esds".utf8) + [0, 0, 0, 0] + descriptor,
    // Lengths of one byte, and a stream that depends on another one.
    [3, 29, 0, 1, 0x80, 0, 2, 4, 22, 0x40, 0x15] + [UInt8](repeating: 0, count: 11) + [5, 7]
      + configuration,
  ])
  func `An AAC cookie contains the configuration, wrapped or not`(cookie: [UInt8]) {
    #expect(MagicCookie.audioSpecificConfiguration(cookie) == Self.configuration)
  }

  @Test func `A truncated cookie gives no configuration, or a prefix of it`() {
    for count in 0..<Self.descriptor.count {
      let cookie = Array(Self.descriptor.prefix(count))
      let found = MagicCookie.audioSpecificConfiguration(cookie) ?? []
      #expect(Self.configuration.starts(with: found))
    }
    for count in 0..<24 {
      #expect(MagicCookie.losslessConfiguration(Array(Self.lossless.prefix(count))) == nil)
    }
  }
}

@Suite struct `A channel layout` {
  @Test func `A layout tag has a position for each channel`() {
    var known = 0
    for layout in UInt32(100)...190 {
      for channels in 1...9 {
        let labels = CoreAudioLayout(tag: layout << 16 | UInt32(channels)).labels(
          channels: channels
        )
        #expect(labels.map { Set($0).count == channels } ?? true, "\(layout)")
        known += labels == nil ? 0 : 1
      }
    }
    #expect(known == 80)
  }

  @Test func `A layout bitmap has its positions in order`() throws {
    let chunk = [UInt32(1 << 16), 0x70f, 0].flatMap(CoreAudioFile.number)
    let layout = try #require(CoreAudioLayout(chunk))
    #expect(
      layout.labels(channels: 7) == [
        .left, .right, .center, .lowFrequencies, .centerSurround, .leftSurroundDirect,
        .rightSurroundDirect,
      ]
    )
    #expect(layout.labels(channels: 6) == nil)
  }

  @Test func `A layout of descriptions has its positions in file order`() throws {
    let rest = [UInt8](repeating: 0, count: 16)
    let labels = [UInt32(33), 34, 2, 1].flatMap { CoreAudioFile.number($0) + rest }
    let chunk = [UInt32(0), 0, 4].flatMap(CoreAudioFile.number) + labels
    #expect(
      CoreAudioLayout(chunk)?.labels(channels: 4) == [
        .rearSurroundLeft, .rearSurroundRight, .right, .left,
      ]
    )
    #expect(CoreAudioLayout(Array(chunk.dropLast(3)))?.labels(channels: 4) == nil)
    #expect(CoreAudioLayout(Array(chunk.prefix(11))) == nil)
  }
}
