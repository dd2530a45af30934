// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  /// Judged by the same file with an atom more, because of which its demuxer reads all of it.
  @Suite struct `Long tracks of MP4 files` {
    /// More samples in each track than a demuxer is shown; pictures out of order and at uneven times.
    static func make(_ path: String) async throws {
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "testsrc2=s=32x32:r=250:d=90", "-f", "lavfi", "-i",
        "aevalsrc=sin(440*t*t/9):s=96000:d=190", "-vf", "select='not(eq(mod(n,7),3))'",
        "-fps_mode", "vfr", "-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "100",
        "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "24k", "-video_track_timescale", "12000",
        path,
      ])
    }

    /// A file whose tracks say that no sample is shown before it is decoded (`cslg`, ISO/IEC 14496-12, 8.6.1.4),
    /// which is so.
    static func stated(_ file: [UInt8]) throws -> [UInt8] {
      let name = Array("moov".utf8)
      let place = try #require((4..<file.count - 4).last { Array(file[$0..<$0 + 4]) == name })
      var atoms = try #require(Atom.parse(file[(place + 4)...]))
      for index in atoms.indices where atoms[index].kind == "trak" {
        atoms[index].atoms.change("mdia") { media in
          media.atoms.change("minf") { information in
            information.atoms.change("stbl") {
              $0.atoms.append(Atom("cslg", [UInt8](repeating: 0, count: 24)))
            }
          }
        }
      }
      return file[..<(place - 4)] + Atom("moov", atoms).bytes
    }

    @Test(.timeLimit(.minutes(10))) func `give what their demuxer gives`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Self.make(input)
      let plain = try folder.write(Self.stated(folder.bytes(of: "in.mp4")), to: "plain.mp4")
      for number in ["001", "002"] {
        #expect(MovieTail(input, streamID: "x/\(number)") != nil)
        #expect(MovieTail(plain, streamID: "x/\(number)") == nil)
      }
      let (quick, whole) = (folder.file("quick.mkv"), folder.file("whole.mkv"))
      for (source, result) in [(input, quick), (plain, whole)] {
        try await scale(source, result, factor: "0.5") {
          $0.frameTiming = .kept
          $0.videoEncoder = "avenc_ffv1"
          $0.audioEncoder = "flacenc"
        }
      }
      // Compared as a whole: a difference of so many would take for ever to be told.
      let sums = try await Judge.pictureSums(quick)
      let areSameSums = try await Judge.pictureSums(whole) == sums
      #expect(sums.count > 1 << 14 && areSameSums)
      let times = try await Judge.timestamps(quick).counts
      let areSameTimes = try await Judge.timestamps(whole).counts == times
      #expect(areSameTimes)
      let sound = try await Judge.samples(quick, "s32le")
      let isSameSound = try await Judge.samples(whole, "s32le") == sound
      #expect(sound.count > 90 * 96_000 * 4 && isSameSound)
    }
  }
}
