// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import RetimeSystem

/// The download of a stream of HTTP Live Streaming (RFC 8216): its segments, one after the other, as a file.
///
/// The bytes are those that were segmented, so frames keep their times. GStreamer 1.22's `hlsdemux`
/// times each segment by its listed duration. Where a connection is lost, it repeats a part of a segment,
/// or leaves it out.
struct HLSDownload {
  /// A playlist of segments, its address, and the file with the segments so far.
  private struct Track {
    let address: String
    var playlist: HLSPlaylist
    let file: ScratchFile
    /// The number of the next segment to take; nil before the first.
    var next: Int?
    var header: HLSPlaylist.Header?
    /// The address of the key of the latest segment, and the key in hexadecimal digits.
    var key: (address: String, digits: String)?
    /// The seconds of media in the file.
    var seconds = 0.0
    var missed = 0
    var isFinished = false
  }

  let reception: Reception
  private var tracks: [Track] = []
  /// Whether the stream is not complete yet, so that the server adds segments.
  var isLive: Bool { tracks.contains { !$0.playlist.isComplete } }
  /// The parts of the stream that are not received, as text.
  private(set) var unread: [String] = []

  /// Chooses the variant with the highest bit rate, and the audio renditions that belong to it.
  ///
  /// Blocks. `address`: that of the playlist, after redirections.
  init(
    _ playlist: HLSPlaylist,
    at address: String,
    _ reception: Reception
  ) throws(RetimeError) {
    self.reception = reception
    guard let best = playlist.variants.max(by: { $0.bandwidth < $1.bandwidth }) else {
      tracks = [Track(address: address, playlist: playlist, file: try Self.file(reception))]
      return
    }
    let sounds = playlist.renditions.filter { $0.kind == "AUDIO" && $0.group == best.audioGroup }
    var addresses = [best.address]
    for address in sounds.compactMap(\.address) where !addresses.contains(address) {
      addresses.append(address)
    }
    let texts = playlist.renditions.count { $0.kind == "SUBTITLES" }
    if texts > 0 { unread.append("\(texts.counting("subtitle track")) of the playlist") }
    for part in addresses {
      let part = try Self.resolve(part, against: address)
      let (listed, found) = try Self.playlist(at: part, reception)
      tracks.append(Track(address: found, playlist: listed, file: try Self.file(reception)))
    }
  }

  /// Receives all segments, of a live stream those from now on; returns a file for each playlist.
  ///
  /// Blocks until the stream or a limit ends.
  mutating func files() throws(RetimeError) -> [ScratchFile] {
    while true {
      for index in tracks.indices where !tracks[index].isFinished { try takeSegments(of: index) }
      if reception.isEnded || tracks.allSatisfy(\.isFinished) { break }
      let wait = tracks.map(\.playlist.targetDuration).min() ?? 2
      try reception.pause(.milliseconds(Int(max(0.5, min(wait, 30) / 2) * 1000)))
      for index in tracks.indices where !tracks[index].isFinished {
        tracks[index].playlist = try Self.playlist(at: tracks[index].address, reception).0
      }
    }
    let missed = tracks.map(\.missed).reduce(0, +)
    if missed > 0 { unread.append("\(missed.counting("segment")) that the server no longer had") }
    return tracks.filter { $0.file.byteCount > 0 }.map(\.file)
  }

  private mutating func takeSegments(of index: Int) throws(RetimeError) {
    var track = tracks[index]
    defer { tracks[index] = track }
    let playlist = track.playlist
    let end = playlist.firstNumber + playlist.segments.count
    // A player of a live stream begins three segments before its end (RFC 8216, section 6.3.3).
    let isWhole = playlist.isComplete || playlist.isEvent
    var number = track.next ?? (isWhole ? playlist.firstNumber : max(playlist.firstNumber, end - 3))
    if number < playlist.firstNumber {
      track.missed += playlist.firstNumber - number
      number = playlist.firstNumber
    }
    let limit = reception.limit.map { Double($0.nanoseconds) / 1e9 }
    while number < end, !reception.isEnded {
      // The first segment may begin before the others, so one more is taken.
      if let limit, track.seconds > limit + playlist.targetDuration {
        track.isFinished = true
        break
      }
      let segment = playlist.segments[number - playlist.firstNumber]
      if let header = segment.header, header != track.header {
        try take(header.address, header.range, nil, track)
        track.header = header
      }
      try take(segment.address, segment.range, try decryption(of: segment, &track), track)
      track.seconds += segment.duration
      reception.receive(ClockTime(clamping: 0), ofStream: index)
      reception.receive(ClockTime(clamping: Int64(track.seconds * 1e9)), ofStream: index)
      number += 1
    }
    track.next = number
    if playlist.isComplete, number >= end { track.isFinished = true }
  }

  private func take(
    _ address: String,
    _ range: Range<Int>?,
    _ decryption: Download.Decryption?,
    _ track: Track
  ) throws(RetimeError) {
    let resolved = try Self.resolve(address, against: track.address)
    let download = Download(address: resolved, range: range, decryption: decryption, isPart: true)
    _ = try download.append(to: track.file, reception)
  }

  /// Returns the decryption of a segment, and keeps its key; nil for a segment that is not encrypted.
  private func decryption(
    of segment: HLSPlaylist.Segment,
    _ track: inout Track
  ) throws(RetimeError) -> Download.Decryption? {
    guard let key = segment.key else { return nil }
    guard key.method == "AES-128" else {
      throw RetimeError(
        .badInput,
        "'\(reception.name)' is encrypted with \(key.method), whose keys only licensed players get"
      )
    }
    if let known = track.key, known.address == key.address {
      return Download.Decryption(key: known.digits, vector: key.vector)
    }
    let file = try Self.file(reception)
    let address = try Self.resolve(key.address, against: track.address)
    _ = try Download(address: address, isPart: true).append(to: file, reception)
    let bytes = (try? RandomAccessFile(file.path))?.bytes(at: 0, count: file.byteCount) ?? []
    guard bytes.count == 16 else {
      throw RetimeError(.badInput, "'\(address)' is no key of 16 bytes, for '\(reception.name)'")
    }
    let digits = bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    track.key = (key.address, digits)
    return Download.Decryption(key: digits, vector: key.vector)
  }

  private static func playlist(
    at address: String,
    _ reception: Reception
  ) throws(RetimeError) -> (HLSPlaylist, address: String) {
    let file = try file(reception)
    let download = Download(address: address, isPart: true)
    guard case .complete(let found) = try download.append(to: file, reception),
      case .hls(let playlist) = StreamList(file.path)
    else { throw RetimeError(.badInput, "'\(address)' is no playlist of HTTP Live Streaming") }
    return (playlist, found)
  }

  /// Returns the address that a playlist names.
  ///
  /// - Throws: `badInput` if a playlist from the network names a file of this machine, or another scheme.
  private static func resolve(
    _ address: String,
    against base: String
  ) throws(RetimeError) -> String {
    let resolved = URI.resolve(address, against: base) ?? address
    let scheme = URI.scheme(resolved)
    guard scheme == "http" || scheme == "https" || scheme == "file" && URI.scheme(base) == "file"
    else {
      throw RetimeError(
        .badInput,
        "the playlist '\(base)' names '\(address)': only http and https addresses are read from it"
      )
    }
    return resolved
  }

  private static func file(_ reception: Reception) throws(RetimeError) -> ScratchFile {
    try SpooledInput.scratch(for: reception.name)
  }
}
