// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  /// Inputs at network addresses, from servers that lose connections.
  @Suite(.timeLimit(.minutes(10))) struct `Network inputs` {
    /// The place at which a server closes every third connection.
    private enum Loss: String { case nowhere, middle, beginning }

    /// A web server of a folder, without ranges, and its address.
    private static func serve(
      _ folder: TemporaryFolder,
      losing loss: Loss = .middle
    ) async throws -> (Program, address: String) {
      let script = """
        import http.server as h, itertools, os, sys
        count = itertools.count(1)
        class Handler(h.SimpleHTTPRequestHandler):
          def handle(self):
            self.is_lost = next(count) % 3 == 0
            if not (self.is_lost and "\(loss)" == "beginning"): super().handle()
          def copyfile(self, source, output):
            data = source.read()
            output.write(data[:len(data) // 2] if self.is_lost and "\(loss)" == "middle" else data)
        s = h.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(f"port {s.server_port}.", file=sys.stderr, flush=True)
        s.serve_forever()
        """
      let server = try Program("python3", ["-c", script], in: folder.path)
      let port = try #require(await server.says(matching: /port (\d+)\.\n/))
      return (server, "http://127.0.0.1:\(port)/")
    }

    /// A folder with a film of three seconds, 25 frames a second, and with a stream of it.
    private static func streamed(_ options: [String], to list: String) async throws
      -> TemporaryFolder
    {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=3", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=3", "-c:v", "libx264", "-g", "25", "-bf", "2", "-c:a",
        "aac", folder.file("film.mp4"),
      ])
      try await Clips.ffmpeg(
        ["-i", folder.file("film.mp4"), "-c", "copy"] + options + [folder.file(list)]
      )
      return folder
    }

    private static let hls = ["-hls_time", "1", "-hls_playlist_type", "vod"]

    @Test(arguments: [
      [], ["-hls_segment_type", "fmp4"],
      ["-map", "0", "-var_stream_map", "a:0,agroup:s,default:yes v:0,agroup:s"],
    ])
    func `HLS keeps every frame and sample, though connections are lost`(
      options: [String]
    ) async throws {
      let hasRenditions = options.contains("-map")
      let main = hasRenditions ? ["-master_pl_name", "list.m3u8"] : []
      let folder = try await Self.streamed(
        Self.hls + options + main,
        to: hasRenditions ? "part-%v.m3u8" : "list.m3u8"
      )
      for loss in [Loss.middle, .beginning] {
        let (server, address) = try await Self.serve(folder, losing: loss)
        defer { server.signal(SIGKILL) }
        let result = try await succeed(
          ["copy", address + "list.m3u8", "out.mkv", "--overwrite"],
          in: folder
        )
        #expect(result.errorLines.last?.contains("video 75 frames") == true, "\(result.errors)")
        let sums = try await Judge.pictureSums(folder.file("out.mkv"))
        #expect(sums == (try await Judge.pictureSums(folder.file("film.mp4"))))
        let samples = try await Judge.samples(folder.file("out.mkv"), "s16le").count / 2
        #expect(abs(samples - 144_000) <= 2048)
        guard hasRenditions else { continue }
        // The segments of the audio begin 1024 samples before those of the video.
        let times = try await Judge.times(folder.file("out.mkv"))
        #expect(abs((times.first ?? 1) - 1024.0 / 48000) < 0.001)
      }
    }

    @Test func `Encrypted HLS is decrypted`() async throws {
      let folder = try TemporaryFolder()
      _ = try folder.write((0..<16).map { UInt8($0) }, to: "key")
      _ = try folder.write(Array("key\n\(folder.file("key"))\n".utf8), to: "key-info")
      let film = try await Self.streamed(
        Self.hls + ["-hls_key_info_file", folder.file("key-info")],
        to: "list.m3u8"
      )
      _ = try film.write((0..<16).map { UInt8($0) }, to: "key")
      let (server, address) = try await Self.serve(film)
      defer { server.signal(SIGKILL) }
      try await succeed(["copy", address + "list.m3u8", "out.mkv"], in: film)
      let sums = try await Judge.pictureSums(film.file("out.mkv"))
      #expect(sums == (try await Judge.pictureSums(film.file("film.mp4"))))
    }

    @Test func `DASH keeps every frame`() async throws {
      let folder = try await Self.streamed(["-seg_duration", "1"], to: "list.mpd")
      let (server, address) = try await Self.serve(folder, losing: .nowhere)
      defer { server.signal(SIGKILL) }
      try await succeed(["copy", address + "list.mpd", "out.mkv"], in: folder)
      let sums = try await Judge.pictureSums(folder.file("out.mkv"))
      #expect(sums == (try await Judge.pictureSums(folder.file("film.mp4"))))
    }

    @Test func `A live input ends at Ctrl-C, and the output is finished`() async throws {
      let folder = try await Self.streamed(Self.hls, to: "list.m3u8")
      // Without its last line, the playlist is that of a live stream.
      let list = try String(contentsOfFile: folder.file("list.m3u8"), encoding: .utf8)
        .split(separator: "\n").filter { !$0.contains("ENDLIST") && !$0.contains("TYPE") }
      _ = try folder.write(Array((list.joined(separator: "\n") + "\n").utf8), to: "list.m3u8")
      let (server, address) = try await Self.serve(folder)
      defer { server.signal(SIGKILL) }
      let job = try Program(
        executable,
        [address + "list.m3u8", "out.mkv", "--factor", "2", "--progress", "json"],
        in: folder.path
      )
      #expect(await job.says(#""position":3,"#))
      job.signal(SIGINT)
      let result = try await job.wait()
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await Judge.pictureCount(folder.file("out.mkv")) == 152)
    }

    @Test func `A live input ends after the duration of --for`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=sample_rate=44100:duration=4", "-b:a", "64k", "-write_xing", "0",
        "-id3v2_version", "0", folder.file("radio.mp3"),
      ])
      // A radio: it never ends, and nothing tells how long it is.
      let script = """
        import http.server as h, sys
        class Handler(h.BaseHTTPRequestHandler):
          def do_GET(self):
            self.send_response(200)
            self.end_headers()
            while True: self.wfile.write(open("radio.mp3", "rb").read())
        s = h.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(f"port {s.server_port}.", file=sys.stderr, flush=True)
        s.serve_forever()
        """
      let server = try Program("python3", ["-c", script], in: folder.path)
      defer { server.signal(SIGKILL) }
      let port = try #require(await server.says(matching: /port (\d+)\.\n/))
      let job = ["http://127.0.0.1:\(port)/", "out.wav", "--factor", "2", "--for", "6"]
      let result = try await succeed(job, in: folder)
      #expect(result.errorLines.last?.hasPrefix("out.wav: 12.000 s") == true, "\(result.errors)")
    }

    @Test func `Parts and batches take network addresses`() async throws {
      let folder = try await Self.streamed(Self.hls, to: "list.m3u8")
      let (server, address) = try await Self.serve(folder)
      defer { server.signal(SIGKILL) }
      let list = address + "list.m3u8"
      try await succeed([list, "parts.mkv", "--factor", "2", "--parts", "2"], in: folder)
      try await succeed(["batch", list, "--to", "many", "--factor", "2"], in: folder)
      let sums = try await Judge.pictureSums(folder.file("parts.mkv"))
      #expect(sums.count == 152)
      #expect(try await Judge.pictureSums(folder.file("many/list.m3u8")).count == 152)
      #expect(!folder.names.contains { $0.hasPrefix(".retime-parts") })
    }

    @Test func `A protected stream and a stream without ranges are refused`() async throws {
      let folder = try await Self.streamed(
        Self.hls + ["-hls_flags", "single_file"],
        to: "list.m3u8"
      )
      let (server, address) = try await Self.serve(folder)
      defer { server.signal(SIGKILL) }
      let ranges = try await retime(
        [address + "list.m3u8", "out.mkv", "--factor", "2"],
        in: folder
      )
      #expect(ranges.status == 74)
      #expect(ranges.errors.contains("is lost on the way"), "\(ranges.errors)")
      let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://key\"\n"
      let protected =
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(key)#EXTINF:1,\nlist.ts\n#EXT-X-ENDLIST\n"
      _ = try folder.write(Array(protected.utf8), to: "protected.m3u8")
      let job = [address + "protected.m3u8", "out.mkv", "--factor", "2"]
      let result = try await retime(job, in: folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("is encrypted with SAMPLE-AES"), "\(result.errors)")
      #expect(!folder.names.contains("out.mkv"))
    }

    @Test func `A playlist from the network names no files of this machine`() async throws {
      let folder = try await Self.streamed(Self.hls, to: "list.m3u8")
      let list = try String(contentsOfFile: folder.file("list.m3u8"), encoding: .utf8)
        .replacing("list0.ts", with: "file://\(folder.file("list0.ts"))")
      _ = try folder.write(Array(list.utf8), to: "bad.m3u8")
      let (server, address) = try await Self.serve(folder, losing: .nowhere)
      defer { server.signal(SIGKILL) }
      let result = try await retime([address + "bad.m3u8", "out.mkv", "--factor", "1"], in: folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("only http and https addresses"), "\(result.errors)")
      // In a file of this machine it may.
      try await succeed(["copy", "bad.m3u8", "out.mkv"], in: folder)
    }

    @Test func `A playlist as output has segments that can be played by themselves`() async throws {
      let folder = try TemporaryFolder()
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=8", "-f", "lavfi", "-i",
        "sine=sample_rate=48000:duration=8", "-c:v", "libx264", "-g", "25", "-bf", "2", "-c:a",
        "aac", folder.file("film.mp4"),
      ])
      let encoder = ["--video-encoder", "x264enc key-int-max=25"]
      let job = ["film.mp4", "list.m3u8", "--factor", "2"] + encoder
      try await succeed(job, in: folder)
      let segments = (0..<3).map { "list-0000\($0).ts" }
      #expect(folder.names == ["film.mp4"] + segments + ["list.m3u8"])
      #expect(
        try String(contentsOfFile: folder.file("list.m3u8"), encoding: .utf8) == """
          #EXTM3U
          #EXT-X-VERSION:3
          #EXT-X-TARGETDURATION:6
          #EXT-X-MEDIA-SEQUENCE:0
          #EXT-X-PLAYLIST-TYPE:VOD
          #EXT-X-INDEPENDENT-SEGMENTS
          #EXTINF:6.000000,
          list-00000.ts
          #EXTINF:6.000000,
          list-00001.ts
          #EXTINF:4.000000,
          list-00002.ts
          #EXT-X-ENDLIST

          """
      )
      // Each segment alone, and all of them by the playlist, are decoded without a complaint.
      for (name, count) in zip(segments, [150, 150, 100]) {
        #expect(try await Judge.complaints(decoding: folder.file(name)) == "")
        #expect(try await Judge.pictureSums(folder.file(name)).count == count)
      }
      #expect(try await Judge.complaints(decoding: folder.file("list.m3u8")) == "")
      try await succeed(["film.mp4", "out.ts", "--factor", "2"] + encoder, in: folder)
      let sums = try await Judge.pictureSums(folder.file("list.m3u8"))
      #expect(sums == (try await Judge.pictureSums(folder.file("out.ts"))))
      // What is there is replaced on demand, and no segment of before is left.
      let again = try await retime(job, in: folder)
      #expect(again.status == 73)
      #expect(again.errors.contains("give -y"), "\(again.errors)")
      try await succeed(["film.mp4", "list.m3u8", "--factor", "1", "-y", "--verify"], in: folder)
      #expect(!folder.names.contains(segments[2]))
      #expect(try await Judge.pictureSums(folder.file("list.m3u8")).count == 200)
      let parts = try await retime(job + ["-y", "--parts", "2"], in: folder)
      #expect(parts.status == 64)
    }

    @Test func `A sink takes the output instead of a file`() async throws {
      let folder = try await Self.streamed([], to: "film.mkv")
      let sink = "filesink location=\(folder.file("sent.flv"))"
      let job = ["film.mp4", "--sink", sink, "--factor", "2"]
      let result = try await succeed(job + ["--container", "flv"], in: folder)
      #expect(result.errors.contains("it is not read back"), "\(result.errors)")
      #expect(try await Judge.pictureCount(folder.file("sent.flv")) == 150)
      for (arguments, text) in [
        (job, "--sink needs --container"),
        (job + ["--container", "flv", "out.flv"], "give an output or --sink"),
        (job + ["--container", "wav"], "is written as a file alone"),
        (["film.mp4", "--sink", "fakesrc", "--container", "flv", "--factor", "2"], "is no sink"),
      ] {
        let refused = try await retime(arguments, in: folder)
        #expect(refused.status == 64)
        #expect(refused.errors.contains(text), "\(refused.errors)")
      }
    }
  }
}
