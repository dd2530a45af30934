// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import TestSupport
import Testing

@Suite struct `A CAF header` {
  /// A file with every chunk that is read, and some that are not.
  static var file: CoreAudioFile {
    var file = CoreAudioFile(
      format: "aac ",
      framesPerPacket: 1024,
      packets: (1...40).map { [UInt8](repeating: 7, count: $0 * 9) },
      priming: 2112,
      valid: 37_000,
      cookie: CoreAudioFile.descriptor(of: [0x11, 0x90])
    )
    let layout = [UInt32(121 << 16 | 6), 0, 0].flatMap(CoreAudioFile.number)
    let words = Array("title\0A song\0artist\0An artist\0".utf8)
    file.chunks.insert(("free", [UInt8](repeating: 0, count: 100)), at: 1)
    file.chunks.insert(("chan", layout), at: 1)
    file.chunks.append(("info", CoreAudioFile.number(UInt32(2)) + words))
    return file
  }

  /// Feeds a reader from bytes as a file would; returns the number of reads.
  static func read(_ bytes: [UInt8], _ reader: inout CoreAudioReader) throws -> Int {
    var count = 0
    while let wanted = reader.wanted {
      count += 1
      let from = Int(min(wanted.lowerBound, Int64(bytes.count)))
      let to = Int(min(wanted.upperBound, Int64(bytes.count)))
      try reader.take(Array(bytes[from..<to]))
    }
    return count
  }

  @Test(arguments: [true, false])
  func `The header is read with or without a known file size`(isKnown: Bool) throws {
    let bytes = Self.file.bytes
    var reader = CoreAudioReader(byteCount: isKnown ? Int64(bytes.count) : nil, stopsAtSound: false)
    _ = try Self.read(bytes, &reader)
    let (header, description, sound) = try reader.result()
    #expect(description.format == "aac " && description.sampleRate == 48_000)
    #expect(sound.byteCount == 7_380)
    #expect(bytes[Int(sound.offset)] == 7 && bytes[Int(sound.offset) - 1] == 0)
    #expect(header.packets?.packetCount == 40 && header.packets?.primingFrames == 2112)
    #expect(header.layout?.labels(channels: 6)?.count == 6)
    #expect(header.cookie.flatMap(MagicCookie.audioSpecificConfiguration) == [0x11, 0x90])
    #expect(
      header.information?.map { "\($0.key): \($0.text)" }
        == ["title: A song", "artist: An artist"]
    )
  }

  @Test func `The header of a stream ends where the audio data starts`() throws {
    var file = Self.file
    file.chunks.insert(file.chunks.removeLast(), at: 1)
    var reader = CoreAudioReader(byteCount: nil, stopsAtSound: true)
    _ = try Self.read(file.bytes, &reader)
    let (header, _, _) = try reader.result()
    #expect(header.information != nil && header.packets == nil)
  }

  @Test func `Audio data of unknown size extends to the end of the file`() throws {
    var bytes = CoreAudioFile([
      ("desc", CoreAudioFile.description(bytesPerPacket: 4, channels: 2, bits: 16)),
      ("data", [UInt8](repeating: 0, count: 404)),
    ]).bytes
    bytes.replaceSubrange(56..<64, with: [UInt8](repeating: 255, count: 8))
    for (byteCount, expected) in [(Int64?.some(Int64(bytes.count)), Int64?.some(400)), (nil, nil)] {
      var reader = CoreAudioReader(byteCount: byteCount, stopsAtSound: false)
      _ = try Self.read(bytes, &reader)
      #expect(try reader.result().sound.byteCount == expected)
    }
  }

  @Test func `A damaged header neither traps nor is read without end`() throws {
    var generator = SeededGenerator()
    let whole = Self.file.bytes
    var readable = 0
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<min(bytes.count, 400), using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[index] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
        case 2: bytes.removeSubrange(index..<min(index + 9, bytes.count))
        default: bytes.insert(contentsOf: whole[whole.count / 2..<whole.count / 2 + 5], at: index)
        }
      }
      if Bool.random(using: &generator) {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      }
      for byteCount in [Int64(bytes.count), nil] {
        var reader = CoreAudioReader(byteCount: byteCount, stopsAtSound: false)
        do {
          #expect(try Self.read(bytes, &reader) < 200, "RETIME_SEED=\(SeededGenerator.seed)")
          let (header, description, sound) = try reader.result()
          _ = header.layout?.labels(channels: description.channels)
          _ = header.cookie.flatMap(MagicCookie.audioSpecificConfiguration)
          _ = header.cookie.flatMap(MagicCookie.losslessConfiguration)
          let packets = try PacketSequence(
            description,
            header.packets,
            byteCount: sound.byteCount
          )
          #expect(packets.end.offset <= sound.byteCount ?? .max)
          #expect(packets.validFrames.upperBound <= packets.end.frame)
          _ = packets.position(holding: packets.validFrames.lowerBound, preroll: 2)
          readable += 1
        } catch is CoreAudioFormatError {
          continue
        }
      }
    }
    #expect(readable > 100, "The damage leaves some files readable.")
  }

  @Test(arguments: [
    (CoreAudioFile.description(rate: .nan, channels: 2), "sample rate"),
    (CoreAudioFile.description(rate: 0, channels: 2), "sample rate"),
    (CoreAudioFile.description(rate: .infinity, channels: 2), "sample rate"),
    (CoreAudioFile.description(channels: 0), "channels"),
    (CoreAudioFile.description(channels: 65_536), "channels"),
    (CoreAudioFile.description(bytesPerPacket: 1 << 31, channels: 2), "packets"),
    ([1, 2, 3], "3 bytes"),
  ])
  func `An unsupported format is refused with the reason`(chunk: [UInt8], reason: String) {
    let error = #expect(throws: CoreAudioFormatError.self) { try AudioDescription(chunk) }
    #expect(error?.message.contains(reason) ?? false, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (flags: 0, bytes: 2, bits: 16, isTaken: true), (flags: 2, bytes: 3, bits: 24, isTaken: true),
    (flags: 0, bytes: 4, bits: 24, isTaken: true), (flags: 0, bytes: 3, bits: 20, isTaken: true),
    (flags: 1, bytes: 8, bits: 64, isTaken: true), (flags: 3, bytes: 4, bits: 32, isTaken: true),
    (flags: 1, bytes: 2, bits: 16, isTaken: false), (flags: 0, bytes: 8, bits: 64, isTaken: false),
    (flags: 0, bytes: 2, bits: 24, isTaken: false), (flags: 0, bytes: 0, bits: 16, isTaken: false),
  ])
  func `The description gives the sample layout`(
    flags: UInt32,
    bytes: Int,
    bits: Int,
    isTaken: Bool
  ) throws {
    let description = try AudioDescription(
      CoreAudioFile.description(flags: flags, bytesPerPacket: bytes * 3, channels: 3, bits: bits)
    )
    let samples = try? LinearPCM(description)
    #expect((samples != nil) == isTaken)
    #expect(samples.map { $0.bytesPerSample == bytes && $0.isFloat == (flags & 1 != 0) } ?? true)
  }
}
