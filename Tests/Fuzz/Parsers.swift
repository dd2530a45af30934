// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import MediaFiles
import RetimeCore
import RetimeSystem

/// The parsers by the names under which `scripts/fuzz-parsers` runs them.
enum Parsers {
  static let all: [String: @Sendable ([UInt8]) -> Void] = [
    "codecs": codecs, "core-audio": coreAudio, "map": map, "matroska": onFile(matroska),
    "movie": onFile(movie), "order": order, "small": onFile(small), "sound": onFile(sound),
    "text": text, "times": times,
  ]

  private static func onFile(
    _ body: @escaping @Sendable (RandomAccessFile, [UInt8]) -> Void
  ) -> @Sendable ([UInt8]) -> Void {
    { bytes in
      if let file = MemoryFile.holding(bytes) { body(file, bytes) }
    }
  }

  // MARK: - Containers

  private static func movie(_ file: RandomAccessFile, _ bytes: [UInt8]) {
    let header = MovieHeader(file)
    for id in ["x/001", "x/002", "x/0"] {
      _ = (header.patches(for: id), header.track(id))
    }
    _ = UnreadParts.of(file)
    if let atoms = Atom.parse(bytes[...]) { _ = Atom("moov", atoms).bytes }
    for track in FileAtom.movie(in: file)?.children ?? [] {
      guard let tables = track.descendant("mdia", "minf", "stbl")?.children,
        var table = SampleTable(tables)
      else { continue }
      var samples = 0
      while samples < 5000, table.next() != nil { samples += 1 }
    }
    if let tables = MovieTables(file), tables.sampleCount < 5000 {
      for track in 1...3 { _ = tables.samples(ofStream: "x/00\(track)")?.forEach { _ in } }
    }
  }

  private static func matroska(_ file: RandomAccessFile, _ bytes: [UInt8]) {
    _ = MatroskaHeader(file)?.lateAlphas
    let ids = [
      EBML.ID.segment, EBML.ID.tracks, EBML.ID.trackEntry, EBML.ID.video, EBML.ID.seekHead,
      EBML.ID.seek, EBML.ID.tags, EBML.ID.tag, EBML.ID.simpleTag,
    ]
    guard let elements = EBML.parse(bytes[...], masters: Set(ids)) else { return }
    for element in elements {
      _ = (element.number, element.text)
      precondition(EBML.parse(element.bytes[...], masters: Set(ids))?.count == 1)
    }
  }

  private static func sound(_ file: RandomAccessFile, _ bytes: [UInt8]) {
    _ = (SampleFileHead.needsLibrary(file), SampleFileHead.isFloatWave64(file))
    for chunk in RIFFChunk.all(in: file) { _ = (chunk.bytes(limit: 64), chunk.list("INFO")?.count) }
    _ = WaveSamples(file)
    _ = FlacChange(file)
    _ = OggStreams(file)
  }

  private static func small(_ file: RandomAccessFile, _ bytes: [UInt8]) {
    _ = ASFMarkers.chapters(file)
    _ = UnreadParts.of(file)
    _ = NutStreams.soundCount(in: file)
    _ = ADTSProgramConfig.are(in: file)
    _ = TransportPrograms(file).numbers
    _ = TransportClock(file).duration
    _ = FlashFaults(file).patches
    _ = AVIHeader.duration(file)
    _ = OggStreams(file)
  }

  private static func coreAudio(_ bytes: [UInt8]) {
    for stopsAtSound in [false, true] {
      var reader = CoreAudioReader(
        byteCount: stopsAtSound ? nil : Int64(bytes.count),
        stopsAtSound: stopsAtSound
      )
      do {
        while let wanted = reader.wanted {
          let range = wanted.clamped(to: 0..<Int64(bytes.count))
          try reader.take(Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
        let (header, description, sound) = try reader.result()
        _ = (header.layout?.labels(channels: description.channels), header.information)
        _ = try? LinearPCM(description)
        if let cookie = header.cookie {
          _ = MagicCookie.losslessConfiguration(cookie)
          _ = MagicCookie.audioSpecificConfiguration(cookie)
        }
        let packets = try PacketSequence(description, header.packets, byteCount: sound.byteCount)
        var (position, blocks) = (PacketSequence.Position(), 0)
        while blocks < 1000, let next = packets.block(at: position, limit: 64) {
          (position, blocks) = (next.next, blocks + 1)
        }
        for frame in [0, packets.validFrames.lowerBound, packets.end.frame, .max] {
          _ = packets.position(holding: frame, preroll: 2112)
        }
      } catch {}
    }
  }

  // MARK: - Codecs and texts

  private static func codecs(_ bytes: [UInt8]) {
    _ = AV1Configuration(stream: bytes)
    _ = DynamicHDRMetadata.isIn(bytes.span)
    let (head, packet) = (Array(bytes.prefix(bytes.count / 2)), bytes.dropFirst(bytes.count / 2))
    let packets = Array(packet)
    if let sequence = H264Sequence(head) { _ = sequence.role(of: packets.span) }
    if let sequence = HEVCSequence(head) { _ = sequence.role(of: packets.span) }
    var numbers = FrameNumRewriter()
    numbers.take(configuration: head)
    for lengthSize in [nil, 1, 2, 4] {
      for change in numbers.changes(in: bytes.span, lengthSize) {
        precondition(bytes.indices.contains(change.offset))
      }
      var offset = 0
      while let unit = NALUnits.next(in: bytes.span, lengthSize, from: &offset) {
        precondition(unit.lowerBound >= 0 && unit.upperBound <= bytes.count)
      }
    }
    var bits = BitReader(unescaping: bytes[...])
    while !bits.isPastEnd { _ = bits.number() }
    _ = (ID3Tag.canKeep(bytes), ID3Chapters.chapters(in: [bytes]))
  }

  private static func text(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let chapters = CommentChapters.chapters(in: lines)
    _ = CommentChapters.comments(chapters)
    _ = ID3Chapters.frames(chapters)
    for line in lines.prefix(10) {
      if let numbers = GeoLocation.numbers(line) {
        let altitude = numbers.count > 2 ? numbers[2] : nil
        _ = GeoLocation.text(latitude: numbers[0], longitude: numbers[1], altitude: altitude)
      }
      _ = GeoLocation.text(zip(GeoLocation.names, lines).map { (name: $0, value: $1) })
      _ = UTCTime(line)?.description
      _ = try? RationalTime(parsing: line).nanoseconds
      _ = try? FrameRate(parsing: line).time(ofTick: .max).nanoseconds
      if let factor = try? Factor(parsing: line) {
        _ = (factor.description, TimeMap(factor: factor).outputFrameCount(ofSource: .max))
      }
      _ = try? Factor.speed(parsing: line)
    }
  }
}
