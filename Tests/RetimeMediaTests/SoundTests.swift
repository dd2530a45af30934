// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Audio accuracy` {
    /// One scaling of noise, and the expected result.
    struct Case: Sendable, CustomTestStringConvertible {
      var coding = SampleCoding.s16
      var channels = 2, rate = 48_000, frames = 20_011
      var factor = "1.5"
      var method = InterpolationMethod.linear
      var source = "wav"

      var testDescription: String {
        "\(coding.name) \(channels) ch \(rate) Hz \(frames) frames ×\(factor) \(method) \(source)"
      }
    }

    /// The README's measurement: a tone of 997 Hz, 10 s long, at factor 1.5, compared with the sine that fits best.
    @Test(arguments: [(InterpolationMethod.linear, 64.0), (.smooth, 40.9)])
    func `Interpolation has the signal-to-noise ratio of the README`(
      method: InterpolationMethod,
      decibels: Double
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*997*t):s=48000:d=10", "-c:a", "pcm_f32le",
        input,
      ])
      try await scale(input, output, factor: "1.5") { $0.audioMethod = method }
      let made = SampleCoding.f32.numbers(try await Judge.samples(output, "f32le"))
      let step = 2 * Double.pi * 997 / 48_000 * 479_999 / Double(made.count - 1)
      let middle = made.indices.dropFirst(2_000).dropLast(2_000)
      // Over this number of periods sine and cosine are practically orthogonal.
      let (sine, cosine) = middle.reduce((0.0, 0.0)) { sum, n in
        (sum.0 + made[n] * sin(step * Double(n)), sum.1 + made[n] * cos(step * Double(n)))
      }
      let scale = 2 / Double(middle.count)
      let (signal, residual) = middle.reduce((0.0, 0.0)) { sum, n in
        let fit = scale * (sine * sin(step * Double(n)) + cosine * cos(step * Double(n)))
        return (sum.0 + fit * fit, sum.1 + (made[n] - fit) * (made[n] - fit))
      }
      #expect(abs(10 * log10(signal / residual) - decibels) < 0.1)
    }

    static let formats = [
      SampleCoding.u8, .s16, .s24, .s32, .f32, .f64,
    ].flatMap { coding in
      InterpolationMethod.lines.map { Case(coding: coding, method: $0) }
    }
    static let channels = [1, 2, 3, 4, 6, 8].flatMap { channels in
      [Case(channels: channels), Case(coding: .s24, channels: channels, factor: "0.37")]
    }
    static let factors = ["0.1", "0.37", "0.5", "1", "1.001", "2", "7.3"].flatMap { factor in
      InterpolationMethod.lines.map { Case(channels: 1, factor: factor, method: $0) }
    }
    static let rates = [8_000, 11_025, 44_100, 96_000, 192_000].map { Case(coding: .f32, rate: $0) }
    static let lengths = [1, 2, 3, 4_095, 4_096, 4_097, 65_537].map {
      Case(channels: 1, frames: $0, factor: "2")
    }
    static let flac = [SampleCoding.s16, .s24].flatMap { coding in
      [1, 2, 6, 8].map { Case(coding: coding, channels: $0, factor: "1.7", source: "flac") }
    }

    @Test(arguments: formats + channels + factors + rates + lengths + flac)
    func `Every sample equals the reference`(test: Case) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(test.source)"), folder.file("out.wav"))
      try await make(test, folder, input)
      let decoded = try await Judge.samples(input, test.coding.name)
      let source = test.coding.numbers(decoded)
      #expect(source.count == test.frames * test.channels)

      let report = try await scale(input, output, factor: test.factor) {
        $0.audioMethod = test.method
      }
      let factor = try Factor(parsing: test.factor)
      let length = Int(Double(test.frames) * factor.doubleValue)
      #expect(report.tracks.map(\.frames) == [length])
      let expected = test.coding.scaled(
        source,
        channels: test.channels,
        length: length,
        smooth: test.method == .smooth
      )
      let made = test.coding.numbers(try await Judge.samples(output, test.coding.name))
      #expect(made.count == expected.count)
      let first = zip(made, expected).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(first == nil, "RETIME_SEED=\(SeededGenerator.seed)")
      let stream = try #require(try await Judge.streams(output).streams.first)
      #expect(stream.codec_name == "pcm_\(test.coding.name)")
      #expect(stream.channels == test.channels)
      #expect(stream.sample_rate == "\(test.rate)")
    }

    func make(_ test: Case, _ folder: TemporaryFolder, _ path: String) async throws {
      let noise = test.coding.noise(test.frames * test.channels, seed: SeededGenerator.seed)
      let raw = try folder.write(noise.flatMap(test.coding.bytes), to: "in.raw")
      let codec =
        test.source == "flac"
        ? ["-sample_fmt", test.coding.byteCount == 2 ? "s16" : "s32", "-bits_per_raw_sample", "24"]
        : ["-c:a", "pcm_\(test.coding.name)"]
      try await Clips.ffmpeg(
        [
          "-f", test.coding.name, "-ar", "\(test.rate)", "-ac", "\(test.channels)", "-i", raw,
        ] + codec + [path]
      )
    }

    @Test(arguments: ["quad", "5.1", "6.1", "7.1"])
    func `Scaling keeps the channel layout`(layout: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=48000", "-af", "aformat=channel_layouts=\(layout)",
        "-c:a", "pcm_s24le", input,
      ])
      try await scale(input, output, factor: "2")
      let (before, after) = (
        try await Judge.streams(input).streams, try await Judge.streams(output).streams
      )
      #expect(before.map(\.channel_layout) == after.map(\.channel_layout))
    }

    @Test func `A mono mix equals the average of the channels`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let test = Case(channels: 3)
      try await make(test, folder, input)
      try await scale(input, output, factor: "2") {
        $0.isMono = true
        $0.audioMethod = .linear
      }
      let source = test.coding.numbers(try await Judge.samples(input, "s16le"))
      let mono = stride(from: 0, to: source.count, by: 3).map { start -> Double in
        let sum = source[start] + source[start + 1] + source[start + 2]
        return (sum / 3).rounded(.toNearestOrEven)
      }
      let expected = test.coding.scaled(mono, channels: 1, length: 40_022, smooth: false)
      #expect(test.coding.numbers(try await Judge.samples(output, "s16le")) == expected)
    }

    @Test func `Every track of a file is scaled`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=2:r=48000", "-f", "lavfi", "-i", "anoisesrc=d=1:r=44100",
        "-map", "0", "-map", "1", "-c:a", "pcm_s16le", input,
      ])
      let report = try await scale(input, output, factor: "1.5")
      #expect(report.tracks.map(\.frames) == [144_000, 66_150])
      let streams = try await Judge.streams(output).streams
      #expect(streams.map(\.sample_rate) == ["48000", "44100"])
    }

    /// GStreamer's `qtdemux` ends a track with an edit list one AAC packet early; its MP3 decoders keep the encoder's
    /// padding.
    static let slack = ["m4a": 1_024, "mp3": 2_304, "ogg": 1, "opus": 1]

    @Test(arguments: slack)
    func `Lossy audio has the exact length`(format: String, slack: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.\(format)"), folder.file("out.wav"))
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=2:r=48000", "-ac", "1", input])
      let report = try await scale(input, output, factor: "2")
      #expect(abs(report.tracks[0].frames - 192_000) <= 2 * slack)
      #expect(try await Judge.samples(output, "s16le").count == 2 * report.tracks[0].frames)
    }

    @Test func `Gaps in the source stay silent`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mka"), folder.file("out.wav"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=3", "-af",
        "asetnsamples=480,aselect='not(between(t,1,1.995))'", "-c:a", "pcm_s16le", input,
      ])
      // The sinc kernel rings into the silence, up to its half length.
      let report = try await scale(input, output, factor: "2") { $0.audioMethod = .linear }
      #expect(report.tracks.map(\.frames) == [288_000])
      let samples = SampleCoding.s16.numbers(try await Judge.samples(output, "s16le"))
      #expect(samples[96_010..<191_990].allSatisfy { $0 == 0 })
      #expect(!samples[95_000..<96_000].allSatisfy { $0 == 0 })
      #expect(!samples[192_010..<193_000].allSatisfy { $0 == 0 })
    }

    @Test func `A change of the sample rate is resampled to the first rate`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.aac"), folder.file("out.wav"))
      var bytes: [UInt8] = []
      for (rate, channels) in [(48_000, 2), (32_000, 1)] {
        let part = folder.file("\(rate).aac")
        try await Clips.ffmpeg([
          "-f", "lavfi", "-i", "sine=sample_rate=\(rate):duration=1", "-ac", "\(channels)", part,
        ])
        bytes += try Array(Data(contentsOf: URL(filePath: part)))
      }
      try Data(bytes).write(to: URL(filePath: input))
      let report = try await scale(input, output, factor: "1")
      // Packets of 1024 frames, 48 of one rate and 33 of the other, and the encoder's delay.
      #expect(abs(report.tracks[0].frames - 99_000) < 4_000)
      let made = try await Judge.streams(output).streams[0]
      #expect(made.sample_rate == "48000" && made.channels == 2)
    }
  }
}
