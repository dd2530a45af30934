// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  @Suite struct `Frames that need no decoding` {
    /// An encoder's options, and the most frames of 100 that may be decoded where every fiftieth is displayed.
    struct Stream: Sendable, CustomTestStringConvertible {
      let codec: String, options: String, decoded: Int
      var container = "mp4"
      var testDescription: String { "\(codec) \(options) \(container)" }

      var encoder: [String] { ["-c:v", "lib\(codec)", "-\(codec)-params", options] }
    }

    static let streams = [
      Stream(codec: "x264", options: "bframes=3:b-pyramid=normal", decoded: 70),
      Stream(
        codec: "x264",
        options: "bframes=8:b-pyramid=strict:keyint=24:open-gop=1",
        decoded: 70
      ),
      // GOPs of ten: those of the frames 0, 50 and 99 are decoded up to these.
      Stream(codec: "x264", options: "keyint=10:scenecut=0:bframes=2", decoded: 14),
      Stream(codec: "x264", options: "keyint=10:scenecut=0", decoded: 14, container: "mkv"),
      Stream(codec: "x264", options: "bframes=3:tff=1", decoded: 100),
      Stream(codec: "x264", options: "bframes=3:pic-struct=1", decoded: 100),
      Stream(codec: "x265", options: "bframes=4", decoded: 70),
      Stream(
        codec: "x265",
        options: "bframes=4:keyint=24:open-gop=1",
        decoded: 70,
        container: "mkv"
      ),
      Stream(codec: "x265", options: "bframes=4:keyint=24:temporal-layers=3", decoded: 70),
      Stream(codec: "x265", options: "keyint=10:scenecut=0:open-gop=0:bframes=3", decoded: 14),
      Stream(codec: "x265", options: "keyint=10:scenecut=0:open-gop=0:radl=2", decoded: 70),
    ]

    @Test(arguments: streams, ["0.02", "0.1", "0.37", "0.5"])
    func `Skipping unneeded frames leaves the output the same`(stream: Stream, factor: String)
      async throws
    {
      let folder = try TemporaryFolder()
      let (input, plain) = (folder.file("in.\(stream.container)"), folder.file("in.ts"))
      try await Clips.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=4"] + stream.encoder
          + ["-pix_fmt", "yuv420p", input]
      )
      // Start codes instead of lengths: all of it is decoded.
      try await Clips.ffmpeg(["-i", input, "-c", "copy", plain])
      for selection in factor == "0.1" ? [FrameSelection.nearest] : [.next, .previous] {
        let (quick, whole) = (folder.file("quick.mkv"), folder.file("whole.mkv"))
        let change: @Sendable (inout JobRequest) -> Void = {
          $0.selection = selection
          $0.overwrites = true
          $0.deinterlacing = .off
          $0.videoEncoder = "avenc_ffv1"
        }
        for (source, result) in [(input, quick), (plain, whole)] {
          _ = try await scale(source, result, factor: factor, change)
        }
        let sums = try await Judge.pictureSums(quick)
        let expected = try await Judge.pictureSums(whole)
        #expect(sums == expected)
        #expect(sums.count == Int((100 * (try Factor(parsing: factor)).doubleValue).rounded(.up)))
        let decoded = try await decoded(try request(input, quick, factor: factor, change))
        #expect(factor == "0.5" || stream.decoded == 100 || decoded < 100)
        #expect(decoded <= (factor == "0.02" ? stream.decoded : 100))
        #expect(decoded == 100 || stream.decoded < 100)
      }
    }

    /// The number of source frames that a job decodes.
    private func decoded(_ request: JobRequest) async throws -> Int {
      try await onThread {
        let plan = try Retime.plan(request)
        let track = try #require(plan.tracks.first)
        let map = plan.timeMap
        let reader = try TrackReader(
          TrackReader.Source(
            uri: plan.uri,
            isPushed: plan.isPushed,
            streamID: track.streamID,
            patches: [],
            start: nil,
            end: nil
          ),
          output: .pictures,
          onElement: PacketFilter(plan, track, map)?.watch,
          onError: { _ in }
        )
        try reader.start()
        defer { reader.stop() }
        var count = 0
        while reader.next() != nil { count += 1 }
        return count
      }
    }

    @Test func `H.264 slices that nothing refers to are recognised`() throws {
      // The parameter sets of a stream by x264, with lengths of two bytes.
      let set: [UInt8] = [
        0x67, 0x64, 0, 0x0a, 0xac, 0xd9, 0x46, 0x26, 0xc0, 0x44, 0, 0, 3, 0, 4, 0, 0, 3, 0, 0xc8,
        0x3c, 0x48, 0x96, 0x58,
      ]
      let data = [1, 0x64, 0, 0x0a, 0xfd, 0xe1, 0, UInt8(set.count)] + set + [1, 0, 1, 0x68]
      let sequence = try #require(H264Sequence(data))
      #expect(sequence.lengthSize == 2 && sequence.isStated)
      func role(_ bytes: [UInt8]) -> PictureRole { sequence.role(of: bytes.span) }
      #expect(role([0, 2, 0x01, 9]) == .leaf)
      #expect(role([0, 1, 0x06, 0, 2, 0x01, 9, 0, 2, 0x01, 9]) == .leaf)
      #expect(role([0, 2, 0x41, 9]) == .needed)
      #expect(role([0, 2, 0x01, 9, 0, 2, 0x21, 9]) == .needed)
      #expect(role([0, 2, 0x65, 9]) == .entry)
      #expect(role([0, UInt8(set.count)] + set + [0, 2, 0x65, 9]) == .entry)
      #expect(role([0, 2, 0x67, 9, 0, 2, 0x01, 9]) == .change)
      #expect(role([0, 2, 0x68, 9, 0, 2, 0x01, 9]) == .needed)
      #expect(role([]) == .needed)
      #expect(role([0, 1, 0x06]) == .needed)
    }

    @Test func `HEVC pictures in the highest temporal layer are recognised`() throws {
      // Three temporal layers, frames only.
      let set: [UInt8] = [0x42, 1, 0x05, 1, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x1e]
      let arrays = [1, 0x21, 0, 1, 0, UInt8(set.count)] + set
      let data = [1] + [UInt8](repeating: 0, count: 20) + [0x0d] + arrays
      let sequence = try #require(HEVCSequence(data))
      #expect(sequence.lengthSize == 2 && sequence.isStated)
      // Neither fields nor two parameter sets are supported.
      #expect(try #require(HEVCSequence(data.map { $0 == 0x90 ? 0x80 : $0 })).isStated == false)
      #expect(HEVCSequence(Array(data[..<22] + [2] + arrays[1...] + arrays[1...])) == nil)
      func role(_ bytes: [UInt8]) -> PictureRole { sequence.role(of: bytes.span) }
      #expect(role([0, 3, 0x00, 3, 0x80]) == .leaf)
      #expect(role([0, 3, 0x4e, 1, 9, 0, 3, 0x10, 3, 0x80]) == .leaf)
      // A layer below; a reference picture; another view of a scene.
      #expect(role([0, 3, 0x00, 2, 0x80]) == .needed)
      #expect(role([0, 3, 0x02, 3, 0x80]) == .needed)
      #expect(role([0, 3, 0x00, 0x0b, 0x80]) == .needed)
      // IDR pictures without leading pictures and with them, and a CRA picture.
      #expect(role([0, 3, 0x28, 1, 0xa0]) == .entry)
      #expect(role([0, 3, 0x26, 1, 0xa0]) == .needed)
      #expect(role([0, 3, 0x2a, 1, 0xa0]) == .needed)
      // A BLA picture; other parameter sets; the end of a sequence.
      #expect(role([0, 3, 0x28, 1, 0xe0]) == .change)
      #expect(role([0, UInt8(set.count)] + set + [0, 3, 0x28, 1, 0xa0]) == .entry)
      #expect(role([0, 3, 0x42, 1, 9, 0, 3, 0x28, 1, 0xa0]) == .change)
      #expect(role([0, 3, 0x00, 3, 0x80, 0, 2, 0x48, 1]) == .change)
      #expect(role([]) == .needed)
    }

    @Test func `GOP starts are recognised where all of one GOP is displayed before the next`() {
      func starts(_ pictures: [(StreamTime, Bool)]) -> [StreamTime] {
        var groups = GOPStarts()
        for (time, isEntry) in pictures { groups.note(time, isEntry: isEntry) }
        return groups.times
      }
      #expect(starts([(0, true), (2, false), (1, false), (3, true), (4, false)]) == [0, 3])
      #expect(starts([(0, true), (2, false), (3, true), (1, false), (4, true)]) == [])
      #expect(starts([(0, true), (4, false), (3, true)]) == [])
      #expect(starts([(0, false), (1, true)]) == [1])
      let many = starts((0..<10_000).map { (StreamTime(clamping: $0), true) })
      #expect(many.count <= 4096 && many.count > 2048 && many.first == 0)
    }
  }
}
