// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// The parts of an MP4 or QuickTime file's header that `qtdemux` needs corrected to read the whole file and no more.
///
/// GStreamer 1.22's demuxer stops when media time reaches the movie's duration, although an edit that
/// begins at media time M ends at M plus the duration: the last M seconds are lost, 21 ms of every AAC
/// track that ffmpeg made and everything of a long trim. A movie duration that is longer by M cures it, and what
/// ``LateFrames`` finds.
///
/// It also keeps 32 bytes and a part of the header for each sample of every track, selected or not; for an hour of
/// media that exceeds a decoder's memory. A track atom renamed to `free` is skipped.
///
/// Also the metadata that the demuxer does not expose: chapters, creation time, camera metadata, mirrored orientation.
/// Atoms as in ISO/IEC 14496-12: `mvhd` 8.2.2, `tkhd` 8.3.2, `mdhd` 8.4.2, `elst` 8.6.6, `mvex` 8.8.1.
package struct MovieHeader: Sendable {
  /// A fault of the demuxer.
  package enum Fault: CaseIterable, Sendable {
    /// It ends where media time reaches the movie's duration.
    case movieEnd
    /// It stops at the first sample that is decoded after an edit's end.
    case editEnd
    /// It goes to the first fragment.
    case firstFragment
    /// It seeks by presentation times in place of decode times.
    case fragmentIndex
    /// It limits seeks to the movie's duration without its fragments.
    case fragmentEnd
    /// It drops the last frames.
    case latePictures
    /// It skips short tracks.
    case shortTracks
    /// It does not know a type of sample descriptions.
    case sampleKinds
  }

  /// Whether the file has such a header.
  package private(set) var isPresent = false
  /// The patches for a reader of all streams.
  package private(set) var patches: [FilePatch] = []
  /// Each track's number, and what hides it; empty where the file's fragments would miss it.
  private var hiding: [(track: Int, patch: FilePatch)] = []
  /// The movie's duration in seconds as the file says.
  package private(set) var duration: Double?
  /// The chapters, with times in nanoseconds of the movie.
  package private(set) var chapters: [FileChapter] = []
  /// When the file was made, as it says.
  package private(set) var created: UTCTime?
  /// The metadata of cameras.
  package private(set) var texts: [(key: String, text: String)] = []
  /// The properties of each track, by its number.
  private var stated: [Int: Track] = [:]

  /// The properties of a track that the file states.
  package struct Track: Sendable {
    /// The coefficients a, b, c and d of the matrix that rotates and mirrors the video, rounded to integers.
    package fileprivate(set) var matrix: [Int]?
    /// The title, and whether the track is enabled.
    package fileprivate(set) var title: String?, isEnabled: Bool?
    /// Its roles.
    package fileprivate(set) var roles: [TrackRole] = []
    /// When it ends.
    package fileprivate(set) var end: StreamTime?
    /// The end in source time if the demuxer would end the track elsewhere; ``StreamTime/latest`` if the demuxer
    /// would end it too early, at the last decoded frame.
    package fileprivate(set) var stop: StreamTime?
    /// The fields that caps of plain samples must have instead of the demuxer's; nil where it knows them.
    package fileprivate(set) var capsFields: [String: String]?
    /// The priming samples that its edit skips; nil for none.
    package fileprivate(set) var priming: PrimingEdit?
    /// The colorimetry.
    package fileprivate(set) var colors: MovieColors?
    /// The time code of the first frame.
    package fileprivate(set) var timecode: Timecode?
  }

  /// Reads the header of a file; nothing is found in one of another kind.
  ///
  /// `faults`: those that are to be mended.
  package init(_ file: RandomAccessFile, mending faults: Set<Fault> = Set(Fault.allCases)) {
    guard let moov = FileAtom.movie(in: file) else { return }
    isPresent = true
    let parts = moov.children
    let tracks = parts.filter { $0.kind == "trak" }
    let isFragmented = parts.contains { $0.kind == "mvex" }
    for track in tracks {
      guard let number = track.number else { continue }
      let title = track.descendant("udta", "name")?.bytes(limit: 1 << 16)
        .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      stated[number] = Track(
        matrix: Self.matrix(of: track),
        title: title,
        isEnabled: track.isEnabled,
        roles: track.descendant("udta")?.children.filter { $0.kind == "kind" }
          .compactMap { $0.bytes(limit: 1 << 10).flatMap(TrackRole.init(kind:)) } ?? [],
        capsFields: MovieAudio.fields(of: track)
      )
    }
    for (number, code) in MovieTimecode.codes(of: tracks) { stated[number]?.timecode = code }
    texts = MovieUserData.texts(in: moov)
    if let header = parts.first("mvhd"), let isLong = header.hasLongTimes,
      let seconds = header.time(at: 4, isLong: isLong), seconds > 0, seconds < 1 << 40
    {
      created = UTCTime(unixSeconds: Int64(seconds) + UTCTime.movieEpoch)
    }
    chapters = MovieChapters.chapters(in: moov, tracks)
    if isFragmented, faults.contains(.firstFragment) {
      patches = FirstFragment.patches(tracks, in: file)
    }
    if isFragmented, faults.contains(.fragmentIndex), let index = FragmentIndex.patch(file) {
      patches.append(index)
    }
    if faults.contains(.sampleKinds) { patches += SampleKinds.patches(tracks) }
    if faults.contains(.latePictures) { patches += LateFrames.patches(tracks, parts) }
    duration = Timing(ofFragments: parts)?.seconds
    guard let movie = parts.first("mvhd").flatMap(Timing.init), movie.ticks > 0,
      movie.ticks != movie.unknown
    else { return }
    // Without an `mehd`, this excludes the fragments.
    duration = duration ?? movie.seconds
    var latest = 0
    for track in tracks {
      guard let number = track.number else { continue }
      stated[number]?.colors = MovieColors(track)
      stated[number]?.end = Self.end(track, movie)
      if !isFragmented { stated[number]?.priming = PrimingEdit(of: track, movie: movie) }
      let delay = faults.contains(.latePictures) ? LateFrames.delay(track, movie) : 0
      if faults.contains(.latePictures), LateFrames.outlast(track) {
        stated[number]?.stop = .latest
      }
      if let media = track.mediaTiming {
        let list = EditList(of: track)
        if faults.contains(.movieEnd) {
          latest = max(latest, list.latestStart(media: media, movie: movie) ?? 0)
        }
        if faults.contains(.editEnd),
          let longer = list.lengthening(by: delay, media: media, movie: movie)
        {
          patches.append(longer.patch)
          stated[number]?.stop = longer.stop
        }
      }
      latest = max(latest, delay)
    }
    if !isFragmented {
      hiding = tracks.compactMap { atom in
        atom.number.map { number in
          (number, FilePatch(offset: atom.typeOffset, bytes: Array("free".utf8)))
        }
      }
    }
    // One more than all of it, as the demuxer stops there; nil where that cannot be said.
    let end = Int(exactly: Int128(movie.ticks) + Int128(latest) + 1).flatMap {
      latest > 0 && $0 < movie.unknown ? $0 : nil
    }
    if !isFragmented, faults.contains(.shortTracks) {
      patches += ShortTracks.patches(tracks, movie: movie, ticks: end ?? movie.ticks)
    }
    let isOpen = isFragmented && faults.contains(.fragmentEnd)
    if let end = isOpen ? movie.unknown : end {
      patches.insert(FilePatch(end, at: movie.offset, width: movie.width), at: 0)
    }
  }

  /// Returns the patches for a reader of one stream, by the name that `qtdemux` gives it: …/001.
  package func patches(for streamID: String) -> [FilePatch] {
    let number = FileAtom.number(ofStream: streamID)
    let isKnown = hiding.count { $0.track == number } == 1
    return patches
      + (isKnown ? hiding.filter { $0.track != number }.map(\.patch) : [])
  }

  /// Returns the properties of a stream's track, by the name that `qtdemux` gives the stream: …/001.
  package func track(_ streamID: String) -> Track {
    FileAtom.number(ofStream: streamID).flatMap { stated[$0] } ?? Track()
  }

  private static func end(_ track: FileAtom, _ movie: Timing) -> StreamTime? {
    guard let header = track.descendant("tkhd"), let isLong = header.hasLongTimes,
      let ticks = header.time(at: isLong ? 28 : 20, isLong: isLong), ticks > 0,
      ticks < (isLong ? Int.max : Int(UInt32.max))
    else { return nil }
    return RationalTime(Int64(ticks), Int64(movie.timescale)).streamTime
  }

  private static func matrix(of track: FileAtom) -> [Int]? {
    guard let header = track.descendant("tkhd"), let isLong = header.hasLongTimes else {
      return nil
    }
    let numbers = [0, 4, 12, 16].map {
      header.word(at: (isLong ? 52 : 40) + $0).map { Int32(bitPattern: $0) }
    }
    // Fixed point, 16.16; some writers give -1 as 0xFFFF.0000 and others a hair above it.
    return numbers.compactMap { $0.map { (Int($0) + 0x8000) >> 16 } }
  }
}
