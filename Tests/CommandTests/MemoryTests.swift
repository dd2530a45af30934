// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `Memory` {
    /// Reversing frames of this size used more than twice the limit.
    @Test func `Memory use is that of the plan and within the limit`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=3840x2160:rate=30:duration=0.3", "-c:v", "libx264",
        "-preset", "ultrafast", folder.file("in.mp4"),
      ])
      let arguments = ["reverse", "in.mp4", "out.mp4"]
      let plan = try await retime(arguments + ["--dry-run"], in: folder)
      let said = try #require(plan.text.firstMatch(of: /memory: about (\d+) MB/)?.1)
      let planned = try #require(Int(said))
      #expect(planned * 1_000_000 <= 512 << 20)
      let kilobytes = try await Self.peak(arguments, in: folder)
      #expect(kilobytes << 10 < planned * 1_100_000, "\(kilobytes) kB")
    }

    @Test(arguments: ["1-end=cut", "1-1190=cut", "0-1190=cut"])
    func `Audio that a map cuts is not held in memory`(range: String) async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=r=48000:d=1200", "-ac", "2", "-c:a", "pcm_s16le",
        folder.file("in.wav"),
      ])
      // The file has 230 MB.
      let kilobytes = try await Self.peak(["in.wav", "out.wav", "--range", range], in: folder)
      #expect(kilobytes < 100_000, "\(kilobytes) kB")
    }

    /// The peak memory of a job in units of 1024 bytes.
    private static func peak(_ arguments: [String], in folder: TemporaryFolder) async throws -> Int
    {
      let measure =
        "import resource as r, subprocess, sys; code = subprocess.call(sys.argv[1:]); "
        + "print(r.getrusage(r.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
      let run = try await Program.succeed(
        "python3",
        ["-c", measure, executable] + arguments,
        in: folder.path
      )
      return try #require(run.text.split(separator: "\n").last.flatMap { Int($0) })
    }
  }
}
