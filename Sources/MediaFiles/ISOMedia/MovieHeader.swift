// SPDX-License-Identifier: MPL-2.0

package import RetimeCore
package import RetimeSystem

/// What `qtdemux` must be told of an MP4 or QuickTime file to read it to its end, and not more of it.
///
/// GStreamer 1.22's demuxer stops when media time reaches the movie's duration, although an edit that
/// begins at media time M ends at M plus the duration: the last M seconds are lost, 21 ms of every AAC
/// track that ffmpeg made and everything of a long trim. A movie duration that is longer by M cures it, and what
/// ``LatePictures`` finds.
///
/// It also keeps 32 bytes and its share of the header for each sample of every track, wanted or not, which
/// for an hour is more than a decoder needs. A track that is named `free` is none.
/// Atoms as in ISO/IEC 14496-12: `mvhd` 8.2.2, `tkhd` 8.3.2, `mdhd` 8.4.2, `elst` 8.6.6, `mvex` 8.8.1.
package struct MovieHeader: Sendable {
  /// What a demuxer gets wrong.
  package enum Fault: CaseIterable, Sendable {
    /// It ends where media time reaches the movie's duration.
    case movieEnd
    /// It stops at the first sample that is decoded after an edit's end.
    case editEnd
    /// It goes to the first fragment.
    case firstFragment
    /// It drops last pictures.
    case latePictures
    /// It skips short tracks.
    case shortTracks
  }

  /// What makes the demuxer read to the end.
  private var patch: FilePatch?
  /// What makes it read the first samples of a film with fragments.
  private var early: [FilePatch] = []
  /// What makes it read the last pictures.
  private var late: [FilePatch] = []
  /// What makes it read tracks that are much shorter than the movie.
  private var short: [FilePatch] = []
  /// Each track's number, and what hides it; empty where the file's fragments would miss it.
  private var hiding: [(track: Int, patch: FilePatch)] = []
  /// The movie's duration in seconds as the file says.
  package private(set) var duration: Double?
  /// When each track ends, in nanoseconds, by track number.
  private var ends: [Int: StreamTime] = [:]
  /// Where a track ends that the demuxer would end elsewhere, by track number; ``StreamTime/latest`` for one that it ends
  /// too early, with the last picture that is decoded.
  private var stops: [Int: StreamTime] = [:]
  /// What it says of plain samples, by track number.
  private var sounds: [Int: MovieSound] = [:]
  /// What it says of colours, by track number.
  private var colors: [Int: MovieColors] = [:]

  /// Reads the header of a file; nothing is found in one of another kind.
  ///
  /// `faults`: those that are to be mended.
  package init(_ file: RandomAccessFile, mending faults: Set<Fault> = Set(Fault.allCases)) {
    guard let moov = FileAtom.movie(in: file) else { return }
    let parts = moov.children
    let tracks = parts.filter { $0.kind == "trak" }
    let isFragmented = parts.contains { $0.kind == "mvex" }
    for track in tracks {
      if let number = track.number { sounds[number] = MovieSound(track) }
    }
    if faults.contains(.latePictures) { late = LatePictures.patches(tracks, parts) }
    if isFragmented, faults.contains(.firstFragment) {
      early = FirstFragment.patches(tracks, in: file)
    }
    duration = FragmentsEnd(parts).map { Double($0.ticks) / Double($0.timescale) }
    guard let movie = parts.first("mvhd").flatMap(Timing.init), movie.ticks > 0,
      movie.ticks != movie.unknown
    else { return }
    // Fragments come on top of that.
    if !isFragmented { duration = Double(movie.ticks) / Double(movie.timescale) }
    var latest = 0
    for track in tracks {
      guard let number = track.number else { continue }
      colors[number] = MovieColors(track)
      ends[number] = Self.end(track, movie)
      let delay = faults.contains(.latePictures) ? LatePictures.delay(track, movie) : 0
      if faults.contains(.latePictures), !isFragmented, LatePictures.outlast(track) {
        stops[number] = .latest
      }
      if let media = track.mediaTiming {
        let list = EditList(of: track)
        if faults.contains(.movieEnd) {
          latest = max(latest, list.latestStart(media: media, movie: movie) ?? 0)
        }
        if faults.contains(.editEnd),
          let longer = list.lengthening(by: delay, media: media, movie: movie)
        {
          late.append(longer.patch)
          stops[number] = longer.stop
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
      short = ShortTracks.patches(tracks, movie: movie, ticks: end ?? movie.ticks)
    }
    patch = end.map { FilePatch($0, at: movie.offset, width: movie.width) }
  }

  /// What to change for a reader of all streams.
  package var patches: [FilePatch] { (patch.map { [$0] } ?? []) + early + late + short }

  /// What to change for a reader that wants one stream alone, named as `qtdemux` names it: …/001.
  package func patches(for streamID: String) -> [FilePatch] {
    let number = FileAtom.number(ofStream: streamID)
    let isKnown = hiding.count { $0.track == number } == 1
    return patches
      + (isKnown ? hiding.filter { $0.track != number }.map(\.patch) : [])
  }

  /// When a stream ends as the file says, named as `qtdemux` names it: …/001.
  package func end(of streamID: String) -> StreamTime? {
    FileAtom.number(ofStream: streamID).flatMap { ends[$0] }
  }

  /// Where a stream ends that the demuxer would end elsewhere, in the source's time; ``StreamTime/latest`` for one that
  /// is not to be ended.
  package func stop(of streamID: String) -> StreamTime? {
    FileAtom.number(ofStream: streamID).flatMap { stops[$0] }
  }

  /// The fields that a stream's caps must have instead of the demuxer's; nil where it knows them.
  package func capsFields(of streamID: String) -> [String: String]? {
    FileAtom.number(ofStream: streamID).flatMap { sounds[$0]?.fields }
  }

  private static func end(_ track: FileAtom, _ movie: Timing) -> StreamTime? {
    guard let header = track.descendant("tkhd"), let isLong = header.hasLongTimes,
      let ticks = header.time(at: isLong ? 28 : 20, isLong: isLong), ticks > 0,
      ticks < (isLong ? Int.max : Int(UInt32.max))
    else { return nil }
    return RationalTime(Int64(ticks), Int64(movie.timescale)).streamTime
  }

  /// What the file says of how a stream's light varies.
  package func light(of streamID: String) -> VaryingLight? { colors(of: streamID)?.light }

  /// What the file says of a stream's colours, named as `qtdemux` names it: …/001.
  package func colors(of streamID: String) -> MovieColors? {
    FileAtom.number(ofStream: streamID).flatMap { colors[$0] }
  }
}
