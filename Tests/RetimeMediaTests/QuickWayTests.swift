// SPDX-License-Identifier: MPL-2.0

import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  /// The same media in a container for which there is no quick way.
  @Suite struct `The quick ways give what the plain ones give` {
    /// Options of x264 and whether its stream says enough to leave pictures out.
    static let streams = [
      ("bframes=3:b-pyramid=normal", true),
      ("bframes=8:b-pyramid=strict:keyint=24:open-gop=1", true),
      ("bframes=3:tff=1", false), ("bframes=3:pic-struct=1", false),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: streams, ["0.1", "0.37"])
    func `of pictures that are shown`(stream: (String, Bool), factor: String) async throws {
      let folder = try TemporaryFolder()
      let (input, plain) = (folder.file("in.mp4"), folder.file("in.ts"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=4", "-c:v", "libx264", "-x264-params",
        stream.0, "-pix_fmt", "yuv420p", input,
      ])
      // Start codes instead of lengths: all of it is decoded.
      try await Clips.ffmpeg(["-i", input, "-c", "copy", plain])
      for selection in factor == "0.1" ? [FrameSelection.nearest] : [.next, .previous] {
        let (quick, whole) = (folder.file("quick.mkv"), folder.file("whole.mkv"))
        for (source, result) in [(input, quick), (plain, whole)] {
          try await scale(source, result, factor: factor) {
            $0.selection = selection
            $0.overwrites = true
            $0.deinterlacing = .off
            $0.videoEncoder = "avenc_ffv1"
          }
        }
        let sums = try await Judge.pictureSums(quick)
        let expected = try await Judge.pictureSums(whole)
        #expect(sums == expected)
        #expect(sums.count == Int((100 * (try Factor(parsing: factor)).doubleValue).rounded(.up)))
      }
      let data = try #require(Self.parameters(in: try folder.bytes(of: "in.mp4")))
      let sequence = try #require(H264Sequence(data))
      #expect(sequence.lengthSize == 4)
      #expect(sequence.isStated == stream.1)
    }

    /// The content of the first `avcC` of an MP4 file.
    static func parameters(in file: [UInt8]) -> [UInt8]? {
      let name = Array("avcC".utf8)
      return (4..<file.count - 4).first { Array(file[$0..<$0 + 4]) == name }.map { place in
        let size = file[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
        return Array(file[place + 4..<place - 4 + size])
      }
    }

    @Test func `of slices that others refer to`() {
      func isReference(_ bytes: [UInt8]) -> Bool {
        RandomAccess.isReference(bytes.span, lengthSize: 2)
      }
      #expect(!isReference([0, 2, 0x01, 9]))
      #expect(!isReference([0, 1, 0x06, 0, 2, 0x01, 9, 0, 2, 0x01, 9]))
      #expect(isReference([0, 2, 0x41, 9]))
      #expect(isReference([0, 2, 0x01, 9, 0, 2, 0x21, 9]))
      #expect(isReference([0, 2, 0x65, 9]))
      #expect(isReference([0, 2, 0x67, 9, 0, 2, 0x01, 9]))
      #expect(isReference([]))
      #expect(isReference([0, 1, 0x06]))
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: ["u8", "s16le", "s24le", "f32le"],
      [2, 6]
    )
    func `of plain sound`(coding: String, channels: Int) async throws {
      let folder = try TemporaryFolder()
      let (input, plain) = (folder.file("in.wav"), folder.file("in.mkv"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "anoisesrc=d=0.2:r=48000", "-ac", "\(channels)", "-c:a",
        "pcm_\(coding)",
        "-metadata", "title=odd", input,
      ])
      try await Clips.ffmpeg(["-i", input, "-c", "copy", plain])
      let changes: [@Sendable (inout JobRequest) -> Void] = [
        { _ in },
        {
          $0.isMono = true
          $0.playback = .backward
        },
      ]
      for change in changes {
        let (quick, whole) = (folder.file("quick.wav"), folder.file("whole.wav"))
        for (source, result) in [(input, quick), (plain, whole)] {
          try await scale(source, result, factor: "1.37") {
            $0.overwrites = true
            change(&$0)
          }
        }
        let samples = try await Judge.samples(quick, coding)
        let expected = try await Judge.samples(whole, coding)
        #expect(!samples.isEmpty && samples == expected)
      }
    }
  }
}
