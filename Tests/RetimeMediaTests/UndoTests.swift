// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  /// `JobRequest.undo`: the map of a result, inverted.
  @Suite struct `Undone jobs` {
    /// Makes a clip of 151 frames in `codec`, and a tone that is longer.
    private func clip(_ folder: TemporaryFolder, _ codec: String) async throws -> String {
      let input = folder.file("in.mkv")
      try await Clips.ffmpeg(
        [
          "-f", "lavfi", "-i", "color=black:size=64x48:rate=25:duration=6.04,format=gray,geq=20+N",
          "-f", "lavfi", "-i",
          "sine=440:d=6.3:r=48000", "-c:a", "flac",
        ] + codec.split(separator: " ").map(String.init) + [input]
      )
      return input
    }

    /// Makes a result, undoes it, and returns the path of the undone file.
    private func undone(
      _ input: String,
      _ folder: TemporaryFolder,
      _ change: (inout JobRequest) throws -> Void
    ) async throws -> (path: String, plan: Plan) {
      let (result, output) = (
        folder.file("result.mkv"), folder.file("undone.mkv")
      )
      var request = JobRequest(input: input, output: result, amount: .asMapped)
      request.overwrites = true
      (request.videoEncoder, request.audioEncoder) = ("avenc_ffv1", "flacenc")
      try change(&request)
      try await run(request)
      var undo = JobRequest.undo(input: result, output: output)
      undo.overwrites = true
      if request.videoEncoder != nil { undo.videoEncoder = "avenc_ffv1" }
      let plan = try await plan(undo)
      try await run(undo)
      return (output, plan)
    }

    private func expectSame(_ path: String, as input: String, _ note: Comment) async throws {
      #expect(try await Judge.pictureSums(path) == Judge.pictureSums(input), note)
      let times = try await (Judge.times(path), Judge.times(input))
      // Matroska rounds to milliseconds, and the speed of 3.75 undoes half of one as almost two.
      #expect(zip(times.0, times.1).allSatisfy { abs($0 - $1) < 0.003 }, note)
      #expect(abs(try await Judge.sound(path).count - Judge.sound(input).count) <= 96, note)
    }

    @Test(arguments: ["2", "3/2", "6/5", "7/3", "1"], [FrameSelection.nearest, .next, .previous])
    func `Frames that were repeated are shown once again`(
      factor: String,
      selection: FrameSelection
    ) async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "-c:v ffv1")
      let (output, plan) = try await undone(input, folder) {
        ($0.amount, $0.selection) = (.factor(try Factor(parsing: factor)), selection)
      }
      try await expectSame(output, as: input, "\(factor), \(selection)")
      #expect(plan.changed.isEmpty)
      let check = CheckRequest(source: folder.file("result.mkv"), result: output)
      #expect(try await onThread { try Retime.check(check) }.isGood)
    }

    @Test func `Random maps with every frame kept are undone to the source`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "-c:v ffv1")
      var random = SeededGenerator()
      for run in 0..<8 {
        let keys = (0..<3).map { index in
          "\(2 * index + Int.random(in: 0...1, using: &random))=\(Int.random(in: 2...30, using: &random))/8"
        }
        let (output, _) = try await undone(input, folder) {
          $0.course = .edits(try MapEdits(keys: keys))
          $0.frameTiming = .variable
        }
        try await expectSame(output, as: input, "run \(run), \(keys), seed \(SeededGenerator.seed)")
      }
    }

    @Test func `Copied video is copied back, and backward playback is turned round`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "-c:v libx264 -bf 2")
      let copied = try await undone(input, folder) {
        ($0.copiesVideo, $0.videoEncoder) = (true, nil)
        $0.course = .edits(try MapEdits(keys: ["1=1", "2=1/3", "5=2"]))
      }
      try await expectSame(copied.path, as: input, "copied")
      // FFV1 would not be chosen for H.264.
      #expect(try await Judge.streams(copied.path).streams.contains { $0.codec_name == "h264" })
      let backward = try await undone(input, folder) {
        ($0.playback, $0.frameTiming) = (.backward, .kept)
      }
      try await expectSame(backward.path, as: input, "backward")
    }

    @Test func `A range that was cut is held, and dropped frames are reported`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "-c:v ffv1")
      let (output, plan) = try await undone(input, folder) {
        $0.course = .edits(try MapEdits(ranges: ["2-3=cut", "4-5=2"], holds: ["1=2"]))
      }
      let sums = try await (Judge.pictureSums(output), Judge.pictureSums(input))
      #expect(sums.0.count == 151 && sums.1.count == 151)
      #expect(sums.0[..<50] == sums.1[..<50] && sums.0[75..<100] == sums.1[75..<100])
      #expect(Set(sums.0[50..<75]).count == 1 && sums.0[125...] == sums.1[125...])
      #expect(
        plan.changed.contains("the source from 2 s to 3 s was cut: a freeze frame is in its place")
      )
      #expect(plan.changed.contains { $0.hasPrefix("frames that were dropped at speeds above 1") })
    }

    @Test func `A file that carries no map, and a part of one, are refused`() async throws {
      let folder = try TemporaryFolder()
      let input = try await clip(folder, "-c:v ffv1")
      var request = JobRequest.undo(input: input, output: folder.file("out.mkv"))
      var error = await #expect(throws: RetimeError.self) { try await plan(request) }
      #expect(error?.description.contains("does not say how it was made (RETIME_MAP)") ?? false)
      request.end = RationalTime(2, 1)
      error = await #expect(throws: RetimeError.self) { try await plan(request) }
      #expect(error?.description.contains("leave out --start and --end") ?? false)
    }
  }
}
