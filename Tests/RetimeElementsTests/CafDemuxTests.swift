// SPDX-License-Identifier: MPL-2.0

import Foundation
import GStreamer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `cafdemux` {
  /// The channel count, ffmpeg's name of the layout, GStreamer's mask, and the source of each channel.
  struct Layout: Sendable, CustomTestStringConvertible {
    let channels: Int, name: String, mask: UInt64?
    var order: [Int]?
    var testDescription: String { name }
  }

  static let layouts = [
    Layout(channels: 1, name: "mono", mask: nil), Layout(channels: 2, name: "stereo", mask: 0x3),
    Layout(channels: 3, name: "3.0", mask: 0x7), Layout(channels: 4, name: "4.0", mask: 0x107),
    Layout(channels: 5, name: "5.0", mask: 0x37), Layout(channels: 6, name: "5.1", mask: 0x3f),
    Layout(channels: 7, name: "6.1", mask: 0xd0f),
    // ffmpeg writes the tag of L R C LFE Ls Rs Rls Rrs without reordering the samples.
    Layout(channels: 8, name: "7.1", mask: 0xc3f, order: [0, 1, 2, 3, 6, 7, 4, 5]),
  ]
  static let codings = [
    "s8", "s16be", "s16le", "s24be", "s24le", "s32be", "s32le", "f32be", "f32le", "f64be", "f64le",
  ]
  static let frames = 5_003

  @Test(arguments: layouts)
  func `PCM is returned as ffmpeg decodes it`(layout: Layout) async throws {
    let folder = try TemporaryFolder()
    let noise: [Int32] = noise(Self.frames * layout.channels)
    let raw = try folder.write(noise.flatMap(Clips.bytes), to: "noise.raw")
    try await Clips.ffmpeg(
      ["-f", "s32le", "-ar", "48000", "-ch_layout", layout.name, "-i", raw]
        + Self.codings.flatMap { ["-c:a", "pcm_\($0)", folder.file("\($0).caf")] }
    )
    try await Clips.ffmpeg(
      Self.codings.flatMap { ["-i", folder.file("\($0).caf")] }
        + Self.codings.enumerated().flatMap { index, coding in
          ["-map", "\(index)", "-f", coding, "-c:a", "pcm_\(coding)", folder.file(coding)]
        }
    )
    for coding in Self.codings {
      let decoded = try await DecodedFile(folder.file("\(coding).caf"), "cafdemux")
      let size = (Int(coding.filter(\.isNumber)) ?? 0) / 8
      let expected = reordered(try folder.bytes(of: coding), layout.order, size)
      #expect(decoded.bytes.count == Self.frames * layout.channels * size)
      #expect(decoded.bytes == expected, "\(coding) RETIME_SEED=\(SeededGenerator.seed)")
      #expect(decoded.caps?.string("format") == coding.uppercased())
      #expect(decoded.caps?.int("rate") == 48_000)
      #expect(decoded.caps?.bitmask("channel-mask") == layout.mask)
      #expect(decoded.duration == Int64(Self.frames) * 1_000_000_000 / 48_000)
    }
  }

  private func reordered(_ bytes: [UInt8], _ order: [Int]?, _ size: Int) -> [UInt8] {
    guard let order else { return bytes }
    var result: [UInt8] = []
    for frame in stride(from: 0, to: bytes.count, by: order.count * size) {
      for channel in order { result += bytes[(frame + channel * size)...].prefix(size) }
    }
    return result
  }

  @Test func `Channels without a position keep their order`() async throws {
    let folder = try TemporaryFolder()
    let samples = (0..<240).map { UInt8($0) }
    func masks(_ layout: [UInt32]?, channels: Int) async throws -> UInt64? {
      var file = CoreAudioFile([
        ("desc", CoreAudioFile.description(bytesPerPacket: channels, channels: channels, bits: 8)),
        ("data", [0, 0, 0, 0] + samples),
      ])
      if let layout {
        file.chunks.insert(("chan", layout.flatMap(CoreAudioFile.number)), at: 1)
      }
      let decoded = try await DecodedFile(folder.write(file.bytes, to: "in.caf"), "cafdemux")
      #expect(decoded.bytes == samples)
      return decoded.caps?.bitmask("channel-mask")
    }
    #expect(try await masks(nil, channels: 3) == 0)
    #expect(try await masks(nil, channels: 2) == 3)
    #expect(try await masks([147 << 16 | 6, 0, 0], channels: 6) == 0, "Discrete.")
    #expect(try await masks([104 << 16 | 2, 0, 0], channels: 2) == 0, "Mid and side.")
    #expect(try await masks([121 << 16 | 6, 0, 0], channels: 3) == 0, "Another channel count.")
  }

  @Test func `Padded words are read with all their bits`() async throws {
    let folder = try TemporaryFolder()
    let samples: [UInt8] = (0..<400).map { $0 % 4 == 3 ? 0 : UInt8(truncatingIfNeeded: $0 * 7) }
    let file = CoreAudioFile([
      ("desc", CoreAudioFile.description(bytesPerPacket: 4, channels: 1, bits: 24)),
      ("data", [0, 0, 0, 0] + samples),
    ])
    let decoded = try await DecodedFile(folder.write(file.bytes, to: "in.caf"), "cafdemux")
    #expect(decoded.bytes == samples && decoded.caps?.string("format") == "S32BE")
  }

  @Test(
    arguments: [
      ("pcm_alaw", "alawdec"), ("pcm_mulaw", "mulawdec"), ("adpcm_ima_qt", "avdec_adpcm_ima_qt"),
      ("alac", "avdec_alac"),
    ]
  )
  func `Decoders get the metadata for exact output`(codec: String, decoder: String) async throws {
    let folder = try TemporaryFolder()
    let options = codec == "alac" ? ["-sample_fmt", "s16p"] : []
    let path = try await sound(folder, "in.caf", ["-c:a", codec] + options)
    let expected = try await Judge.samples(path, "s16le")
    let whole = try await DecodedFile(path, "cafdemux ! \(decoder) ! \(Self.s16)")
    #expect(whole.bytes == expected && whole.first.stream == 0)
    #expect(whole.caps?.int("rate") == 48_000)
    guard codec != "adpcm_ima_qt" else { return }
    let frame = 17_777
    let time = Int64(frame) * 1_000_000_000 / 48_000
    let part = try await DecodedFile(path, "cafdemux ! \(decoder) ! \(Self.s16)", from: time)
    #expect(part.bytes == Array(expected.dropFirst(frame * 4)))
    #expect(part.first.stream == time && part.first.running == 0)
  }

  @Test(arguments: [[], ["-sample_fmt", "s32p"]])
  func `A bare ALAC cookie is read like a wrapped one`(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = try await sound(folder, "in.caf", ["-c:a", "alac"] + options)
    var file = CoreAudioFile(bytes: try folder.bytes(of: "in.caf"))
    file["kuki"] = file["kuki"].map { Array($0.suffix(24)) }
    let bare = try folder.write(file.bytes, to: "bare.caf")
    let chain =
      "cafdemux ! avdec_alac ! audioconvert ! capsfilter caps=audio/x-raw,format=S32LE,layout=interleaved"
    let decoded = try await DecodedFile(bare, chain)
    let expected = try await Judge.samples(path, "s32le")
    #expect(decoded.bytes == expected)
  }

  static let s16 = "audioconvert ! capsfilter caps=audio/x-raw,format=S16LE,layout=interleaved"

  /// A second of changing tones with tags, in one of ffmpeg's codecs.
  @discardableResult
  func sound(_ folder: TemporaryFolder, _ name: String, _ options: [String]) async throws -> String
  {
    try await Clips.ffmpeg(
      [
        "-f", "lavfi", "-i",
        "aevalsrc=0.5*sin(2*PI*t*(300+2000*t))|0.3*sin(2*PI*t*900):s=48000:d=1.0123", "-metadata",
        "title=A song", "-metadata", "genre=Test", "-metadata", "mood=blue",
      ] + options + [folder.file(name)]
    )
    return folder.file(name)
  }

  @Test func `Tags are passed on`() async throws {
    let folder = try TemporaryFolder()
    let path = try await sound(folder, "in.caf", [])
    let tags = try await DecodedFile(path, "cafdemux").tags
    #expect(tags["title"] == "A song" && tags["genre"] == "Test")
    #expect(tags["extended-comment"] == "mood=blue")
  }

  @Test(arguments: ["mp3", "ac-3", "fLaC"])
  func `An unreadable file is refused with the reason`(format: String) async throws {
    let folder = try TemporaryFolder()
    let file = CoreAudioFile([
      (
        "desc",
        CoreAudioFile.description(
          format: format == "mp3" ? ".mp3" : format,
          framesPerPacket: 1152,
          channels: 2
        )
      ),
      ("data", [UInt8](repeating: 0, count: 100)),
    ])
    let decoded = try await DecodedFile(folder.write(file.bytes, to: "in.caf"), "cafdemux")
    let message = try #require(decoded.errors.first).message
    #expect(message.contains(format == "fLaC" ? "'fLaC'" : "packet table"), "\(message)")
    #expect(decoded.errors.first?.category == .badStream)
  }
}
