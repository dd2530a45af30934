// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// Small unusual files made by ffmpeg, on which every change is tested.
enum OddClips {
  private static let picture = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=15:duration=1"]
  private static let sound = ["-f", "lavfi", "-i", "aevalsrc=sin(1500*t*t)/2:s=44100:d=1"]
  private static let small = ["-c:v", "mpeg4", "-c:a", "pcm_s16le"]
  private static let common = ["-c:v", "libx264", "-g", "6", "-c:a", "aac"]

  /// Name, and ffmpeg's arguments before it; `@` is replaced by the folder.
  private static let clips: [(name: String, arguments: [String])] = [
    ("sound_late.mp4", picture + ["-itsoffset", "0.4"] + sound + common),
    ("pictures_late.mkv", ["-itsoffset", "0.4"] + picture + sound + small),
    ("uneven.mkv", picture + sound + ["-vf", "select=mod(n\\,3)", "-fps_mode", "vfr"] + small),
    ("cut.mp4", ["-ss", "0.53333", "-i", "@/sound_late.mp4", "-c", "copy"]),
    ("fragments.mp4", picture + sound + common + ["-movflags", "frag_keyframe+empty_moov"]),
    ("turned.mov", ["-i", "@/sound_late.mp4", "-c", "copy", "-metadata:s:v", "rotate=90"]),
    ("reordered.avi", picture + sound + ["-c:v", "mpeg4", "-bf", "2", "-c:a", "libmp3lame"]),
    ("reordered.ts", picture + sound + ["-c:v", "libx264", "-c:a", "mp2"]),
    ("one_picture.mkv", picture + ["-frames:v", "1", "-c:v", "ffv1"]),
    ("odd_size.webm", picture + ["-vf", "crop=33:27", "-c:v", "libvpx"]),
    ("odd_bytes.wav", sound + ["-af", "atrim=end_sample=4411", "-c:a", "pcm_s24le"]),
    ("one_sample.flac", sound + ["-af", "atrim=end_sample=2"]),
    ("surround.flac", sound + ["-af", "pan=5.1|FL=c0|FR=c0|FC=c0|LFE=c0|BL=c0|BR=c0"]),
    ("opus.ogg", sound + ["-ar", "48000", "-c:a", "libopus"]),
    (
      "tracks.mkv",
      picture + sound + sound + [
        "-i", "@/text.srt", "-i", "@/chapters.txt", "-map", "0", "-map", "1",
      ]
        + ["-map", "2", "-map", "3", "-map_chapters", "4", "-c:s", "srt"] + small
    ),
  ]

  /// Makes them all in a folder.
  static func make(in folder: TemporaryFolder) throws {
    let text =
      "1\n00:00:00,100 --> 00:00:00,600\nHello.\n\n2\n00:00:00,700 --> 00:00:00,900\nThere.\n"
    let chapters = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=All\n"
    _ = try folder.write(text.utf8, to: "text.srt")
    _ = try folder.write(chapters.utf8, to: "chapters.txt")
    for clip in clips {
      let arguments = clip.arguments.map { $0.replacingOccurrences(of: "@", with: folder.path) }
      try SmallClips.make(clip.name, arguments, in: folder)
    }
    for name in ["text.srt", "chapters.txt"] {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
  }
}
