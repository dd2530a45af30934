// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `The output` {
    static func folderWithClip() async throws -> TemporaryFolder {
      try await Clips.folderWithClip()
    }

    /// Expects a job to fail as `kind` and to leave the existing output file unchanged.
    func expectFailure(
      _ kind: RetimeError.Kind,
      in folder: TemporaryFolder,
      factor: String = "2",
      cancellation: Cancellation = Cancellation(),
      onProgress: @escaping @Sendable (JobProgress) -> Void = { _ in },
      change: (inout JobRequest) -> Void = { _ in },
      location: SourceLocation = #_sourceLocation
    ) async throws {
      _ = try folder.write("old".utf8, to: "out.mkv")
      let request = try request(folder.file("in.mkv"), folder.file("out.mkv"), factor: factor) {
        $0.overwrites = true
        change(&$0)
      }
      let error = try await failure(
        of: request,
        cancellation: cancellation,
        onProgress: onProgress
      )
      #expect(error?.kind == kind, "\(error?.description ?? "no error")", sourceLocation: location)
      #expect(folder.names == ["in.mkv", "out.mkv"], sourceLocation: location)
      #expect(try folder.bytes(of: "out.mkv") == Array("old".utf8), sourceLocation: location)
    }

    @Test func `A cancelled job leaves the existing output unchanged`() async throws {
      let folder = try await Self.folderWithClip()
      for kind in [RetimeError.Kind.interrupted, .terminated] {
        let cancellation = Cancellation()
        try await expectFailure(
          kind,
          in: folder,
          factor: "2000",
          cancellation: cancellation,
          onProgress: { if $0.phase == .making { cancellation.cancel(as: kind) } }
        )
      }
      let cancelled = Cancellation()
      cancelled.cancel()
      try await expectFailure(.interrupted, in: folder, cancellation: cancelled)
    }

    @Test func `A failing encoder leaves the existing output unchanged`() async throws {
      let folder = try await Self.folderWithClip()
      try await expectFailure(
        .missingCodec,
        in: folder,
        change: { $0.videoEncoder = "identity error-after=20 ! x264enc" }
      )
    }

    @Test func `A missing codec leaves the existing output unchanged`() async throws {
      let folder = try await Self.folderWithClip()
      try await expectFailure(.missingCodec, in: folder, change: { $0.audioEncoder = "flux8enc" })
      try await expectFailure(
        .usage,
        in: folder,
        change: { $0.audioEncoder = "vorbisenc quality=much" }
      )
      try await expectFailure(.usage, in: folder, change: { $0.audioEncoder = "fakesink" })
    }

    @Test func `A damaged input leaves the existing output unchanged`() async throws {
      let folder = try await Self.folderWithClip()
      _ = try folder.write((0..<9_999).map { UInt8(truncatingIfNeeded: $0 * $0) }, to: "in.mkv")
      try await expectFailure(.badInput, in: folder)
    }

    @Test func `A truncated input gives the part that could be read`() async throws {
      let folder = try await Self.folderWithClip()
      let whole = try folder.bytes(of: "in.mkv")
      _ = try folder.write(whole.prefix(whole.count / 2), to: "in.mkv")
      let report = try await scale(folder.file("in.mkv"), folder.file("out.mkv"), factor: "2")
      #expect(report.duration > 1 && report.duration < 3)
      #expect(try await Judge.complaints(decoding: folder.file("out.mkv")) == "")
    }

    @Test func `The output is never the input, nor an existing file`() async throws {
      let folder = try await Self.folderWithClip()
      let (input, bytes) = (folder.file("in.mkv"), try folder.bytes(of: "in.mkv"))
      for output in [
        input, "\(folder.path)/../\(folder.path.split(separator: "/").last ?? "")/in.mkv",
      ] {
        let same = try request(input, output, factor: "2") { $0.overwrites = true }
        #expect(try await failure(of: same)?.kind == .cannotCreate)
      }
      _ = try folder.write("old".utf8, to: "out.mkv")
      let there = try request(input, folder.file("out.mkv"), factor: "2")
      #expect(try await failure(of: there)?.kind == .cannotCreate)
      #expect(try folder.bytes(of: "in.mkv") == bytes)
      #expect(try folder.bytes(of: "out.mkv") == Array("old".utf8))
      #expect(folder.leftovers.isEmpty)
    }

    @Test func `An existing output is replaced on demand`() async throws {
      let folder = try await Self.folderWithClip()
      _ = try folder.write("old".utf8, to: "out.mkv")
      try await scale(folder.file("in.mkv"), folder.file("out.mkv"), factor: "2") {
        $0.overwrites = true
      }
      #expect(try await Judge.lumas(folder.file("out.mkv")).count == 120)
      #expect(folder.names == ["in.mkv", "out.mkv"])
    }
  }
}
