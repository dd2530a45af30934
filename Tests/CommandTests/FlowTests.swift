// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Optical flow interpolation` {
    private static let exact = ["--video-encoder", "avenc_ffv1 gop-size=1", "-y"]

    /// A pan over a texture at 50 frames a second, and the same with every second frame only.
    private static func pan(
      _ folder: TemporaryFolder,
      pictures: Int = 42,
      format: String = "yuv420p",
      texture: String = "mandelbrot=s=640x360:rate=50:maxiter=60",
      half: String = "select='not(mod(n,2))',setpts=N/25/TB,fps=25"
    ) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", texture, "-vf",
        "trim=end_frame=1,loop=-1:1,setpts=N/50/TB,crop=318:238:2*n:n,format=\(format)",
        "-frames:v", "\(pictures)", "-fps_mode", "passthrough", "-c:v", "ffv1",
        folder.file("truth.mkv"),
      ])
      try await Clips.ffmpeg([
        "-i", folder.file("truth.mkv"), "-vf", half, "-fps_mode", "passthrough", "-c:v", "ffv1",
        folder.file("in.mkv"),
      ])
    }

    /// For each frame nil where it equals the original, else its PSNR in dB.
    private static func judged(_ folder: TemporaryFolder, _ result: String) async throws
      -> [Double?]
    {
      try await Oracle.lines("made_pictures.py", ["truth.mkv", result].map(folder.file))
        .map { Double($0.split(separator: " ")[1]) }
    }

    private static func make(
      _ folder: TemporaryFolder,
      _ output: String,
      _ options: [String]
    ) async throws {
      try await succeed(["in.mkv", output] + options + exact, in: folder)
    }

    @Test(arguments: ["yuv420p", "yuv444p", "yuv422p10le", "gray"])
    func `Interpolated frames are closer to the original than blends`(
      format: String
    ) async throws {
      let folder = try TemporaryFolder()
      try await Self.pan(folder, format: format)
      var found: [String: [Double]] = [:]
      for rule in ["flow", "blend"] {
        try await Self.make(
          folder,
          "\(rule).mkv",
          ["--factor", "1", "--fps", "50", "--frames", rule]
        )
        let judged = try await Self.judged(folder, "\(rule).mkv")
        #expect(judged.count == 42)
        // After the last source frame it is repeated.
        for (index, value) in judged.dropLast().enumerated() {
          #expect((value == nil) == (index % 2 == 0), "\(rule) \(index): \(value ?? 0) dB")
        }
        found[rule] = judged.dropLast().compactMap(\.self)
      }
      let (flow, blend) = (found["flow"] ?? [], found["blend"] ?? [])
      #expect(flow.count == 20 && zip(flow, blend).allSatisfy { $0 > $1 + 6 }, "\(flow) \(blend)")
    }

    @Test func `Interpolated frames replace repeated ones`() async throws {
      let folder = try TemporaryFolder()
      // Each frame of a pan twice, as in animation on twos: the pan itself is the reference.
      let twice = "select='not(mod(n,2))',setpts=2*N/50/TB,fps=50"
      try await Self.pan(folder, pictures: 42, half: twice)
      try await Self.make(folder, "made.mkv", ["--factor", "1", "--frames", "flow"])
      let keeping = ["--factor", "1", "--frames", "flow", "--repeats", "keep"]
      try await Self.make(folder, "kept.mkv", keeping)
      let made = try await Self.judged(folder, "made.mkv")
      let kept = try await Judge.pictureSums(folder.file("kept.mkv"))
      #expect(made.count == 42 && made.dropLast().allSatisfy { $0 ?? 99 > 30 }, "\(made)")
      let source = try await Judge.pictureSums(folder.file("in.mkv"))
      #expect(kept == source)
    }

    @Test(
      arguments: [
        ["--factor", "2.7", "--frames", "flow"],
        ["--factor", "1.3", "--frames", "flow", "--repeats", "keep", "--flow-quality", "fast"],
        ["--speed", "5", "--motion-blur", "180"],
        ["--speed", "3", "--motion-blur", "360", "--frames", "flow"],
        ["--at", "0=0.4", "--at", "0.5=2", "--hold", "0.5=0.2", "--frames", "flow"],
      ]
    )
    func `A pipeline with videoretime gives the same frames`(options: [String]) async throws {
      let folder = try TemporaryFolder()
      try await Self.pan(folder)
      try await Self.make(folder, "job.mkv", options)
      let line = try await succeed(
        ["in.mkv", "line.mkv", "--dry-run", "--gst-launch"] + options + Self.exact,
        in: folder
      )
      try await Program.succeed(
        "sh",
        ["-c", line.text],
        in: folder.path,
        environment: BuiltPlugin.environment()
      )
      let job = try await Judge.pictureSums(folder.file("job.mkv"))
      let made = try await Judge.pictureSums(folder.file("line.mkv"))
      #expect(!job.isEmpty && job == made)
    }

    @Test func `Interpolated frames are verified, also backwards`() async throws {
      let folder = try TemporaryFolder()
      try await Self.pan(folder)
      for command in [["scale", "--factor", "2"], ["reverse", "--factor", "2"]] {
        let run = try await retime(
          [command[0], "in.mkv", "out.mkv", "--frames", "flow", "--verify"] + command.dropFirst()
            + Self.exact,
          in: folder
        )
        #expect(run.status == 0 && (run.text + run.errors).contains("identical"), "\(run.errors)")
      }
    }

    @Test(
      arguments: [
        (["--frames", "flow", "--fps", "vfr"], "--fps vfr"),
        (["--flow-quality", "best"], "--frames flow"), (["--repeats", "keep"], "--frames flow"),
        (["--motion-blur", "0"], "1 to 360"), (["--motion-blur", "361"], "1 to 360"),
        (["--motion-blur", "half"], "1 to 360"),
        (["--motion-blur", "180", "--fps", "vfr"], "--fps vfr"),
        (["--frames", "flow", "--copy-video"], "--copy-video"),
      ]
    )
    func `Optical flow is refused with advice where it cannot be used`(
      options: [String],
      text: String
    ) async throws {
      let folder = try TemporaryFolder()
      try await Self.pan(folder, pictures: 5)
      let run = try await retime(["in.mkv", "out.mkv", "--factor", "2"] + options, in: folder)
      #expect(run.status == 64 && run.errors.contains(text), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out.mkv")))
    }

    @Test func `Motion vectors are drawn as arrows over a frame`() async throws {
      let folder = try TemporaryFolder()
      let noise = "nullsrc=s=640x360:r=50,geq=lum='255*random(1)':cb=128:cr=128,gblur=sigma=2"
      try await Self.pan(folder, texture: noise)
      let run = try await succeed(
        ["flow", "in.mkv", "flow.png", "--at", "0.4", "--progress", "json"],
        in: folder
      )
      let streams = try await Judge.streams(folder.file("flow.png")).streams
      #expect(streams.first.map { [$0.width, $0.height] } == [318, 238])
      // It moves by 4 to the left and 2 up, opposite to the pan.
      let said = run.text + run.errors
      let mean =
        said.split(separator: "\"mean\":").last?.prefix { "0123456789.".contains($0) } ?? ""
      #expect(Double(mean).map { abs($0 - 4.47) < 0.5 } == true, "\(said)")
    }
  }
}
