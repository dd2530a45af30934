// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeCore
import Synchronization
import TestSupport
import Testing

@testable import RetimeMedia

extension `Media jobs` {
  @Suite struct `Sample tables` {
    init() throws { try GStreamer.initialize() }

    /// The info of a file by its sample tables, nil where they do not suffice, and by reading it.
    static func infos(_ input: String) throws -> (listed: MediaInfo?, read: MediaInfo) {
      let scanner = try Scanner.opened(input, countsPackets: true)
      defer { scanner.close() }
      var scan = scanner.result()
      let listed = scanner.countByTables(fewest: 0).map { counts in
        scan.counts = counts
        return inMicroseconds(scan.info)
      }
      scan.counts = try scanner.count() ?? [:]
      return (listed, inMicroseconds(scan.info))
    }

    /// Video parsers round a duration down, so that an end is a nanosecond or two early.
    static func inMicroseconds(_ info: MediaInfo) -> MediaInfo {
      func rounded(_ seconds: Double?) -> Double? { seconds.map { ($0 * 1e6).rounded() / 1e6 } }
      var info = info
      info.duration = rounded(info.duration)
      for index in info.tracks.indices {
        info.tracks[index].duration = rounded(info.tracks[index].duration)
      }
      return info
    }

    static let uneven = [
      "-vf", "settb=1/600,setpts='PTS+4*mod(N,2)'", "-fps_mode", "vfr", "-enc_time_base", "1:600",
      "-c:v", "libx264", "-an",
    ]

    /// Options of ffmpeg for a short clip, its name, and whether its tables suffice.
    static let films = [
      (["-c:v", "libx264", "-c:a", "aac"], "in.mp4", true),
      (["-c:v", "libx264", "-c:a", "aac", "-ac", "6"], "in.mov", true),
      (["-c:v", "libx264", "-c:a", "aac", "-ac", "8"], "in.mov", false),
      (["-c:v", "libx264", "-r", "30000/1001", "-c:a", "aac", "-ar", "44100"], "in.m4v", true),
      (["-c:v", "mpeg4", "-an"], "in.mp4", true), (["-c:v", "mjpeg", "-an"], "in.mov", true),
      (["-c:v", "libx264", "-bf", "0", "-c:a", "aac", "-ac", "2"], "in.mov", true),
      (["-c:v", "libx265", "-c:a", "aac", "-t", "3.21"], "in.mp4", true),
      (["-c:v", "prores_ks", "-an"], "in.mov", true),
      (["-c:v", "libx264", "-c:a", "aac", "-output_ts_offset", "1.25"], "in.mp4", true),
      (uneven, "in.mp4", true), (uneven + ["-use_editlist", "0"], "in.mp4", false),
      (["-vn", "-c:a", "aac", "-ss", "0.3", "-t", "1.2345"], "in.m4a", true),
      (["-c:v", "libx264", "-c:a", "aac", "-use_editlist", "0"], "in.mp4", true),
      (["-c:v", "libx264", "-c:a", "pcm_s16le"], "in.mov", false),
      (["-c:v", "libx264", "-c:a", "aac", "-movflags", "+frag_keyframe"], "in.mp4", false),
      (["-c:v", "libvpx-vp9", "-deadline", "realtime", "-an"], "in.mp4", false),
      (["-c:v", "libx264", "-c:a", "libopus"], "in.mp4", false),
      (["-c:v", "libx264", "-c:a", "aac"], "in.mkv", false),
    ]

    @Test(arguments: films)
    func `Sample tables give the counts of a full read, or none`(
      options: [String],
      name: String,
      isListed: Bool
    ) async throws {
      let folder = try TemporaryFolder()
      let input = folder.file(name)
      try await Clips.clip(input, seconds: 3.3, options)
      let (listed, read) = try await onThread { try Self.infos(input) }
      #expect((listed != nil) == isListed)
      if let listed { #expect(listed == read) }
      #expect(read.tracks.allSatisfy { $0.frames ?? 0 > 90 })
    }

    @Test func `The tables of a truncated file are not used`() async throws {
      let folder = try TemporaryFolder()
      let (whole, cut) = (folder.file("whole.mp4"), folder.file("cut.mp4"))
      try await Clips.clip(whole, ["-c:v", "libx264", "-c:a", "aac", "-movflags", "+faststart"])
      let bytes = try folder.bytes(of: "whole.mp4")
      _ = try folder.write(bytes.dropLast(bytes.count / 4), to: "cut.mp4")
      let (listed, _) = try await onThread { try Self.infos(cut) }
      #expect(listed == nil)
      #expect(try await onThread { try Self.infos(whole).listed } != nil)
    }

    @Test func `A long file is counted without reading it`() async throws {
      let folder = try TemporaryFolder()
      let input = folder.file("in.mp4")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "color=size=16x16:rate=240:duration=90", "-c:v", "mpeg4", input,
      ])
      // A time limit of zero suffices if nothing is read.
      let info = try await onThread { try Retime.info(input, countLimit: .zero) }
      #expect(info.tracks.map(\.frames) == [21_600])
      #expect(info.duration == 90)
      #expect(info.tracks.first?.video?.hasVariableFrameRate == false)
    }
  }
}
