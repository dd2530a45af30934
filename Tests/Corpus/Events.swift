// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import TestSupport

/// What a job said with `--progress json`.
struct Events {
  private(set) var warnings: [String] = [], errors: [String] = [], others: [String] = []
  /// The tracks of the result.
  private(set) var tracks: [Track] = []

  /// What is told of a track of the result.
  struct Track: Decodable { var kind: String, frames: Int }

  /// Reads the lines of standard error.
  init(_ lines: [String]) {
    struct Event: Decodable { var event: String, message: String?, tracks: [Track]? }
    for line in lines {
      guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else {
        others.append(line)
        continue
      }
      switch event.event {
      case "warning", "notice": warnings.append(event.message ?? "")
      case "error": errors.append(event.message ?? "")
      case "done": tracks = event.tracks ?? []
      default: continue
      }
    }
  }

  /// The same, with another name for a file.
  func naming(_ path: String, _ name: String) -> Events {
    var result = self
    result.errors = errors.map { $0.replacingOccurrences(of: path, with: name) }
    result.others = others.map { $0.replacingOccurrences(of: path, with: name) }
    return result
  }

  /// What is not in the output, an item each, and what is changed.
  var announced: [String] {
    warnings.flatMap { text in
      guard let list = text.firstRange(of: "not in the output: ") else { return [text] }
      return text[list.upperBound...].split(separator: "; ").map(String.init)
    }
  }
}

/// What is of use here in `--dry-run --json`.
struct PlannedRates: Decodable {
  private struct Track: Decodable { var media: Media }
  private struct Media: Decodable { var video: Video? }
  private struct Video: Decodable { var frameRate: String? }
  private var tracks: [Track]

  /// Pictures a second of each video track of the result; nil where each picture has its own time.
  var frameRates: [FrameRate?] {
    tracks.compactMap(\.media.video).map { video in
      video.frameRate.flatMap { try? FrameRate(parsing: $0) }
    }
  }
}

/// What `retime info --json` says of tracks.
struct InfoAnswer: Decodable {
  /// One track.
  struct Track: Decodable { var kind: String, frames: Int?, sampleRate: Int? }
  var tracks: [Track]
}
