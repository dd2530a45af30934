// SPDX-License-Identifier: MPL-2.0

import Foundation
import RetimeCore
import TestSupport

/// The events of a job with `--progress json`.
struct Events {
  private(set) var warnings: [String] = [], errors: [String] = [], others: [String] = []
  /// The tracks of the result.
  private(set) var tracks: [Track] = []

  /// The report of a track of the result.
  struct Track: Decodable { var kind: String, frames: Int }

  /// Parses the lines of standard error.
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

  /// The items that are dropped from the output, and those that are converted.
  var announced: [String] {
    warnings.flatMap { text in
      guard let list = text.firstRange(of: "not in the output: ") else { return [text] }
      return text[list.upperBound...].split(separator: "; ").map(String.init)
    }
  }
}

/// The parts of `--dry-run --json` used here.
struct PlannedRates: Decodable {
  private struct Track: Decodable { var media: Media }
  private struct Media: Decodable { var video: Video? }
  private struct Video: Decodable { var frameRate: String? }
  private var tracks: [Track]

  /// The frame rate of each video track of the result; nil where each frame has its own time.
  var frameRates: [FrameRate?] {
    tracks.compactMap(\.media.video).map { video in
      video.frameRate.flatMap { try? FrameRate(parsing: $0) }
    }
  }
}

/// The tracks of `retime info --json`.
struct InfoAnswer: Decodable {
  /// One track.
  struct Track: Decodable { var kind: String, frames: Int?, sampleRate: Int? }
  var tracks: [Track]
}
