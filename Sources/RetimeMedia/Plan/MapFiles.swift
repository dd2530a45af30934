// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
public import RetimeCore
internal import RetimeSystem

extension MapDocument {
  /// Reads a map file: a timeline if the name ends in ".otio", ".edl", ".fcpxml" or ".mlt", a table if it ends in ".csv", else JSON.
  ///
  /// `frameRate`: that of the time codes of a timeline that does not state it.
  /// - Throws: an error that describes what is wrong in the file, and where.
  init(readingFrom path: String, frameRate: FrameRate) throws(RetimeError) {
    self = try MapFile.read(path, "map") { (bytes) throws(MapTextError) in
      try MapDocument(bytes, named: path, frameRate: frameRate)
    }
  }

  /// Creates the map in the content of a file, whose name determines the format as for `init(readingFrom:frameRate:)`.
  ///
  /// - Throws: an error that describes what is wrong, and where.
  package init(
    _ bytes: [UInt8],
    named name: String,
    frameRate: FrameRate
  ) throws(MapTextError) {
    let name = name.lowercased()
    if name.hasSuffix(".otio") {
      self = try MapDocument(timeline: bytes)
    } else if name.hasSuffix(".fcpxml") {
      self = try MapDocument(fcpxml: bytes)
    } else if name.hasSuffix(".mlt") {
      self = try MapDocument(mlt: bytes)
    } else if name.hasSuffix(".edl") {
      self = try MapDocument(edl: bytes, frameRate: frameRate)
    } else if name.hasSuffix(".csv") {
      self = try MapDocument(table: bytes)
    } else {
      self = try MapDocument(parsing: bytes)
    }
  }
}

extension MapHits {
  /// Reads a table of hits in CSV.
  ///
  /// - Throws: an error that describes what is wrong in the file, and where.
  public init(
    readingFrom path: String,
    within limits: SpeedLimits = .usual
  ) throws(RetimeError) {
    self = try MapFile.read(path, "table of hits") { (bytes) throws(MapTextError) in
      try MapHits(table: bytes, within: limits)
    }
  }
}

extension CueFit {
  /// Reads a table of cues in CSV.
  ///
  /// - Throws: an error that describes what is wrong in the file, and where.
  public init(
    readingFrom path: String,
    within limits: SpeedLimits = .usual,
    isBestEffort: Bool = false
  ) throws(RetimeError) {
    self = try MapFile.read(path, "table of cues") { (bytes) throws(MapTextError) in
      try CueFit(table: bytes, within: limits, isBestEffort: isBestEffort)
    }
  }

  /// Reads the cues of two subtitle files: the times in the source, and those in the output.
  ///
  /// - Throws: `cannotOpen` or `badInput` for a file that is no subtitle file, and `usage` if the
  ///   files have different numbers of cues.
  public init(
    cues source: String,
    to output: String,
    within limits: SpeedLimits = .usual,
    isBestEffort: Bool = false
  ) throws(RetimeError) {
    let (one, two) = try (
      SubtitleFile.opened(source, "--cues").cues, SubtitleFile.opened(output, "--to").cues
    )
    guard one.count == two.count else {
      throw RetimeError(
        .usage,
        "'\(source)' has \(one.count.counting("cue")), and '\(output)' has \(two.count): give files with the same cues"
      )
    }
    self.init(
      zip(one, two).map { Cue(source: $0.times, output: $1.times) },
      within: limits,
      isBestEffort: isBestEffort
    )
  }

  /// Returns the times of the cues in the content of a subtitle file, in the order of their starts.
  ///
  /// - Throws: `badInput` if it is no subtitle file.
  package static func times(
    ofCues bytes: [UInt8],
    named name: String
  ) throws(RetimeError) -> [Range<RationalTime>] {
    let suffix = MediaName.fileName(of: name).split(separator: ".").last.map { $0.lowercased() }
    guard let file = SubtitleFile(bytes, suffix: suffix ?? "") else {
      let formats = SubtitleFileFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw RetimeError(
        .badInput,
        "'\(name)' is no subtitle file with cues: give one of the formats \(formats)"
      )
    }
    return file.cues.map(\.times)
  }
}

extension SubtitleFile.Cue {
  /// The times at which it is shown.
  fileprivate var times: Range<RationalTime> {
    RationalTime(start)..<RationalTime(max(start, end))
  }
}

/// A file that describes a map.
private enum MapFile {
  /// The maximum size in bytes, well above the size of the largest map.
  private static let mostBytes: Int = 64 << 20

  /// Reads a file; `kind` is its name in messages.
  static func read<Content, Failure: Error>(
    _ path: String,
    _ kind: String,
    parse: ([UInt8]) throws(Failure) -> Content
  ) throws(RetimeError) -> Content {
    let file: RandomAccessFile
    do {
      file = try RandomAccessFile(path)
    } catch {
      throw RetimeError(.cannotOpen, "the \(kind) '\(path)' cannot be opened: \(error)")
    }
    guard file.byteCount <= mostBytes, let bytes = file.bytes(at: 0, count: file.byteCount) else {
      throw RetimeError(
        .badInput,
        "the \(kind) '\(path)' has \(file.byteCount.counting("byte")): \(mostBytes >> 20) MiB are the most"
      )
    }
    do throws(Failure) {
      return try parse(bytes)
    } catch {
      throw RetimeError(.badInput, "the \(kind) '\(path)': \(error)")
    }
  }
}
