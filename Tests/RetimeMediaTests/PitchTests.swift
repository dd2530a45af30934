// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Time stretch and pitch` {
    /// Two channels of 440 Hz.
    static func tone(_ path: String, seconds: Int = 2, rate: Int = 48_000) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*440*t):s=\(rate):d=\(seconds)", "-ac", "2",
        "-c:a", "pcm_s16le", path,
      ])
    }

    /// The frame count by ffprobe.
    static func frames(_ path: String) async throws -> Int? {
      try await Judge.streams(path).streams.first?.duration_ts
    }

    @Test(arguments: ["0.5", "1.5", "2", "1.1"])
    func `Stretched audio has the length of linear interpolation and the pitch of the source`(
      factor: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output, other) =
        (folder.file("in.wav"), folder.file("out.wav"), folder.file("lines.wav"))
      try await Self.tone(input, rate: 44_100)
      let report = try await scale(input, output, factor: factor) { $0.pitch = .keep }
      try await scale(input, other, factor: factor) { $0.audioMethod = .linear }
      let length = try #require(try await Self.frames(output))
      #expect(length == (try await Self.frames(other)))
      #expect(report.tracks.map(\.frames) == [length])
      for moment in try await Oracle.moments(output) {
        #expect(abs(moment.frequency - 440) < 0.5, "at \(moment.time) s")
        #expect(moment.share > 0.99, "at \(moment.time) s")
      }
    }

    @Test(arguments: [false, true])
    func `Pitch is preserved through ramps, reversals and jumps; holds sustain it or are silent`(
      sustains: Bool
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output, other) =
        (folder.file("in.wav"), folder.file("out.wav"), folder.file("lines.wav"))
      try await Self.tone(input, seconds: 3)
      let map = try MapDocument(
        parsing: """
          {"retime-map": 1, "sections": [
            {"from": "0", "to": "1", "speed": ["1/2", "2"]}, {"hold": "1", "for": "0.7"},
            {"from": "1", "to": "2", "speed": "2"}, {"from": "2", "to": "1", "speed": "0.8"},
            {"from": "2.5", "to": "end", "speed": "1"}]}
          """
      )
      try await `Jobs along a map`.make(input, output, map) {
        ($0.pitch, $0.sustainsHolds) = (.keep, sustains)
      }
      try await `Jobs along a map`.make(input, other, map) { $0.audioMethod = .linear }
      #expect(try await Self.frames(output) == (try await Self.frames(other)))
      let half = 8192.0 / 48_000 / 2 + 0.02
      // Sections are crossfaded where they meet.
      let joints = [0.8, 1.5, 2.0, 3.25]
      for moment in try await Oracle.moments(output) {
        guard !joints.contains(where: { abs($0 - moment.time) < half }) else { continue }
        guard sustains || !(0.8..<1.5).contains(moment.time) else {
          #expect(moment.level == 0, "at \(moment.time) s")
          continue
        }
        #expect(abs(moment.frequency - 440) < 1, "at \(moment.time) s")
        #expect(abs(moment.level - 0.3536) < 0.02, "at \(moment.time) s")
      }
    }

    @Test func `A sustained hold sounds at both ends and between two directions`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Self.tone(input)
      let map = try MapDocument(
        parsing: """
          {"retime-map": 1, "sections": [
            {"hold": "0", "for": "0.5"}, {"from": "0", "to": "2", "speed": "2"}, {"hold": "2", "for": "0.5"},
            {"from": "2", "to": "1", "speed": "2"}, {"hold": "1", "for": "0.5"},
            {"from": "1", "to": "1.5", "speed": "1"}]}
          """
      )
      try await `Jobs along a map`.make(input, output, map) {
        ($0.pitch, $0.sustainsHolds) = (.keep, true)
      }
      #expect(try await Self.frames(output) == 168_000)
      for moment in try await Oracle.moments(output) {
        // A crossfade may cover part of a window.
        #expect(abs(moment.frequency - 440) < 8, "at \(moment.time) s")
        #expect(abs(moment.level - 0.3536) < 0.03, "at \(moment.time) s")
      }
    }

    @Test(arguments: ["0.5", "1.5", "2"])
    func `Each click is at the time of the map`(factor: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let times = [0.3, 0.75, 1.21, 1.6]
      let bursts = times.map { "between(t\\,\($0)\\,\($0)+0.004)" }.joined(separator: "+")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "aevalsrc=0.8*(random(0)*2-1)*(\(bursts)):s=48000:d=2", "-c:a",
        "pcm_s16le", input,
      ])
      try await scale(input, output, factor: factor) { $0.pitch = .keep }
      let sound = try await Judge.sound(output)
      let scale = try #require(Double(factor))
      var (found, last) = ([Double](), -48_000)
      for (index, sample) in sound.enumerated() where abs(sample) > 0.2 {
        if index - last > 4_800 { found.append(Double(index) / 48_000) }
        last = index
      }
      #expect(found.count == times.count)
      for (one, time) in zip(found, times) { #expect(abs(one - time * scale) < 0.005) }
    }

    @Test(arguments: [1, 2, 6, 8], [SampleCoding.s16, .s24, .f32])
    func `Speed 1 returns the source's bytes, for any channel order`(
      channels: Int,
      coding: SampleCoding
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, kept, plain) =
        (folder.file("in.wav"), folder.file("kept.wav"), folder.file("plain.wav"))
      let noise = coding.noise(20_011 * channels, seed: SeededGenerator.seed)
      let raw = try folder.write(noise.flatMap(coding.bytes), to: "in.raw")
      try await Clips.ffmpeg([
        "-f", coding.name, "-ar", "48000", "-ac", "\(channels)", "-i", raw, "-c:a",
        "pcm_\(coding.name)", input,
      ])
      try await scale(input, kept, factor: "1") { $0.pitch = .keep }
      let source = try await Judge.samples(input, coding.name)
      #expect(try await Judge.samples(kept, coding.name) == source)
      for order in [Playback.backward, .boomerang] {
        try await reverse(input, kept) { ($0.playback, $0.pitch) = (order, .keep) }
        try await reverse(input, plain) { $0.playback = order }
        let expected = try await Judge.samples(plain, coding.name)
        #expect(try await Judge.samples(kept, coding.name) == expected)
      }
    }

    @Test(arguments: ["1", "1.5"], ["+7", "-2.5"])
    func `A pitch shift moves the pitch by the semitones and keeps the length`(
      factor: String,
      semitones: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Self.tone(input)
      let pitch = try Pitch(parsing: semitones)
      let report = try await scale(input, output, factor: factor) { $0.pitch = pitch }
      let length = factor == "1" ? 96_000 : 144_000
      #expect(report.tracks.map(\.frames) == [length])
      #expect(try await Self.frames(output) == length)
      let wanted = 440 * pow(2, try #require(Double(semitones)) / 12)
      for moment in try await Oracle.moments(output) {
        #expect(abs(moment.frequency - wanted) < 0.5, "at \(moment.time) s")
        #expect(moment.share > 0.99, "at \(moment.time) s")
      }
    }

    @Test func `A pitch shift applies along a map`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      try await Self.tone(input)
      let map = try MapDocument(
        parsing: """
          {"retime-map": 1, "sections": [
            {"from": "0", "to": "1", "speed": ["1/2", "2"]}, {"hold": "1", "for": "0.7"},
            {"from": "end", "to": "1", "speed": "0.8"}]}
          """
      )
      try await `Jobs along a map`.make(input, output, map) {
        ($0.pitch, $0.sustainsHolds) = (.shift(semitones: Rational(12)), true)
      }
      #expect(try await Self.frames(output) == 132_000)
      let moments = try await Oracle.moments(output)
      for moment in moments where ![0.8, 1.5].contains(where: { abs($0 - moment.time) < 0.11 }) {
        #expect(abs(moment.frequency - 880) < 1, "at \(moment.time) s")
      }
    }

    @Test(arguments: [-24.5, 25, 1e12])
    func `A shift of more than two octaves is refused`(semitones: Double) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Self.tone(input, seconds: 1)
      let wanted = Pitch.shift(semitones: Rational(Int64(semitones * 2), 2))
      let job = try request(input, folder.file("out.wav"), factor: "2") { $0.pitch = wanted }
      let error = try await failure(of: job)
      #expect(error?.kind == .usage && error?.description.contains("-24 to 24") == true)
      #expect(folder.names == ["in.wav"])
    }

    @Test func `Stretching backwards equals stretching the reversed source`() async throws {
      let folder = try TemporaryFolder()
      let (input, output, turned, other) =
        (
          folder.file("in.wav"), folder.file("out.wav"), folder.file("turned.wav"),
          folder.file("other.wav")
        )
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.7:r=48000:seed=7", "-c:a", "pcm_s16le", input,
      ])
      try await reverse(input, turned)
      try await scale(turned, other, factor: "1.5") { $0.pitch = .keep }
      try await reverse(input, output) { request in
        request.pitch = .keep
        request.amount = .factor(try Factor(parsing: "1.5"))
      }
      let expected = try await Judge.samples(other, "s16le")
      #expect(try await Judge.samples(output, "s16le") == expected)
    }

    @Test(arguments: ["opus", "m4a", "flac"])
    func `Stretching works with other rates, channels and encoders`(format: String) async throws {
      let folder = try TemporaryFolder()
      let (input, output, other) =
        (folder.file("in.wav"), folder.file("out.\(format)"), folder.file("lines.\(format)"))
      try await Self.tone(input, rate: 44_100)
      let change = { (request: inout JobRequest) in
        if format == "flac" { request.sampleRate = 32_000 }
        if format == "m4a" { request.isMono = true } else { request.channel = 1 }
      }
      let report = try await scale(input, output, factor: "1.5") {
        change(&$0)
        $0.pitch = .keep
      }
      let lines = try await scale(input, other, factor: "1.5", change)
      #expect(report.tracks.map(\.frames) == lines.tracks.map(\.frames))
      let moments = try await Oracle.moments(output).filter { (0.2...2.8).contains($0.time) }
      #expect(moments.count > 20)
      for moment in moments { #expect(abs(moment.frequency - 440) < 1, "at \(moment.time) s") }
    }

    @Test(arguments: ["mkv", "mp4"], ["0.5", "2"])
    func `Stretched audio stays in sync with the video`(format: String, factor: String) async throws
    {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.\(format)"))
      let times = [1.0, 2]
      try await Clips.flashes(at: times, length: 0.2, seconds: 3, to: input)
      try await scale(input, output, factor: factor) { $0.pitch = .keep }
      try await `SharedFrame and sound stay together`().expectTogether(output, count: 2)
    }
  }
}
