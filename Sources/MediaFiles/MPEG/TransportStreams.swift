// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The elementary streams that the program maps of an MPEG transport stream list, and what `tsdemux` must be told of them.
///
/// GStreamer's demuxer hands out those whose stream type it knows, and says nothing of the others. Of 1.22, type 0x82 is no
/// medium, although Blu-ray and ffmpeg have DTS there, and 0x83 is LPCM, although it is TrueHD there. Where the packets
/// show that they are, the map is given another type: the one of DTS that the demuxer knows, and one that it leaves out.
/// Maps as in ISO/IEC 13818-1, 2.4.4.8, their checksum in Annex A; packets of elementary streams 2.4.3.6.
package struct TransportStreams: Sendable {
  /// A stream as its program's map lists it.
  package struct Stream: Sendable, Equatable {
    /// The identifier of its packets.
    package let identifier: Int
    /// The name of the codec, and the medium.
    package let name: String, medium: Medium
  }

  /// The medium of a stream.
  package enum Medium: Sendable { case video, audio, other }

  /// The streams in the order in which they are listed.
  package private(set) var streams: [Stream] = []
  /// The maps as the demuxer must see them.
  package private(set) var patches: [FilePatch] = []
  /// The first bytes of each stream, after the header of its first packet.
  private var heads: [Int: [UInt8]] = [:]

  private static let mostPatches = 64

  /// Looks at the first megabyte of a file.
  package init(_ file: RandomAccessFile) {
    guard let (start, step) = TransportPrograms.packets(file),
      let bytes = file.bytes(at: 0, count: min(file.byteCount, 1 << 20))
    else { return }
    let places = Array(
      stride(from: start, through: bytes.count - 188, by: step).lazy.filter { bytes[$0] == 0x47 }
    )
    for place in places {
      let packet = TransportPacket(bytes, at: place)
      if packet.begins, heads[packet.identifier] == nil, let head = packet.elementaryHead {
        heads[packet.identifier] = head
      }
    }
    var maps = Set<Int>()
    for place in places {
      let packet = TransportPacket(bytes, at: place)
      guard packet.begins, let section = packet.section else { continue }
      if packet.identifier == 0, section.table == 0 {
        maps.formUnion(section.programMaps)
      } else if section.table == 2, maps.contains(packet.identifier) {
        take(section)
      }
    }
  }

  /// Adds the streams of a map, and changes the types that the demuxer takes for others.
  private mutating func take(_ section: TransportSection) {
    var content = section.bytes
    let entries = section.entries
    for entry in entries {
      let head = heads[entry.identifier] ?? []
      if !streams.contains(where: { $0.identifier == entry.identifier }) {
        let type = TransportStreamType(type: entry.type, registration: entry.registration, head)
        streams.append(
          Stream(identifier: entry.identifier, name: type.name, medium: type.medium)
        )
      }
      switch entry.type {
      case 0x82 where TransportStreamType.isDTS(head): content[entry.offset] = 0x8A
      case 0x83 where TransportStreamType.isTrueHD(head): content[entry.offset] = 0x0D
      default: break
      }
    }
    guard content != section.bytes, patches.count < Self.mostPatches else { return }
    let sum = TransportSection.checksum(content.dropLast(4))
    content.replaceSubrange((content.count - 4)..., with: sum.bytes(4))
    patches.append(FilePatch(offset: section.offset, bytes: content))
  }

  /// Whether any packet of a file belongs to a stream; one that a map lists may have none.
  ///
  /// Blocks on the disk where the first megabyte has none.
  package func isPresent(_ stream: Stream, in file: RandomAccessFile) -> Bool {
    if heads[stream.identifier] != nil { return true }
    guard let (start, step) = TransportPrograms.packets(file) else { return false }
    let block = step * 8192
    for offset in stride(from: start, to: file.byteCount, by: block) {
      guard let bytes = file.bytes(at: offset, count: min(block, file.byteCount - offset)) else {
        return false
      }
      for place in stride(from: 0, through: bytes.count - 188, by: step)
      where bytes[place] == 0x47
        && TransportPacket(bytes, at: place).identifier == stream.identifier
      {
        return true
      }
    }
    return false
  }
}
