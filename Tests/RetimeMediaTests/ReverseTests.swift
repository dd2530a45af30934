// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// Reverses a file with the request of `request`.
  @discardableResult
  static func reverse(
    _ input: String,
    _ output: String,
    _ change: (inout JobRequest) throws -> Void = { _ in }
  ) async throws -> Report {
    var request = JobRequest.reverse(input: input, output: output)
    request.overwrites = true
    try change(&request)
    return try await run(request)
  }

  @Suite struct `Reversed audio` {
    static let codings = [SampleCoding.u8, .s16, .s24, .s32, .f32, .f64]

    @Test(arguments: codings, [1, 2, 6])
    func `Reversed audio is the source's frames in the opposite order`(
      coding: SampleCoding,
      channels: Int
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let source = try await noise(coding, channels, 50_021, folder, input)
      let report = try await reverse(input, output)
      #expect(report.tracks.map(\.frames) == [50_021])
      let frames = stride(from: 0, to: source.count, by: channels).map {
        Array(source[$0..<$0 + channels])
      }
      let made = coding.numbers(try await Judge.samples(output, coding.name))
      #expect(made == frames.reversed().flatMap { $0 }, "RETIME_SEED=\(SeededGenerator.seed)")
      try await reverse(output, input)
      #expect(coding.numbers(try await Judge.samples(input, coding.name)) == source)
    }

    @Test(arguments: ["flac", "aiff", "caf", "mka"])
    func `A second reversal in another container restores the source`(_ type: String) async throws {
      let folder = try TemporaryFolder()
      let (input, once, twice) =
        (folder.file("in.wav"), folder.file("once.\(type)"), folder.file("twice.wav"))
      let source = try await noise(.s16, 2, 70_001, folder, input)
      try await reverse(input, once)
      try await reverse(once, twice)
      #expect(SampleCoding.s16.numbers(try await Judge.samples(twice, "s16le")) == source)
    }

    @Test func `One channel or a mono mix can be reversed`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let source = try await noise(.s16, 3, 1_000, folder, input)
      try await reverse(input, output) { $0.channel = 2 }
      let picked = stride(from: 2, to: source.count, by: 3).map { source[$0] }
      #expect(
        SampleCoding.s16.numbers(try await Judge.samples(output, "s16le")) == picked.reversed()
      )
      try await reverse(input, output) { $0.isMono = true }
      let mixed = SampleCoding.s16.numbers(try await Judge.samples(output, "s16le"))
      let last = source.suffix(3).reduce(0, +) / 3
      #expect(mixed.count == 1_000)
      #expect(mixed.first == last.rounded(.toNearestOrEven))
    }

    @Test func `A boomerang turns at the end of the last frame`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.wav"), folder.file("out.wav"))
      let source = try await noise(.s24, 1, 33_333, folder, input)
      try await reverse(input, output) { $0.playback = .boomerang }
      let made = SampleCoding.s24.numbers(try await Judge.samples(output, SampleCoding.s24.name))
      // At 33,333 frames the source is still at its last frame.
      #expect(made == source + source.suffix(1) + source.reversed().dropLast())
    }

    @Test(arguments: ["0.37", "2"])
    func `Reversing and scaling at once equals scaling the reversed file`(factor: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let files = ["in.wav", "both.wav", "back.wav", "scaled.wav"].map(folder.file)
      _ = try await noise(.s16, 2, 40_000, folder, files[0])
      let amount = JobRequest.Amount.factor(try Factor(parsing: factor))
      try await reverse(files[0], files[1]) { $0.amount = amount }
      try await reverse(files[0], files[2])
      try await scale(files[2], files[3], factor: factor)
      let both = try await Judge.samples(files[1], "s16le")
      #expect(both == (try await Judge.samples(files[3], "s16le")))
    }

    private func noise(
      _ coding: SampleCoding,
      _ channels: Int,
      _ frames: Int,
      _ folder: TemporaryFolder,
      _ path: String
    ) async throws -> [Double] {
      let noise = coding.noise(frames * channels, seed: SeededGenerator.seed)
      let raw = try folder.write(noise.flatMap(coding.bytes), to: "in.raw")
      try await Clips.ffmpeg([
        "-f", coding.name, "-ar", "48000", "-ac", "\(channels)", "-i", raw, "-c:a",
        "pcm_\(coding.name)", path,
      ])
      return coding.numbers(try await Judge.samples(path, coding.name))
    }
  }
}
