// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// A chunk of a WAVE file that holds more than samples and tags.
package struct WaveChunk: Sendable, Equatable {
  package let kind: FourCharCode
  /// The content; nil where it is longer than ``limit``.
  package let bytes: [UInt8]?

  /// The most bytes of a chunk that are read.
  private static let limit = 1 << 20

  /// The content of each kind, in words.
  private static let names: [FourCharCode: String] = [
    "cue ": "cue points", "LIST": "labels of cue points", "plst": "a playlist",
    "smpl": "sampler loops", "inst": "an instrument", "acid": "tempo and key",
    "bext": "broadcast data with a time reference", "iXML": "production data",
    "axml": "production data", "chna": "audio objects", "cart": "a cart", "strc": "beats",
    "umid": "a UMID", "levl": "peaks",
  ]

  /// The kind in words for people.
  package var text: String {
    let size = bytes == nil ? ", which is longer than 1 MiB" : ""
    return "\(Self.names[kind] ?? "data") (\(kind.name))\(size)"
  }

  /// The chunks of a file that are not samples or tags; none of files of other kinds.
  package static func all(in file: RandomAccessFile) -> [WaveChunk] {
    RIFFChunk.wave(in: file).compactMap { chunk in
      let isLabels = chunk.list("adtl") != nil
      guard isLabels || chunk.kind != "LIST" && names[chunk.kind] != nil else { return nil }
      return WaveChunk(kind: chunk.kind, bytes: chunk.count <= limit ? chunk.bytes() : nil)
    }
  }
}
