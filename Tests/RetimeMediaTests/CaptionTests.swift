// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import RetimeMedia
import TestSupport
import Testing

extension `Media jobs` {
  @Suite struct `Closed captions` {
    /// A video of 25 frames a second, each of which has a pair of bytes of CEA-608.
    ///
    /// `reordered`: whether it has B-frames.
    private func make(
      _ path: String,
      _ pairs: [UInt16] = [UInt16](repeating: 0x942c, count: 25),
      reordered: Bool = false,
      in folder: TemporaryFolder
    ) async throws {
      let bare = folder.file("bare.264")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=\(Double(pairs.count) / 25)", "-c:v",
        "libx264", "-bf", "0", "-x264-params", "aud=1", "-f", "h264", bare,
      ])
      let bytes = try Array(Data(contentsOf: URL(filePath: bare)))
      var marked: [UInt8] = []
      var (index, frame) = (0, 0)
      while index < bytes.count {
        // An access unit delimiter of two bytes.
        if bytes[index...].starts(with: [0, 0, 0, 1, 9]) {
          marked += bytes[index..<index + 6] + Self.message(pairs[frame])
          (index, frame) = (index + 6, frame + 1)
        } else {
          marked.append(bytes[index])
          index += 1
        }
      }
      try Data(marked).write(to: URL(filePath: bare))
      let codec = reordered ? ["-c:v", "libx264", "-bf", "2", "-b_strategy", "0"] : ["-c", "copy"]
      try await Clips.ffmpeg(["-r", "25", "-i", bare] + codec + [path])
      #expect(try await captions(path) == pairs.count)
    }

    /// The message with the two bytes of one field (ITU-T H.264, D.1.6, and ATSC A/53 Part 4, 6.2.3).
    private static func message(_ pair: UInt16) -> [UInt8] {
      [0, 0, 0, 1, 6, 4, 14, 0xB5, 0, 0x31] + Array("GA94".utf8)
        + [3, 0xC1, 0xFF, 0xFC, UInt8(pair >> 8), UInt8(pair & 0xff), 0xFF, 0x80]
    }

    /// Two pop-on captions in 75 frames: "One", in italics, from 0.6 s to 1.6 s, and "Two" from there to 2.4 s.
    private static let popOn: [UInt16] = {
      var pairs = [UInt16](repeating: 0x8080, count: 75)
      for (start, codes) in [
        (2, [0x9420, 0x9420, 0x94ae, 0x94ae, 0x946e, 0x946e, 0x4f6e, 0xe580]),
        (15, [0x942f, 0x942f]),
        (20, [0x9420, 0x9420, 0x94ae, 0x94ae, 0x9470, 0x9470, 0x54f7, 0xef80]),
        (40, [0x942f, 0x942f]),
        (60, [0x942c, 0x942c]),
      ] as [(Int, [UInt16])] {
        pairs.replaceSubrange(start..<start + codes.count, with: codes)
      }
      return pairs
    }()

    /// The subtitles of a file, each as its times and its text.
    private func cues(_ path: String) async throws -> [String] {
      let text = try await Judge.decoded(
        path,
        ["-map", "0:s:0", "-f", "srt"],
        reading: ["-copyts"]
      )
      .text
      return text.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }
        .filter { $0.count >= 3 }.map { $0[1...].joined(separator: " ") }
    }

    @Test(arguments: ["mkv", "srt"], [false, true])
    func `Closed captions become subtitles, in the order in which frames are shown`(
      container: String,
      reordered: Bool
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.\(container)"))
      try await make(input, Self.popOn, reordered: reordered, in: folder)
      let request = try request(input, output, factor: "2") { $0.captions = .both }
      try await run(request)
      #expect(
        try await cues(output) == [
          "00:00:01,200 --> 00:00:03,200 <i>One</i>", "00:00:03,200 --> 00:00:04,800 Two",
        ]
      )
      if container == "mkv" { #expect(try await captions(output) == 75) }
    }

    @Test func `A film gets subtitles of its captions on request only`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await make(input, Self.popOn, in: folder)
      let listed = try await onThread { try Retime.info(input) }.tracks.last
      #expect(listed?.captions == "CC1" && listed?.kind == .subtitle && listed?.frames == 2)
      var request = JobRequest.reverse(input: input, output: output)
      var plan = try await plan(request)
      #expect(plan.tracks.map(\.index) == [0])
      #expect(plan.lost.contains { $0.contains("--captions track makes subtitles of them") })
      request.captions = .track
      plan = try await `Media jobs`.plan(request)
      #expect(plan.tracks.map(\.index) == [0, 1] && plan.lost == [])
      try await run(request)
      #expect(
        try await cues(output).map { $0.prefix(29) } == [
          "00:00:00,600 --> 00:00:01,400", "00:00:01,400 --> 00:00:02,400",
        ]
      )
      #expect(try await captions(output) == 0)
      (request.captions, request.subtitleTracks) = (.keep, .track(1))
      #expect(try await `Media jobs`.plan(request).tracks.map(\.index) == [0, 1])
    }

    @Test func `A caption that starts before the selected part is shown in it`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.srt"))
      try await make(input, Self.popOn, in: folder)
      let request = try request(input, output, factor: "1") {
        ($0.start, $0.end) = (RationalTime(1, 1), RationalTime(2, 1))
      }
      try await run(request)
      #expect(
        try await cues(output) == [
          "00:00:00,000 --> 00:00:00,600 <i>One</i>", "00:00:00,600 --> 00:00:01,000 Two",
        ]
      )
    }

    @Test func `A file without text cannot become a subtitle file`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await make(input, in: folder)
      let error = try await failure(of: request(input, folder.file("out.srt"), factor: "1"))
      #expect(error?.kind == .usage && error?.description.contains("no subtitles for srt") ?? false)
      let plan = try await plan(
        request(input, folder.file("out.mkv"), factor: "1") { $0.captions = .track }
      )
      #expect(plan.lost.contains { $0.contains("the source has no text in CEA-608") })
    }

    /// The number of frames that have captions.
    private func captions(_ path: String) async throws -> Int {
      let text = try await Judge.entries("frame=pts:side_data=side_data_type", of: path)
      return text.components(separatedBy: "ATSC A53").count - 1
    }

    @Test(arguments: ["1", "2", "0.5"])
    func `Captions are kept if no frame is dropped, else the plan lists them as dropped`(
      factor: String
    ) async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.mp4"), folder.file("out.mp4"))
      try await make(input, in: folder)
      let request = try request(input, output, factor: factor)
      let isTold = try await plan(request).lost.contains { $0.contains("closed captions") }
      #expect(isTold == (factor == "0.5"))
      try await run(request)
      #expect(try await captions(output) == (factor == "0.5" ? 0 : 25))
    }

    @Test func `Only copies keep captions where the encoder changes or the video is reversed`()
      async throws
    {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await make(input, in: folder)
      for change: @Sendable (inout JobRequest) -> Void in [
        { $0.playback = .backward }, { $0.videoEncoder = "x265enc" },
      ] {
        let request = try request(input, folder.file("out.mp4"), factor: "1", change)
        #expect(try await plan(request).lost.contains { $0.contains("closed captions") })
      }
      let output = folder.file("copy.mkv")
      let copy = try request(input, output, factor: "1") {
        ($0.copiesVideo, $0.copiesAudio) = (true, true)
      }
      #expect(try await plan(copy).lost.isEmpty)
      try await run(copy)
      #expect(try await captions(output) == 25)
    }
  }
}
