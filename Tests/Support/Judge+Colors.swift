// SPDX-License-Identifier: MPL-2.0

import Foundation

extension Judge {
  /// ffprobe's colorimetry of a video track: that of the first frame, completed by the stream's.
  public struct Colors: Sendable, Equatable {
    /// ffmpeg's names; "" where nothing is stated.
    public var codec = "", format = "", range = "", matrix = "", transfer = "", primaries = ""
    public var siting = "", aspect = "", fields = ""
    /// Nits of the mastering display, and the brightest pixel; nil where nothing is stated.
    public var displayPeak: Double?, brightest: Int?
  }

  /// The colorimetry of the first video track.
  public static func colors(_ path: String) async throws -> Colors {
    struct SideData: Decodable {
      var max_luminance: String?
      var max_content: Int?
    }
    struct Part: Decodable {
      var codec_name: String?, pix_fmt: String?, color_range: String?, color_space: String?
      var color_transfer: String?, color_primaries: String?, chroma_location: String?
      var sample_aspect_ratio: String?, field_order: String?
      var side_data_list: [SideData]?
    }
    struct Answer: Decodable {
      var streams: [Part]?, frames: [Part]?
    }
    let result = try await Program.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-read_intervals", "%+#1", "-show_frames",
        "-show_streams", "-of", "json", path,
      ]
    )
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output))
    var colors = Colors()
    for part in (answer.streams ?? []) + (answer.frames ?? []) {
      colors.codec = part.codec_name ?? colors.codec
      colors.format = part.pix_fmt ?? colors.format
      colors.range = part.color_range ?? colors.range
      colors.matrix = part.color_space ?? colors.matrix
      colors.transfer = part.color_transfer ?? colors.transfer
      colors.primaries = part.color_primaries ?? colors.primaries
      colors.siting = part.chroma_location ?? colors.siting
      colors.aspect = part.sample_aspect_ratio ?? colors.aspect
      colors.fields = part.field_order ?? colors.fields
      for side in part.side_data_list ?? [] {
        if let parts = side.max_luminance?.split(separator: "/").compactMap({ Double($0) }),
          parts.count == 2
        {
          colors.displayPeak = parts[0] / parts[1]
        }
        colors.brightest = side.max_content ?? colors.brightest
      }
    }
    return colors
  }

  /// Red, green and blue of the first frame from a time on, as ffmpeg displays it, each from 0 to 255, at points of its
  /// row `y`.
  public static func rgb(
    _ path: String,
    time: String = "0",
    width: Int,
    y: Int,
    at points: [Int]
  ) async throws -> [[Int]] {
    let filter = "format=gbrp,crop=\(width):1:0:\(y),format=rgb24"
    let options = ["-ss", time, "-map", "0:v:0", "-frames:v", "1", "-vf", filter]
    let bytes = try await decoded(path, options + ["-f", "rawvideo"]).output
    return points.map { x in bytes.dropFirst(3 * x).prefix(3).map(Int.init) }
  }

  /// The minimum and the mean opacity of the first frame, from 0 to 255.
  public static func opacity(_ path: String) async throws -> (least: Double, mean: Double) {
    let bytes = try await decoded(
      path,
      [
        "-map", "0:v:0", "-frames:v", "1", "-vf", "format=rgba,alphaextract", "-f", "rawvideo",
        "-pix_fmt", "gray",
      ]
    ).output
    let sum = bytes.reduce(0) { $0 + Int($1) }
    return (Double(bytes.min() ?? 0), Double(sum) / Double(max(1, bytes.count)))
  }
}

extension Judge {
  /// The mean PSNR in decibels between the frames of two files, in order.
  ///
  /// `filter`: an ffmpeg filter that is applied to the second one first.
  public static func psnr(
    _ first: String,
    _ second: String,
    filter: String = "null"
  ) async throws -> Double {
    let numbered = "settb=1/25,setpts=N,format=yuv420p"
    let result = try await Program.succeed(
      "ffmpeg",
      [
        "-v", "info", "-nostdin", "-i", first, "-i", second, "-lavfi",
        "[0:v]\(numbered)[a];[1:v]\(filter),\(numbered)[b];[a][b]psnr", "-f", "null", "-",
      ]
    )
    let text = result.errors.components(separatedBy: "average:").last ?? ""
    return Double(text.prefix { !$0.isWhitespace }) ?? 0
  }

  /// The number of frames that ffmpeg detects as interlaced, with the top and with the bottom field first.
  public static func interlaced(_ path: String) async throws -> (top: Int, bottom: Int) {
    let result = try await Program.succeed(
      "ffmpeg",
      ["-v", "info", "-nostdin", "-i", path, "-vf", "idet", "-f", "null", "-"]
    )
    let line = result.errors.components(separatedBy: "Multi frame detection:").last ?? ""
    let numbers = line.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    return (numbers.first ?? 0, numbers.last ?? 0)
  }
}
