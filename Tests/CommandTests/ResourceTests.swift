// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  /// Limits of resources, and sources on a server.
  @Suite(.timeLimit(.minutes(10))) struct `Resources` {
    @Test func `The number of speed keyframes is limited, and the message names the limit`()
      async throws
    {
      let folder = try TemporaryFolder()
      let keys = (0...2000).flatMap { ["--at", "\($0)=1"] }
      let result = try await retime(["in.mkv", "out.mkv"] + keys, in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("given 2001 times: at most 2000 are allowed"))
      #expect(result.errors.contains("--map FILE"))
    }

    @Test func `The number of open files is limited, and the message names the limit`() async throws
    {
      let folder = try await folderWithClip()
      let result = try await shell("ulimit -n 12; retime in.mkv out.mkv --factor 2", in: folder)
      #expect(result.status == 69, "\(result.errors)")
      #expect(result.errors.contains("at most 12 files may be open at once (ulimit -n)"))
      #expect(folder.names == ["in.mkv"])
    }

    @Test func `A video on a web server is read completely`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=1", "-c:v", "libx264", "-bf",
        "2", folder.file("in.mp4"),
      ])
      let script = """
        import http.server as h, sys
        s = h.ThreadingHTTPServer(("127.0.0.1", 0), h.SimpleHTTPRequestHandler)
        print(f"port {s.server_port}.", file=sys.stderr, flush=True)
        s.serve_forever()
        """
      let server = try Program("python3", ["-c", script], in: folder.path)
      defer { server.signal(SIGKILL) }
      let port = try #require(await server.says(matching: /port (\d+)\.\n/))
      let address = "http://127.0.0.1:\(port)/in.mp4"
      let job = [address, "out.mp4", "--factor", "2", "--copy-video"]
      let result = try await succeed(job, in: folder)
      #expect(result.errorLines.last == "out.mp4: 2.000 s, video 25 frames")
      #expect(try await Judge.times(folder.file("out.mp4")).count == 25)
    }
  }
}
