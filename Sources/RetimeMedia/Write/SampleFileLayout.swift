// SPDX-License-Identifier: MPL-2.0

internal import MediaFiles
internal import RetimeSystem
internal import SoundFile

/// Writes the channel positions into a finished file of samples, as a WAVE channel mask.
///
/// libsndfile 1.2 writes no positions into Wave64, and into AIFF and CAF only those few in its table.
enum SampleFileLayout {
  /// Writes the mask into the file at `path`, which has samples and no mask yet.
  ///
  /// Complexity: rewrites the samples of Wave64 and AIFF. Blocks on the disk.
  static func write(_ mask: UInt32, to path: String, _ format: SoundFileWriter.Format)
    throws(SystemError)
  {
    let file = try RandomAccessFile(path)
    let layout = CoreAudioLayout.bytes(mask: mask)
    switch format {
    case .wav, .au: break
    case .caf: try insert(layout, intoCAF: file, path)
    case .aiff: try insert(layout, intoAIFF: file, path)
    case .wave64: try extend(mask, file, path)
    }
  }

  /// Inserts a chunk into the free space that libsndfile leaves before the samples, or before the samples.
  private static func insert(_ layout: [UInt8], intoCAF file: RandomAccessFile, _ path: String)
    throws(SystemError)
  {
    let chunk = Array("chan".utf8) + layout.count.bytes(8) + layout
    var offset = 8
    while let head = file.bytes(at: offset, count: 4), let size = file.long(at: offset + 4) {
      if head.elementsEqual("free".utf8), size >= chunk.count {
        let free = Array("free".utf8) + (size - chunk.count).bytes(8)
        return try FileSystem.overwrite(path, at: offset, with: chunk + free)
      }
      if head.elementsEqual("data".utf8) {
        return try FileInsertion.replace(offset..<offset, of: path, with: chunk)
      }
      offset += 12 + size
    }
  }

  private static func insert(_ layout: [UInt8], intoAIFF file: RandomAccessFile, _ path: String)
    throws(SystemError)
  {
    let chunk = Array("CHAN".utf8) + layout.count.bytes(4) + layout
    guard let all = file.word(at: 4), let sound = RIFFChunk.all(in: file).first("SSND") else {
      return
    }
    let start = sound.offset - 8
    try FileInsertion.replace(start..<start, of: path, with: chunk)
    try FileSystem.overwrite(path, at: 4, with: (Int(all) + chunk.count).bytes(4))
  }

  /// Converts the format chunk, the first one, to WAVE_FORMAT_EXTENSIBLE.
  private static func extend(_ mask: UInt32, _ file: RandomAccessFile, _ path: String)
    throws(SystemError)
  {
    let head = 40, size = 24 + 16
    guard let chunk = file.bytes(at: head, count: size), chunk.starts(with: "fmt ".utf8),
      chunk[16..<24].littleEndian == UInt64(size), let all = file.bytes(at: 16, count: 8)
    else { return }
    let (kind, bits) = (chunk[24..<26], chunk[38..<40])
    // The subformat's GUID consists of the format tag and a constant suffix.
    let subformat =
      kind + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    var longer = chunk[..<16] + (size + 24).littleEndianBytes(8)
    longer += [0xFE, 0xFF] + chunk[26...] + [22, 0] + bits
    longer += mask.littleEndianBytes(4) + subformat
    try FileInsertion.replace(head..<head + size, of: path, with: Array(longer))
    let total = all.littleEndian + 24
    try FileSystem.overwrite(path, at: 16, with: total.littleEndianBytes(8))
  }
}

extension Plan.Audio {
  /// The channel positions of the result as bit numbers of a WAVE channel mask, in order.
  ///
  /// Nil if there are none, and for the default positions of 1 or 2 channels.
  var namedPlaces: [Int]? {
    let mask = outputChannels == channels ? channelMask : 0
    let places = ChannelLayout.positions(mask).compactMap(ChannelLayout.wavePosition).sorted()
    return places.count == outputChannels && ![[0, 1], [2]].contains(places) ? places : nil
  }
}
