// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Verification of the result` {
    private static let exact = "avenc_ffv1 gop-size=1"

    /// Two seconds of video and stereo audio.
    private static func clip(_ folder: TemporaryFolder) async throws -> String {
      let input = folder.file("in.mkv")
      try await Clips.clip(input, channels: 2, h264 + ["-c:a", "flac"])
      return input
    }

    private static func verify(
      _ input: String,
      _ output: String,
      map: String? = nil,
      _ change: (inout JobRequest) throws -> Void
    ) async throws -> [Verification] {
      var request = JobRequest(
        input: input,
        output: output,
        amount: map == nil ? .factor(try Factor(numerator: 3, denominator: 2)) : .asMapped
      )
      request.course = try map.map { .document(try MapDocument(parsing: $0)) }
      request.verifies = true
      request.overwrites = true
      try change(&request)
      return try await run(request).verification
    }

    private static let bent = """
      {"retime-map":1,"sections":[{"from":"0","to":"1/2","speed":["1","1/2"],"ease":"smooth"},
      {"hold":"1/2","for":"1/4"},{"from":"2","to":"1","speed":"2"},{"from":"0","to":"end","speed":"3/2"}]}
      """

    @Test(arguments: [nil, bent])
    func `A lossless result is identical`(map: String?) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.clip(folder)
      for selection in [FrameSelection.nearest, .blend] {
        let found = try await Self.verify(input, folder.file("out.mkv"), map: map) {
          $0.videoEncoder = Self.exact
          $0.selection = selection
        }
        #expect(found.map(\.isIdentical) == [true, true])
        #expect(found.map(\.missing) == [0, 0])
      }
    }

    @Test(arguments: ["mkv", "mp4", "mov", "ts", "webm"])
    func `A lossy result gets a signal-to-noise ratio`(container: String) async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.clip(folder)
      let found = try await Self.verify(input, folder.file("out.\(container)"), map: Self.bent) {
        $0.sampleRate = 44_100
      }
      #expect(found.map(\.missing) == [0, 0])
      #expect(found.allSatisfy { $0.isIdentical || ($0.psnr ?? 0) > 30 }, "\(found)")
    }

    /// Planar and packed alpha, and padding in its place; H.264 and VP9 keep none, and RGB is rounded twice.
    @Test(arguments: [
      ("yuva444p10le", "prores_ks", "mp4"), ("rgba", "png", "mp4"), ("rgba", "png", "webm"),
      ("rgb24", "png", "mp4"), ("bgr0", "ffv1", "mp4"),
    ])
    func `A result without the source's transparency is right`(
      format: String,
      encoder: String,
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file(encoder == "ffv1" ? "in.mkv" : "in.mov")
      let output = folder.file("out.\(container)")
      let alpha =
        ["rgb24", "bgr0"].contains(format) ? "" : ",format=\(format),colorchannelmixer=aa=0.3"
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=0.6\(alpha)", "-c:v", encoder, "-pix_fmt",
        format, input,
      ])
      let report = try await scale(input, output, factor: "1") { $0.verifies = true }
      let track = try #require(report.verification.first)
      #expect(track.faults.isEmpty && track.unlike == 0 && track.psnr.map { $0 > 30 } == true)
    }

    @Test func `Copied frames are verified`() async throws {
      let folder = try TemporaryFolder()
      let input = try await Self.clip(folder)
      let found = try await Self.verify(input, folder.file("out.mkv")) { $0.copiesVideo = true }
      #expect(found.map(\.isIdentical).first == true)
    }

    @Test(
      arguments: [
        ("videobalance brightness=0.02 ! \(exact)", "flacenc", "not what was made"),
        ("videorate drop-only=true max-rate=10 ! \(exact)", "flacenc", "are not in the result"),
        (exact, "volume volume=0.99 ! flacenc", "not what was made"),
        (exact, "audioresample ! audio/x-raw,rate=24000 ! flacenc", "audio track 1"),
      ]
    )
    func `A result that differs from what was encoded is refused`(
      video: String,
      audio: String,
      message: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (try await Self.clip(folder), folder.file("out.mkv"))
      let error = await #expect(throws: RetimeError.self) {
        _ = try await Self.verify(input, output) {
          ($0.videoEncoder, $0.audioEncoder) = (video, audio)
        }
      }
      #expect(error?.kind == .mismatch)
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "no error")")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in.mkv"])
    }

    @Test(arguments: ["m4a", "mp4", "mov"])
    func `Every sample of an MP4 at 44,100 Hz is verified`(container: String) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=1.234:r=44100", "-ac", "2", input,
      ])
      let output = folder.file("out.\(container)")
      let found = try await Self.verify(input, output) { _ in }
      #expect(found.map(\.missing) == [0])
      let duration = try await Judge.streams(output).streams.first?.duration.flatMap(Double.init)
      #expect(duration.map { Int(($0 * 44_100).rounded()) } == found[0].frames)
    }

    @Test(
      arguments: ["avenc_ac3", "avenc_eac3"],
      [15_360, 15_361, 15_562, 15_615, 15_616, 16_895]
    )
    func `The last packet of AC-3 is verified`(encoder: String, frames: Int) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=1:r=44100", "-af", "atrim=end_sample=\(frames)", input,
      ])
      let found = try await Self.verify(input, folder.file("out.mkv")) {
        $0.amount = .factor(.identity)
        $0.audioEncoder = "\(encoder) bitrate=192000"
      }
      #expect(found.map(\.frames) == [frames] && found.map(\.missing) == [0])
    }

    @Test(arguments: [("mov", 100.0), ("avi", 100), ("wav", .infinity)])
    func `Rounding floats to integers is not identical`(
      container: String,
      least: Double
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.wav")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=d=0.5:r=44100", "-af", "volume=0.3", "-c:a", "pcm_f32le", input,
      ])
      let found = try await Self.verify(input, folder.file("out.\(container)")) { _ in }
      #expect(found.map(\.isIdentical) == [least.isInfinite])
      #expect(found.first.map { $0.psnr ?? .infinity >= least } == true, "\(found)")
    }

    @Test(arguments: ["mp4", "mkv", "ts"])
    func `Encoder delay is excluded where the audio starts late`(
      container: String
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mkv")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2", "-itsoffset", "0.04", "-f", "lavfi",
        "-i", "sine=d=1.9:r=48000", "-c:v", "ffv1", "-c:a", "aac", input,
      ])
      let output = folder.file("out.\(container)")
      let found = try await Self.verify(input, output) { $0.audioEncoder = "avenc_aac" }
      #expect(found.map(\.missing) == [0, 0])
      // With one AAC packet too many it would be compared with the audio 1,024 frames later, far below this.
      #expect(found.last?.psnr ?? 0 > 40, "\(found)")
    }
  }
}
