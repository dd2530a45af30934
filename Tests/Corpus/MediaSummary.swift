// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport

/// ffprobe's counts for a completely decoded file; times in seconds.
struct MediaSummary: Sendable {
  /// One stream of the file.
  struct Track: Sendable {
    /// "video", "audio", "subtitle", "data" or "attachment".
    var kind = ""
    /// ffmpeg's name of the codec.
    var codec = ""
    /// Whether it is a cover picture.
    var isCover = false
    /// The numbers of packets, decoded frames, and decoded samples of one channel.
    var packets = 0, frames = 0, samples = 0
    /// The sample rate.
    var rate = 0
    var channels = 0
    /// The frame rate that ffmpeg has determined; 0 for unknown.
    var pictureRate = 0.0
    /// The start of the first frame, and the start and end of the last one.
    var first: Double?, last: Double?, end: Double?
    /// Whether the last frame has no stated duration.
    var isEndGuessed = false
    /// The end of the track by its container.
    var statedEnd: Double?
    /// The start of the second frame.
    var second: Double?
    /// The possible ends of a video track: its last frame's, and the one that its container states.
    ///
    /// With reordered frames, the durations in a file are those of decoding, and the last frame's is meaningless. The
    /// two ends differ by at most one and a half frames, or the statement is wrong. With a variable frame rate the last
    /// frame lasts at least half the mean duration if none is stated.
    var ends: [Double] {
      guard let end else { return [] }
      guard kind == "video", pictureRate > 0 else { return [end] }
      let stated = statedEnd.flatMap { abs($0 - end) < 1.5 / pictureRate ? $0 : nil }
      let least = isEndGuessed ? last.map { $0 + 0.5 / pictureRate } : nil
      return [end] + [stated, least].compactMap { $0 }
    }
    /// Samples of silence in gaps of the audio: of more than 18 ms, and of more than 14 ms.
    ///
    /// Retime fills gaps of more than 16 ms, and ffmpeg and GStreamer round times differently.
    var silent = 0, perhapsSilent = 0
  }

  /// ffmpeg's name of the container.
  var format = ""
  /// The time that ffmpeg counts the file's times from.
  var start: Double?
  var tracks: [Track] = []
  /// The start times of the chapters.
  var chapters: [Double] = []
  /// The errors of ffprobe.
  var complaints: [String] = []

  /// The tracks of a kind, in order, without cover pictures and empty ones.
  func tracks(_ kind: String) -> [Track] {
    tracks.filter { $0.kind == kind && !$0.isCover && ($0.frames > 0 || kind == "subtitle") }
  }

  /// The video and audio tracks.
  var audible: [Track] { tracks("video") + tracks("audio") }

  /// Whether ffprobe has read the file without an error, so that its counts are meaningful.
  var isClean: Bool { complaints.isEmpty }

  /// Whether there is a cover picture.
  var hasCover: Bool { tracks.contains(where: \.isCover) }

}

extension MediaSummary {
  private static let entries =
    "stream=index,codec_type,codec_name,r_frame_rate,avg_frame_rate,sample_rate,channels,start_time,duration,"
    + "codec_tag_string:stream_disposition=attached_pic:chapter=start_time:format=format_name,start_time:"
    + "frame=media_type,stream_index,pts_time,best_effort_timestamp_time,pkt_duration_time,"
    + "duration_time,nb_samples:packet=stream_index,size"

  /// Decodes a whole file.
  init(of path: String, in folder: String) throws {
    let run = try MeasuredRun(
      [
        "ffprobe", "-v", "error", "-threads", "1", "-show_chapters",
        "-show_entries", Self.entries, "-of", "compact", "file:\(path)",
      ],
      in: folder,
      limits: .init(seconds: 120)
    )
    // Without memory addresses and the path of the file, which differ from run to run.
    complaints = run.errorLines.map { line in
      line.replacing(/\ @ 0x[0-9a-f]+/, with: "").replacingOccurrences(of: path, with: "the file")
    }
    var streams: [Int: Track] = [:]
    var frames: [Int: [Frame]] = [:]
    var packets: [Int: [Int]] = [:]
    for line in run.output.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: "|")
      var values: [Substring: Substring] = [:]
      for word in words.dropFirst() {
        guard let equals = word.firstIndex(of: "=") else { continue }
        values[word[..<equals]] = values[word[..<equals]] ?? word[word.index(after: equals)...]
      }
      switch words.first {
      case "stream":
        // A transport stream lists each stream twice: once in its program.
        if let index = values["index"].flatMap({ Int($0) }) { streams[index] = Track(values) }
      case "frame":
        if let index = values["stream_index"].flatMap({ Int($0) }) {
          frames[index, default: []].append(Frame(values))
        }
      case "packet":
        guard let index = values["stream_index"].flatMap({ Int($0) }) else { continue }
        packets[index, default: []].append(values["size"].flatMap { Int($0) } ?? 0)
      case "chapter": chapters.append(values["start_time"].flatMap { Double($0) } ?? 0)
      case "format":
        format = String(values["format_name"] ?? "")
        start = values["start_time"].flatMap { Double($0) }
      default: continue
      }
    }
    let indexes = streams.keys.sorted()
    tracks = indexes.compactMap { streams[$0] }
    let numbers = Dictionary(uniqueKeysWithValues: zip(indexes, tracks.indices))
    for (index, sizes) in packets {
      guard let number = numbers[index] else { continue }
      // MP4 marks the absence of text with an empty one: two bytes of its length, which is 0.
      let isTimedText = tracks[number].codec == "mov_text"
      tracks[number].packets = sizes.filter { !isTimedText || $0 > 2 }.count
    }
    for (index, list) in frames {
      if let number = numbers[index] { tracks[number].add(list) }
    }
  }

  /// One decoded frame.
  fileprivate struct Frame {
    let time: Double?, length: Double?, samples: Int

    init(_ values: [Substring: Substring]) {
      let number = { (names: [Substring]) in
        names.lazy.compactMap { values[$0].flatMap { Double($0) } }.first
      }
      time = number(["pts_time", "best_effort_timestamp_time"])
      length = number(["duration_time", "pkt_duration_time"])
      samples = values["nb_samples"].flatMap { Int($0) } ?? 0
    }
  }
}

extension MediaSummary.Track {
  fileprivate init(_ values: [Substring: Substring]) {
    kind = String(values["codec_type"] ?? "")
    codec = String(values["codec_name"] ?? "unknown")
    isCover = values["disposition:attached_pic"] == "1"
    rate = values["sample_rate"].flatMap { Int($0) } ?? 0
    channels = values["channels"].flatMap { Int($0) } ?? 0
    if let start = values["start_time"].flatMap({ Double($0) }),
      let duration = values["duration"].flatMap({ Double($0) })
    {
      statedEnd = start + duration
    }
    pictureRate =
      ["avg_frame_rate", "r_frame_rate"].lazy
      .compactMap { Self.quotient(values[$0] ?? "") }.first ?? 0
  }

  private static func quotient(_ text: Substring) -> Double? {
    let numbers = text.split(separator: "/").compactMap { Double($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return numbers[0] / numbers[1]
  }

  fileprivate mutating func add(_ list: [MediaSummary.Frame]) {
    frames = list.count
    samples = list.reduce(0) { $0 + $1.samples }
    let lengths = list.map { frame in
      frame.samples > 0 && rate > 0 ? Double(frame.samples) / Double(rate) : frame.length
    }
    for (frame, length) in zip(list, lengths) {
      guard let time = frame.time else { continue }
      if let earliest = first, time != earliest {
        second = time < earliest ? earliest : min(second ?? time, time)
      }
      first = min(first ?? time, time)
      if time >= last ?? time {
        last = time
        isEndGuessed = length == nil
        end = time + (length ?? (pictureRate > 0 ? 1 / pictureRate : 0))
      }
    }
    if kind == "audio", rate > 0 {
      silent = silence(list, beyond: 0.018)
      perhapsSilent = silence(list, beyond: 0.014)
    }
    // Some containers compute times from a rounded bit rate: the samples themselves have the exact duration.
    if let first, rate > 0 { end = max(end ?? 0, first + Double(samples + silent) / Double(rate)) }
  }

  /// Missing samples where a frame starts later than the end of those before it, by more than `limit` seconds.
  private func silence(_ list: [MediaSummary.Frame], beyond limit: Double) -> Int {
    guard let start = list.lazy.compactMap(\.time).first else { return 0 }
    var (silent, heard) = (0, 0)
    for frame in list {
      if let time = frame.time {
        let gap = Int(((time - start) * Double(rate)).rounded()) - heard - silent
        if Double(gap) > limit * Double(rate) { silent += gap }
      }
      heard += frame.samples
    }
    return silent
  }
}
