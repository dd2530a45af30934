// SPDX-License-Identifier: MPL-2.0

import Foundation

/// Results of ffprobe and ffmpeg for a file: programs other than the one under test.
public enum Judge {
  /// A stream as ffprobe describes it.
  public struct Stream: Decodable, Sendable {
    /// "video" or "audio".
    public let codec_type: String
    /// ffmpeg's name of the codec.
    public let codec_name: String
    /// The frame size.
    public let width: Int?, height: Int?
    /// The frame rate, as "25/1".
    public let avg_frame_rate: String?
    /// The audio format.
    public let channels: Int?, sample_rate: String?, channel_layout: String?
    /// Seconds as text.
    public let start_time: String?, duration: String?
    /// The duration in units of timestamps; of WAV files in frames.
    public let duration_ts: Int?
    /// The unit of timestamps, as "1/1000".
    public let time_base: String
  }

  /// The streams of a file, and ffprobe's errors, which should be empty.
  public static func streams(_ path: String) async throws -> (streams: [Stream], complaints: String)
  {
    struct Answer: Decodable { var streams: [Stream]? }
    let result = try await Program.run(
      "ffprobe",
      ["-v", "error", "-show_streams", "-of", "json", path]
    )
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output))
    return (answer.streams ?? [], result.errors)
  }

  /// The values of entries such as "packet=pts,size" by ffprobe: a line for each, separated by commas.
  public static func entries(
    _ entries: String,
    of path: String,
    _ options: [String] = []
  ) async throws -> String {
    try await Program.succeed(
      "ffprobe",
      ["-v", "error", "-show_entries", entries, "-of", "csv=p=0"] + options + [path]
    ).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The number of frames decoded from a file.
  public static func pictureCount(_ path: String) async throws -> Int? {
    let options = ["-select_streams", "v", "-count_frames"]
    return Int(try await entries("stream=nb_read_frames", of: path, options))
  }

  /// The errors of ffmpeg when it decodes a whole file.
  public static func complaints(decoding path: String) async throws -> String {
    try await Program.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", path, "-map", "0", "-f", "null", "-"]
    ).errors
  }

  /// The output of ffmpeg for a file: `options` select and format it, `reading` are input options.
  public static func decoded(
    _ path: String,
    _ options: [String],
    reading: [String] = []
  ) async throws -> Program.Result {
    try await Program.succeed(
      "ffmpeg",
      ["-v", "error", "-nostdin"] + reading + ["-i", path] + options + ["-"]
    )
  }

  /// The luma in the middle of every frame.
  public static func lumas(_ path: String) async throws -> [UInt8] {
    try await decoded(
      path,
      [
        "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", "extractplanes=y,crop=1:1", "-f",
        "rawvideo", "-pix_fmt", "gray",
      ]
    ).output
  }

  /// The frames' timestamps in seconds, as multiples of a unit.
  public static func timestamps(_ path: String) async throws -> (counts: [Int64], unit: String) {
    let frames = try await entries("frame=pts", of: path, ["-select_streams", "v:0"])
    let counts = frames.split(separator: "\n").compactMap { line in
      line.split(separator: ",").first.flatMap { Int64($0) }
    }
    let stream = try await streams(path).streams.first { $0.codec_type == "video" }
    return (counts, stream?.time_base ?? "")
  }

  /// The frames' timestamps in seconds.
  public static func times(_ path: String) async throws -> [Double] {
    let (counts, unit) = try await timestamps(path)
    let terms = unit.split(separator: "/").compactMap { Double($0) }
    return counts.map { Double($0) * terms[0] / terms[1] }
  }

  /// The audio of a track from time 0 on, as ffmpeg plays it: gaps filled, samples before 0 cut off.
  public static func sound(_ path: String, sampleRate: Int = 48_000) async throws -> [Float] {
    let filter = "aresample=\(sampleRate):async=1:first_pts=0"
    let options = ["-map", "0:a:0", "-ac", "1", "-af", filter, "-f", "f32le"]
    return floats(try await decoded(path, options).output)
  }

  /// The samples of a track in one of ffmpeg's raw formats, such as "s16le".
  public static func samples(_ path: String, _ format: String) async throws -> [UInt8] {
    try await decoded(path, ["-map", "0:a:0", "-f", format, "-c:a", "pcm_\(format)"]).output
  }

  /// One checksum for each decoded frame.
  public static func pictureSums(
    _ path: String,
    track: Int = 0,
    decoder: String? = nil
  ) async throws -> [String] {
    let options = ["-map", "0:v:\(track)", "-fps_mode", "passthrough", "-f", "framemd5"]
    let reading = decoder.map { ["-c:v", $0] } ?? []
    return sums(try await decoded(path, options, reading: reading).text)
  }

  /// The checksums in ffmpeg's `framemd5` output.
  static func sums(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// The single-precision numbers in these bytes, little-endian.
  public static func floats(_ bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: bytes.count - 3, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) })
    }
  }
}
