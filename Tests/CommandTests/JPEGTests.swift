// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

extension `The command line` {
  @Suite(.timeLimit(.minutes(10))) struct `JPEG` {
    /// Runs `retime` with new memory filled with a byte by `MALLOC_PERTURB_`, see mallopt(3).
    private static func run(_ arguments: [String], filling byte: UInt8, in folder: TemporaryFolder)
      async throws
    {
      try await Program.succeed(
        executable,
        arguments,
        in: folder.path,
        environment: ["MALLOC_PERTURB_": "\(byte)"]
      )
    }

    @Test(
      arguments: ["yuv420p", "yuv422p", "yuv411p", "yuv444p", "bgr0", "gray"],
      [161, 164, 168]
    )
    func `JPEG does not depend on uninitialised memory, at any width`(format: String, width: Int)
      async throws
    {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=\(width)x91:rate=1:duration=1,format=\(format)", "-c:v",
        "ffv1", folder.file("in.mkv"),
      ])
      let names = ["out.avi", "out.jpg", "small.jpg"]
      var made: [[[UInt8]]] = []
      for byte in [1, 90] as [UInt8] {
        try await Self.run(
          [
            "in.mkv", "out.avi", "--factor", "1", "-y", "--preview", "out.jpg", "--video-encoder",
            "jpegenc quality=95",
          ],
          filling: byte,
          in: folder
        )
        try await Self.run(
          ["info", "in.mkv", "-y", "--thumbnail", "small.jpg"],
          filling: byte,
          in: folder
        )
        made.append(try names.map(folder.bytes))
      }
      for (index, name) in names.enumerated() {
        let isSame = made[0][index] == made[1][index]
        #expect(isSame, "\(name)")
      }
    }
  }
}
