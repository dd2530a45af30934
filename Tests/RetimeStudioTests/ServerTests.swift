// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
@testable import RetimeStudio
import TestSupport
import Testing

extension `The studio` {
  @Suite struct `The server` {
    /// `retime studio` as a user starts it, on any port.
    final class Running: Sendable {
      let program: TestSupport.Program
      let folder: TemporaryFolder, state: TemporaryFolder
      /// The address without its trailing slash.
      let address: String
      let process: Int32

      init(_ arguments: [String] = [], clips: [String] = ["a.webm"]) async throws {
        (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
        for clip in clips { try Bench.put(clip, in: folder) }
        let note = state.file("process")
        // The shell prints its process id and becomes the server.
        program = try TestSupport.Program(
          "bash",
          [
            "-c", "echo $$ > \"$0\"; exec \"$@\"", note, Bench.executable, "studio", folder.path,
            "--port", "0", "--no-open",
          ] + arguments,
          environment: ["XDG_STATE_HOME": state.path]
        )
        let text = try #require(await program.errors(until: "Ctrl-C ends it"))
        let match = try #require(text.firstMatch(of: /(http:\/\/[^\/]+)\/\S*\n/))
        address = String(match.1)
        process = try #require(
          Int32(String(decoding: try state.bytes(of: "process"), as: UTF8.self).dropLast())
        )
      }

      /// The response that curl gets.
      func curl(_ arguments: [String]) async throws -> String {
        try await TestSupport.Program.succeed("curl", ["-sS"] + arguments).text
      }

      /// Starts a job without an end, waits until it encodes, and returns the server's description of it.
      @discardableResult
      func startEndlessJob() async throws -> String {
        let jobs = "\(address)/api/jobs"
        let job = try await curl([
          "-H", "Content-Type: application/json", "-d", `Studio jobs`.endless(Bench.id("a.webm")),
          jobs,
        ])
        while try await !curl([jobs]).contains("\"phase\":\"making\"") {}
        return job
      }

      /// The peak memory of the server, in megabytes of 2²⁰ bytes.
      var peakMegabytes: Int {
        get throws {
          let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
          let match = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
          return try #require(Int(match.1)) >> 10
        }
      }
    }

    @Test func `The server serves its page and ends on Ctrl-C with its jobs`() async throws {
      let server = try await Running()
      #expect(try await server.curl(["\(server.address)/"]).contains("Retime Studio"))
      let events = try TestSupport.Program(
        "curl",
        ["-sSN", "-o", "/dev/null", "\(server.address)/api/events"]
      )
      let job = try await server.startEndlessJob()
      #expect(job.contains("\"state\":\"running\""))
      #expect(server.folder.leftovers.count == 1)
      server.program.signal(SIGINT)
      let result = try await server.program.wait()
      #expect(result.status == 0)
      #expect(server.folder.names == ["a.webm"])
      _ = try await events.wait()
    }

    @Test func `The server's jobs end with it, even when it is killed`() async throws {
      let server = try await Running()
      try await server.startEndlessJob()
      server.program.signal(SIGKILL)
      // Waiting for the end of standard error waits for every process that can write to it.
      #expect(try await server.program.wait().status == 128 + SIGKILL)
      try await TestSupport.Program.succeed(
        "timeout",
        [
          "20", "bash", "-c",
          "while ls -A \"$0\" | grep -q partial; do read -t 0.1 <> <(:) || true; done",
          server.folder.path,
        ]
      )
      #expect(server.folder.names == ["a.webm"])
    }

    @Test func `Large uploads and downloads take constant memory`() async throws {
      let server = try await Running()
      let large = server.state.file("large.wav")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", large])
      try await TestSupport.Program.succeed("truncate", ["-s", "300M", large])
      _ = try await server.curl(["\(server.address)/api/files"])
      let before = try server.peakMegabytes
      let answer = try await server.curl([
        "-H", "Content-Type: application/octet-stream", "-H", "Expect:", "-T", large, "-X", "POST",
        "\(server.address)/api/files?name=large.wav",
      ])
      #expect(answer.contains("\"size\":314572800"))
      let after = try server.peakMegabytes
      #expect(after < before + 40, "\(before) MB became \(after) MB")
      // It is downloaded in constant memory too.
      let id = Bench.id("large.wav")
      let count = try await server.curl([
        "-o", "/dev/null", "-w", "%{size_download}", "\(server.address)/api/files/\(id)/media",
      ])
      #expect(count == "314572800")
      let finally = try server.peakMegabytes
      #expect(finally < before + 40, "\(before) MB became \(finally) MB")
      server.program.signal(SIGTERM)
      #expect(try await server.program.wait().status == 0)
    }

    @Test func `A request hidden in another one's body is not executed`() async throws {
      let server = try await Running()
      let port = try #require(server.address.split(separator: ":").last)
      let hidden =
        "POST /api/files?name=smuggled.mp4 HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\n"
        + "Content-Type: application/octet-stream\\r\\nContent-Length: 1\\r\\n\\r\\nx"
      // Refused for its Origin before its body is read; the body has the shape of a request.
      let script = """
        exec 3<>/dev/tcp/127.0.0.1/\(port)
        body=$(for i in $(seq 2000); do printf '\(hidden)'; done)
        printf 'POST /api/files?name=a.mp4 HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\nOrigin: http://evil\\r\\n' >&3
        printf 'Content-Length: %d\\r\\n\\r\\n' ${#body} >&3
        printf '%s' "$body" >&3 2>/dev/null
        timeout 20 cat <&3
        """
      let answer = try await TestSupport.Program.run("bash", ["-c", script]).text
      #expect(answer.hasPrefix("HTTP/1.1 403"))
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
      #expect(server.folder.names == ["a.webm"])
      let list = try await server.curl([
        "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}",
        "\(server.address)/../../../../etc/passwd",
      ])
      #expect(list == "400")
      server.program.signal(SIGINT)
      #expect(try await server.program.wait().status == 0)
    }

    @Test func `A server that cannot start reports the reason`() async throws {
      let folder = try TemporaryFolder()
      _ = try folder.write([1], to: "file")
      let environment = ["XDG_STATE_HOME": folder.file("state")]
      func studio(_ arguments: [String]) async throws -> TestSupport.Program.Result {
        try await TestSupport.Program.run(
          Bench.executable,
          ["studio", "--no-open"] + arguments,
          environment: environment
        )
      }
      for (arguments, status, words) in [
        ([folder.file("nothing")], 66, "No such file"),
        ([folder.file("file")], 66, "Not a directory"),
        ([folder.path, "--listen", "here"], 66, "'here' is no address"),
        ([folder.path, "--port", "70000"], 64, "--port takes"),
        ([folder.path, "--jobs", "0"], 64, "--jobs takes"),
        ([folder.path, "--token", "a b"], 64, "--token takes"),
      ] as [([String], Int32, String)] {
        let result = try await studio(arguments)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.contains(words), "\(result.errors)")
      }
      let server = try await Running()
      let taken = try await TestSupport.Program.run(
        Bench.executable,
        ["studio", "--no-open", server.folder.path],
        environment: ["XDG_STATE_HOME": server.state.path]
      )
      #expect(taken.status == 66 && taken.errors.contains("open in another studio"))
      let port = server.address.split(separator: ":").last.map(String.init) ?? ""
      let used = try await studio([folder.path, "--port", port])
      #expect(used.status == 66 && used.errors.contains("port \(port)"))
      server.program.signal(SIGTERM)
      #expect(try await server.program.wait().status == 0)
    }
  }
}
#endif
