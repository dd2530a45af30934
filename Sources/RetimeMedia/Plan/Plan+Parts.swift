// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
internal import RetimeSystem

extension Plan {
  /// A part of the job that can be made separately, on any machine.
  package struct Part: Sendable, Equatable, Codable {
    /// The number of the part, from 1.
    package var number: Int
    /// The content of the part.
    package var holds: Content
    /// The output times between which its frames start; nil for the start and the end of the result.
    package var from: RationalTime?, to: RationalTime?

    /// The content of a part.
    package enum Content: String, Sendable, Codable {
      /// The encoded frames of all video tracks between two times.
      case pictures
      /// All other tracks: audio, subtitles, and stream copies.
      case rest
      /// The whole result, if it cannot be assembled from packets.
      case all
    }
  }

  /// A description of a file that reveals whether it has changed.
  package struct SourceMark: Sendable, Equatable, Codable {
    /// The size in bytes, and the modification time in nanoseconds since 1970.
    package var byteCount: Int, modified: Int64
    /// The fingerprints of the first and the last mebibyte.
    package var head: String, tail: String

    private static let sample = 1 << 20

    /// Reads the current state of the file at `path`.
    package init(of path: String) throws(RetimeError) {
      do throws(SystemError) {
        let file = try RandomAccessFile(path)
        let count = min(Self.sample, file.byteCount)
        let head = file.bytes(at: 0, count: count) ?? []
        let tail = file.bytes(at: file.byteCount - count, count: count) ?? []
        (byteCount, modified) = (file.byteCount, file.modified)
        (self.head, self.tail) = (Fingerprint.text(of: head), Fingerprint.text(of: tail))
      } catch {
        throw RetimeError(.cannotOpen, "'\(path)' cannot be opened: \(error)")
      }
    }

    /// Returns how this file differs from `other`, its earlier state; nil if it does not.
    package func difference(from other: SourceMark) -> String? {
      if byteCount != other.byteCount {
        return "it has \(byteCount.counting("byte")), and had \(other.byteCount)"
      }
      if head != other.head || tail != other.tail { return "its content is another" }
      return modified == other.modified ? nil : "it was written anew"
    }
  }

  /// The parts of the job; empty if it is made in one piece.
  var partList: [Part] { parts ?? [] }

  /// Returns the part with this number.
  ///
  /// - Throws: `usage` if the plan has no parts, or none with this number.
  func part(_ number: Int) throws(RetimeError) -> Part {
    guard let parts else {
      throw RetimeError(
        .usage,
        "the plan has no parts: make it with retime plan, or --dry-run --json --parts N"
      )
    }
    guard let part = parts.first(where: { $0.number == number }) else {
      throw RetimeError(
        .usage,
        "there is no part \(number): the plan has parts 1 to \(parts.count)"
      )
    }
    return part
  }

  /// Returns the indices of the tracks that a part contains.
  func tracks(of part: Part) -> [Int] {
    tracks.indices.filter { index in
      switch part.holds {
      case .all: true
      case .pictures: tracks[index].isCut
      case .rest: !tracks[index].isCut
      }
    }
  }

  /// Returns the plan of one part.
  func limited(to part: Part) -> Plan {
    var plan = self
    plan.tracks = tracks(of: part).map { index in
      var track = tracks[index]
      guard part.holds == .pictures else { return track }
      let span = Span(from: part.from, to: part.to)
      switch track.media {
      case .video(var video):
        video.span = span
        track.media = .video(video)
      case .packets(var packets):
        packets.smart = packets.smart?.limited(to: span)
        track.media = .packets(packets)
      case .audio: break
      }
      return track
    }
    if let to = part.to { plan.duration = to.seconds }
    return plan
  }

  /// Checks that the source has not changed since the plan was made.
  ///
  /// - Throws: `cannotCreate` if it has changed, with the difference.
  func checkSource() throws(RetimeError) {
    guard let source, let path = FileAddress.path(uri) else { return }
    guard let text = try SourceMark(of: path).difference(from: source) else { return }
    throw RetimeError(
      .cannotCreate,
      "'\(input)' has changed since the plan was made: \(text). Make a new plan, in another work folder"
    )
  }

  /// A range of output times that selects the frames that start in it.
  package struct Span: Sendable, Equatable, Codable {
    /// The first time in the range, and the first time after it; nil for the result's start and end.
    package var from: RationalTime?, to: RationalTime?

    /// Returns whether a frame that starts at `time` is in the range.
    func contains(_ time: RationalTime) -> Bool {
      (from.map { $0 <= time } ?? true) && (to.map { time < $0 } ?? true)
    }

    /// Returns whether the output of a pass may overlap the range.
    func touches(_ pass: PlaybackPass) -> Bool {
      (from.map { $0 < pass.outputEnd } ?? true) && (to.map { pass.outputStart < $0 } ?? true)
    }
  }
}

extension Plan.Track {
  /// The settings of the video that is encoded, all of it or the frames between copied packets; nil if none is.
  var encodedVideo: Plan.Video? { video ?? (isJoined ? packets?.smart?.video : nil) }

  /// Whether video of the track is encoded, and so can be made in parts.
  var isCut: Bool { encodedVideo != nil }

  /// Whether some frames of the track are encoded, and others keep their packets.
  var isJoined: Bool { packets?.smart.map { $0.joins > 0 } ?? false }
}
