// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

extension `The command line` {
  /// Named pipes whose other end may be closed: opening one blocks.
  @Suite(.timeLimit(.minutes(10))) struct `A named pipe` {
    static let jobs = [
      ["pipe", "out.mkv", "--factor", "2"], ["reverse", "pipe", "out.mkv"],
      ["resample", "pipe", "out.mkv", "--rate", "32000"], ["copy", "pipe", "out.mkv"],
      ["spectrogram", "pipe", "out.png"], ["pipe", "out.mkv", "--factor", "2", "--dry-run"],
    ]
    static let looks = [
      ["info", "pipe"], ["info", "pipe", "--thumbnail", "out.jpg"],
      ["info", "pipe", "--waveform", "out.json"],
    ]

    /// A folder that holds a pipe, and a clip if requested.
    static func folderWithPipe(clip: Bool = false) async throws -> TemporaryFolder {
      let folder = clip ? try await folderWithClip() : try TemporaryFolder()
      try await Program.succeed("mkfifo", [folder.file("pipe")])
      return folder
    }

    /// Opens a pipe for writing, which waits for a reader.
    private func writer(_ path: String) async throws -> FileHandle {
      let opened = await withCheckedContinuation { done in
        Foundation.Thread.detachNewThread {
          done.resume(returning: FileHandle(forWritingAtPath: path))
        }
      }
      return try #require(opened)
    }

    @Test(arguments: jobs)
    func `A pipe without a writer stalls`(job: [String]) async throws {
      let folder = try await Self.folderWithPipe()
      let result = try await retime(job + ["--stall-timeout", "1"], in: folder)
      #expect(result.status == 65)
      #expect(result.errors.contains("'pipe' stalled"), "\(result.errors)")
      #expect(folder.names == ["pipe"])
    }

    @Test(arguments: jobs + looks)
    func `A job that waits for a pipe can be interrupted`(job: [String]) async throws {
      for (signal, code) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
        let folder = try await Self.folderWithPipe()
        let job = try Program(executable, job, in: folder.path)
        let writer = try await writer(folder.file("pipe"))
        job.signal(signal)
        #expect(try await job.wait().status == code)
        #expect(folder.names == ["pipe"])
        try? writer.close()
      }
    }

    @Test func `A pipe is read like a file`() async throws {
      let folder = try await Self.folderWithPipe(clip: true)
      let job = try Program(executable, ["info", "pipe", "--json"], in: folder.path)
      let writer = try await writer(folder.file("pipe"))
      try writer.write(contentsOf: Data(try folder.bytes(of: "in.mkv")))
      try writer.close()
      let file = try await retime(["info", "in.mkv", "--json"], in: folder)
      #expect(try await job.wait().text == file.text)
    }

    /// In an encoder description, which Retime cannot inspect.
    @Test func `A pipe that an element waits for stalls only its job`() async throws {
      let folder = try await Self.folderWithPipe(clip: true)
      let encoder = "tee name=t ! queue ! filesink location=pipe t. ! queue ! flacenc"
      let arguments = ["in.mkv", "out.flac", "--factor", "2", "--audio-encoder", encoder]
      let stalled = try await retime(arguments + ["--stall-timeout", "1"], in: folder)
      #expect(stalled.status == 65)
      #expect(stalled.errors.contains("stalled"))
      let job = try Program(executable, arguments + ["--verbose"], in: folder.path)
      #expect(await job.says("tee name=t"))
      job.signal(SIGINT)
      #expect(try await job.wait().status == 130)
      #expect(folder.names == ["in.mkv", "pipe"])
    }

    @Test(arguments: ["pipe", "/dev/null", "in.mkv", "out.mkv", "no/p.jpg"])
    func `A pipe cannot hold a preview`(name: String) async throws {
      let folder = try await Self.folderWithPipe(clip: true)
      let before = try folder.bytes(of: "in.mkv")
      let result = try await retime(
        ["in.mkv", "out.mkv", "--factor", "2", "--preview", name],
        in: folder
      )
      #expect(result.status == 73)
      #expect(result.errors.contains("'\(name)'"))
      #expect(folder.names == ["in.mkv", "pipe"])
      #expect(try folder.bytes(of: "in.mkv") == before)
    }

    @Test(arguments: ["/dev/zero", "/dev/null", "file:///dev/zero"])
    func `A device is not an input`(name: String) async throws {
      let folder = try TemporaryFolder()
      let result = try await retime([name, "out.mkv", "--factor", "2"], in: folder)
      #expect(result.status == 66)
      #expect(result.errors.contains("is a device"))
      #expect(folder.names.isEmpty)
    }

    @Test(arguments: ["pipe", "/dev/null"])
    func `A pipe cannot be an output`(name: String) async throws {
      let folder = try await Self.folderWithPipe(clip: true)
      let result = try await retime(
        ["in.mkv", name, "-y", "--container", "mkv", "--factor", "2"],
        in: folder
      )
      #expect(result.status == 73)
      #expect(result.errors.contains("is not a file"))
    }
  }
}
