// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `A track without a decoder` {
    /// Audio of a codec that no decoder knows, beside video.
    @Test func `A track without a decoder is dropped with a notice`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mov"), folder.file("out.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:d=1", "-f", "lavfi", "-i",
        "sine=d=1:r=48000", "-c:v", "mjpeg", "-c:a", "pcm_s16le", input,
      ])
      var bytes = try Array(Data(contentsOf: URL(filePath: input)))
      let place = try #require(bytes.firstRange(of: Array("sowt".utf8)))
      bytes.replaceSubrange(place, with: Array("sevc".utf8))
      try Data(bytes).write(to: URL(filePath: input))
      let plan = try await plan(input, output, factor: "2")
      #expect(plan.tracks.count == 1)
      #expect(plan.lost.contains { $0.contains("No Debian package") })
      try await scale(input, output, factor: "2")
      #expect(try await Judge.streams(output).streams.map(\.codec_type) == ["video"])
      let alone = try request(input, folder.file("out.wav"), factor: "2")
      #expect(try await failure(of: alone)?.kind == .missingCodec)
    }

    /// A file by ffmpeg, a codec name and one of equal length that replaces it, and the name that the message has.
    static let names = [
      ("mp4", "libx264", "avc1", "zzqq", "video/x-gst-fourcc-zzqq"),
      ("mp4", "libx264", "avc1", "drac", "Dirac"),
      ("mkv", "libx264", "V_MPEG4/ISO/AVC", "V_MPEG9/ISO/ABC", "V_MPEG9/ISO/ABC"),
      ("avi", "mpeg4", "FMP4", "QQZZ", "QQZZ"), ("avi", "mjpeg", "MJPG", "QZ0!", "QZ0!"),
    ]

    @Test(arguments: names, [Playback.forward, .backward])
    func `The message names the codec as the container does`(
      name: (file: String, codec: String, own: String, other: String, said: String),
      playback: Playback
    ) async throws {
      let folder = try TemporaryFolder()
      let (whole, output) = ("whole.\(name.file)", folder.file("out.mkv"))
      try await Clips.clip(
        folder.file(whole),
        seconds: 1,
        ["-c:v", name.codec, "-c:a", name.file == "avi" ? "pcm_s16le" : "aac"]
      )
      var bytes = try folder.bytes(of: whole)
      while let place = bytes.firstRange(of: Array(name.own.utf8)) {
        bytes.replaceSubrange(place, with: Array(name.other.utf8))
      }
      let input = try folder.write(bytes, to: "in.\(name.file)")
      let info = try await onThread { try Retime.info(input) }
      let track = try #require(info.tracks.first { $0.kind == .video })
      #expect(track.codecDescription.contains(name.said))
      #expect(!track.codecDescription.contains("decoder"))
      let request = try request(input, output, factor: "2") { $0.playback = playback }
      let plan = try await plan(request)
      #expect(plan.lost.contains { $0.contains("video track 1, \(track.codecDescription)") })
      let report = try await run(request)
      #expect(report.tracks.count == 1)
      #expect(try await Judge.streams(output).streams.map(\.codec_type) == ["audio"])
    }

    /// Matroska omits the header that GStreamer's TTA decoder starts with.
    @Test func `An installed decoder that fails is not reported as missing`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mka")
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "tta", input])
      let request = try request(input, folder.file("out.wav"), factor: "2")
      let failure = try #require(try await failure(of: request))
      #expect(failure.kind == .missingCodec && "\(failure)".contains("avdec_tta is installed"))
    }

    @Test(arguments: [Playback.forward, .backward])
    func `A track that is deselected does not fail the file`(playback: Playback) async throws {
      let folder = try TemporaryFolder()
      let (whole, output) = (folder.file("whole.mkv"), folder.file("out.mkv"))
      try await Clips.clip(whole, seconds: 1, ["-c:v", "libx264", "-c:a", "libvorbis"])
      var bytes = try folder.bytes(of: "whole.mkv")
      // The setup header of Vorbis.
      let place = try #require(bytes.firstRange(of: [5] + Array("vorbis".utf8)))
      bytes[place.lowerBound + 1] = UInt8(ascii: "x")
      let input = try folder.write(bytes, to: "in.mkv")
      var request = try request(input, output, factor: "2") { $0.playback = playback }
      #expect(try await failure(of: request)?.kind == .badInput)
      request.audioTracks = .none
      let report = try await run(request)
      #expect(report.tracks.map(\.frames) == [60])
    }
  }
}
