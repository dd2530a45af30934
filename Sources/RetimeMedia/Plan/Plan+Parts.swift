// SPDX-License-Identifier: MPL-2.0

public import RetimeCore
internal import RetimeSystem

extension Plan {
  /// A piece of the job that can be made by itself, on any machine.
  public struct Part: Sendable, Equatable, Codable {
    /// Its number, from 1.
    public var number: Int
    /// What of the result it holds.
    public var holds: Content
    /// The times of the result between which its pictures begin; nil for the result's begin and end.
    public var from: RationalTime?, to: RationalTime?

    /// What a part holds.
    public enum Content: String, Sendable, Codable {
      /// The pictures of all tracks between two times.
      case pictures
      /// All tracks but those whose pictures are made: sound, subtitles, and what is kept as it is encoded.
      case rest
      /// The whole result, where it cannot be put together from packets.
      case all
    }
  }

  /// What tells whether a file is the one that a plan was made for.
  public struct SourceMark: Sendable, Equatable, Codable {
    /// The size in bytes, and when it was last changed, in nanoseconds since 1970.
    public var byteCount: Int, modified: Int64
    /// Fingerprints of its first and its last mebibyte.
    public var head: String, tail: String

    private static let sample = 1 << 20

    /// What a file at a path is like now.
    public init(of path: String) throws(RetimeError) {
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

    /// In what another file differs; nil for in nothing.
    public func difference(from other: SourceMark) -> String? {
      if byteCount != other.byteCount {
        return "it has \(byteCount.counting("byte")), and had \(other.byteCount)"
      }
      if head != other.head || tail != other.tail { return "its content is another" }
      return modified == other.modified ? nil : "it was written anew"
    }
  }

  /// The parts of the plan of a job that is made in parts.
  var partList: [Part] { parts ?? [] }

  /// One of the parts.
  ///
  /// - Throws: `usage` for a number that is not one of theirs, or a plan that has none.
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

  /// The places among the tracks of those of which a part holds something.
  func tracks(of part: Part) -> [Int] {
    tracks.indices.filter { index in
      switch part.holds {
      case .all: true
      case .pictures: tracks[index].isCut
      case .rest: !tracks[index].isCut
      }
    }
  }

  /// The plan of a part alone.
  func limited(to part: Part) -> Plan {
    var plan = self
    plan.tracks = tracks(of: part).map { index in
      var track = tracks[index]
      if part.holds == .pictures, case .video(var video) = track.media {
        video.span = Span(from: part.from, to: part.to)
        track.media = .video(video)
      }
      return track
    }
    if let to = part.to { plan.duration = to.seconds }
    return plan
  }

  /// Finds out whether the source is still the one that the plan was made for.
  ///
  /// - Throws: `cannotCreate` where it has changed, and says in what.
  func checkSource() throws(RetimeError) {
    guard let source, let path = FileAddress.path(uri) else { return }
    guard let text = try SourceMark(of: path).difference(from: source) else { return }
    throw RetimeError(
      .cannotCreate,
      "'\(input)' has changed since the plan was made: \(text). Make a new plan, in another work folder"
    )
  }

  /// Which pictures are made: those that begin between two times of the result, nil for its begin and end.
  public struct Span: Sendable, Equatable, Codable {
    /// The first time that belongs to it, and the first one that does not any more.
    public var from: RationalTime?, to: RationalTime?

    /// Whether what begins at a time belongs to it.
    func contains(_ time: RationalTime) -> Bool {
      (from.map { $0 <= time } ?? true) && (to.map { time < $0 } ?? true)
    }

    /// Whether something of a pass may belong to it.
    func touches(_ pass: PlaybackPass) -> Bool {
      (from.map { $0 < pass.outputEnd } ?? true) && (to.map { pass.outputStart < $0 } ?? true)
    }
  }
}

extension Plan.Track {
  /// Whether its pictures are made, and so can be made in parts.
  var isCut: Bool { video != nil }
}
