// SPDX-License-Identifier: MPL-2.0

import Foundation

/// Small media files that ffmpeg makes for a test.
public enum Clips {
  /// Two tracks of `seconds`, 160x90 at 30 fps and a tone, in the codecs of ffmpeg's `options`.
  public static func clip(
    _ path: String,
    seconds: Double = 2,
    channels: Int = 1,
    _ options: [String] = []
  ) async throws {
    try await ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=\(seconds)", "-f", "lavfi",
        "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)", "-ac", "\(channels)",
      ] + options + [path]
    )
  }

  /// A folder that contains a short clip with video and audio as `in.mkv`; the clip is made once.
  public static func folderWithClip() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try await folder.write(short.value, to: "in.mkv")
    return folder
  }

  private static let short = Task {
    let folder = try TemporaryFolder()
    // Bit-exact output contains no comment with the version of ffmpeg.
    let options = ["-c:v", "mjpeg", "-flags:v", "+bitexact", "-c:a", "pcm_s16le"]
    try await clip(folder.file("in.mkv"), options)
    return try folder.bytes(of: "in.mkv")
  }

  /// A video track without audio, each frame of one luma from 16 to 235, losslessly encoded.
  ///
  /// `rate`, `filter` and `options`, such as those that change timestamps, are ffmpeg's.
  public static func lumas(
    _ lumas: [UInt8],
    rate: String,
    filter: String = "null",
    options: [String] = [],
    to path: String
  ) async throws {
    let folder = try TemporaryFolder()
    let raw = try folder.write(picture(of: lumas), to: "video.yuv")
    try await ffmpeg(
      video(raw, rate: rate) + ["-vf", filter] + lossless + options + [
        "-fps_mode", "passthrough", path,
      ]
    )
  }

  /// Black video that turns white and silence that turns into a tone, for `length` seconds from each of `times` on;
  /// lossless video and PCM.
  public static func flashes(
    at times: [Double],
    length: Double,
    seconds: Double,
    rate: Int = 30,
    to path: String
  ) async throws {
    let folder = try TemporaryFolder()
    let isOn = { (time: Double) in times.contains { $0 <= time && time < $0 + length } }
    let lumas = (0..<Int(seconds * Double(rate))).map { frame -> UInt8 in
      isOn((Double(frame) + 0.001) / Double(rate)) ? 235 : 16
    }
    let samples = (0..<Int(seconds * 48_000)).flatMap { n -> [UInt8] in
      let value = sin(2 * .pi * 1_000 * Double(n) / 48_000) * 29_000
      return bytes(isOn(Double(n) / 48_000) ? Int16(value) : 0)
    }
    let sound = try folder.write(samples, to: "audio.s16")
    let raw = try folder.write(picture(of: lumas), to: "video.yuv")
    try await ffmpeg(
      video(raw, rate: "\(rate)") + ["-f", "s16le", "-ar", "48000", "-ac", "1", "-i", sound]
        + lossless + ["-c:a", "pcm_s16le", path]
    )
  }

  /// Runs ffmpeg, which replaces its output and must succeed; a clip that was made before is copied.
  public static func ffmpeg(_ arguments: [String]) async throws {
    let all = ["-v", "error", "-nostdin", "-y"] + arguments
    guard ClipCache.holds(all) else {
      try await Program.succeed("ffmpeg", all)
      return
    }
    try await ClipCache.shared.write(all)
  }

  /// The bytes of a number, little-endian.
  public static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A WAVE file of these interleaved 16-bit samples.
  public static func wave(_ samples: [UInt8], channels: UInt16, rate: UInt32) -> [UInt8] {
    let (size, frame) = (UInt32(samples.count), 2 * channels)
    let format =
      bytes(UInt16(1)) + bytes(channels) + bytes(rate) + bytes(rate * UInt32(frame)) + bytes(frame)
      + bytes(UInt16(16))
    return Array("RIFF".utf8) + bytes(size + 36) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
      + format + Array("data".utf8) + bytes(size) + samples
  }

  private static let lossless = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"]

  private static func video(_ raw: String, rate: String) -> [String] {
    [
      "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "160x90", "-framerate", rate, "-i", raw,
    ]
  }

  private static func picture(of lumas: [UInt8]) -> [UInt8] {
    // With chroma: ffmpeg 7 takes luma without chroma for full range, whatever is specified.
    let chroma = [UInt8](repeating: 128, count: 2 * 80 * 45)
    return lumas.flatMap { [UInt8](repeating: $0, count: 160 * 90) + chroma }
  }
}
