// SPDX-License-Identifier: MPL-2.0

import Foundation

extension Judge {
  /// The metadata that ffprobe finds beside the tracks of a file.
  public struct Metadata: Sendable {
    /// The file's tags, with lowercase names; those of its first audio track where it has none.
    public let tags: [String: String]
    /// The chapters.
    public let chapters: [Chapter]
    /// The tracks, including attached pictures.
    public let tracks: [Track]

    /// The audio tracks.
    public var sound: [Track] { tracks.filter { $0.kind == "audio" } }
    /// The first video track.
    public var video: Track? { tracks.first { $0.kind == "video" && !$0.isAttached } }
  }

  /// A chapter, in milliseconds.
  public struct Chapter: Sendable, Equatable {
    /// The title, and the start and end.
    public let title: String?, start: Int, end: Int

    /// A chapter between two times.
    public init(_ title: String?, _ start: Int, _ end: Int) {
      (self.title, self.start, self.end) = (title, start, end)
    }
  }

  /// The metadata of a track.
  public struct Track: Sendable {
    /// "video", "audio" or "subtitle"; its tags, with lowercase names; its dispositions.
    public let kind: String, tags: [String: String], isAttached: Bool, isDefault: Bool
    /// The other dispositions, in order.
    public let marks: [String]
    /// The rotation in degrees as ffmpeg counts it, counterclockwise; nil where none is stated.
    public let rotation: Int?
    /// The size in pixels, and their aspect ratio as "4:3".
    public let width: Int?, height: Int?, pixelAspectRatio: String?
  }

  /// The metadata that ffprobe finds beside the tracks of a file.
  public static func metadata(_ path: String) async throws -> Metadata {
    struct Answer: Decodable {
      struct Format: Decodable { var tags: [String: String]? }
      struct Side: Decodable { var rotation: Int? }
      struct Stream: Decodable {
        var codec_type: String
        var tags: [String: String]?
        var disposition: [String: Int]?
        var side_data_list: [Side]?
        var width: Int?, height: Int?, sample_aspect_ratio: String?
      }
      struct Chapter: Decodable {
        var start_time: String
        var end_time: String
        var tags: [String: String]?
      }
      var format: Format?
      var streams: [Stream]?
      var chapters: [Chapter]?
    }
    let result = try await Program.succeed(
      "ffprobe",
      ["-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json", path]
    )
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output))
    let streams = answer.streams ?? []
    let ofSound = streams.first { $0.codec_type == "audio" }?.tags
    return Metadata(
      tags: small(answer.format?.tags ?? ofSound ?? [:]),
      chapters: (answer.chapters ?? []).map {
        Chapter($0.tags?["title"], milliseconds($0.start_time), milliseconds($0.end_time))
      },
      tracks: streams.map {
        Track(
          kind: $0.codec_type,
          tags: small($0.tags ?? [:]),
          isAttached: $0.disposition?["attached_pic"] == 1,
          isDefault: $0.disposition?["default"] == 1,
          marks: ($0.disposition ?? [:]).filter { $0.value == 1 }.keys.sorted()
            .filter { !["default", "attached_pic"].contains($0) },
          rotation: $0.side_data_list?.compactMap(\.rotation).first,
          width: $0.width,
          height: $0.height,
          pixelAspectRatio: $0.sample_aspect_ratio
        )
      }
    )
  }

  /// The bytes of the attached pictures, concatenated.
  public static func attachedPictures(_ path: String) async throws -> [UInt8] {
    let options = ["-map", "0:v", "-map", "-0:V", "-c", "copy", "-f", "image2pipe"]
    return try await decoded(path, options).output
  }

  /// One checksum for each frame as a player displays it: rotated, with the values of the first channel only.
  public static func shownSums(_ path: String) async throws -> [String] {
    let options = ["-map", "0:v:0", "-fps_mode", "passthrough", "-pix_fmt", "yuv420p"]
    return sums(try await decoded(path, options + ["-f", "framemd5"]).text)
  }

  private static func small(_ tags: [String: String]) -> [String: String] {
    Dictionary(tags.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  private static func milliseconds(_ text: String) -> Int {
    Int(((Double(text) ?? -1) * 1000).rounded())
  }
}
