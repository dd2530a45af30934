// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// A small file of every container, made by ffmpeg.
enum SmallClips {
  private static let picture = "testsrc2=size=64x48:rate=15:duration=1"
  private static let sound = "sine=frequency=440:sample_rate=44100:duration=1"

  /// Name, and ffmpeg's options for its tracks.
  private static let both: [(name: String, options: [String])] = [
    ("h264_aac.mp4", ["-c:v", "libx264", "-c:a", "aac"]),
    ("fragments.mp4", ["-c:v", "libx264", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]),
    ("mjpeg_pcm.mov", ["-c:v", "mjpeg", "-c:a", "pcm_s16le"]),
    ("h264_flac.mkv", ["-c:v", "libx264", "-c:a", "flac"]),
    ("ffv1_pcm.mkv", ["-c:v", "ffv1", "-c:a", "pcm_s24le"]),
    ("hevc_ac3.mkv", ["-c:v", "libx265", "-x265-params", "log-level=none", "-c:a", "ac3"]),
    ("vp8_vorbis.webm", ["-c:v", "libvpx", "-c:a", "libvorbis"]),
    ("vp9_opus.webm", ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-c:a", "libopus"]),
    ("mpeg4_mp3.avi", ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
    ("mpeg2_mp2.ts", ["-c:v", "mpeg2video", "-r", "25", "-c:a", "mp2"]),
    ("h264_aac.ts", ["-c:v", "libx264", "-c:a", "aac"]),
    ("mpeg1_mp2.mpg", ["-c:v", "mpeg1video", "-r", "25", "-c:a", "mp2"]),
    ("flv_mp3.flv", ["-c:v", "flv1", "-c:a", "libmp3lame"]),
    ("theora_vorbis.ogg", ["-c:v", "libtheora", "-c:a", "libvorbis"]),
    ("wmv_wma.asf", ["-c:v", "wmv2", "-c:a", "wmav2"]),
    ("h263_amr.3gp", ["-c:v", "h263", "-s", "128x96", "-c:a", "aac"]),
    ("mpeg2.mxf", ["-c:v", "mpeg2video", "-r", "25", "-c:a", "pcm_s16le", "-ar", "48000"]),
  ]
  private static let soundAlone: [(name: String, options: [String])] = [
    ("pcm.wav", []), ("pcm24.wav", ["-c:a", "pcm_s24le"]), ("adpcm.wav", ["-c:a", "adpcm_ms"]),
    ("pcm.aiff", []), ("pcm.au", []), ("pcm.w64", []), ("pcm.caf", []), ("flac.flac", []),
    ("flac.ogg", ["-c:a", "flac"]), ("mp3.mp3", []), ("aac.aac", []),
    ("alac.m4a", ["-c:a", "alac"]),
    ("opus.opus", []), ("vorbis.ogg", ["-c:a", "libvorbis"]), ("ac3.ac3", []), ("wma.wma", []),
    ("tta.tta", []), ("wv.wv", []),
  ]

  /// Makes them all in a folder and returns their paths.
  static func make(in folder: TemporaryFolder) throws -> [String] {
    let sets =
      both.map {
        ($0.name, ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound] + $0.options)
      }
      + soundAlone.map { ($0.name, ["-f", "lavfi", "-i", sound] + $0.options) }
    return try WorkList.map(sets, jobs: 2) { _, clip in
      try make(clip.0, clip.1, in: folder)
      return folder.file(clip.0)
    }
  }

  /// Makes one file with ffmpeg's arguments.
  static func make(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws {
    let run = try MeasuredRun(
      ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments + [folder.file(name)],
      in: folder.path,
      limits: .init(seconds: 60)
    )
    guard run.status == 0 else { throw MeasuredRun.Failure("\(name): \(run.errors)") }
  }
}
