// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// A chunk of a WAVE file that holds more than samples and tags.
package struct WaveChunk: Sendable, Equatable {
  package let kind: FourCharCode
  package let bytes: [UInt8]

  package init(kind: FourCharCode, bytes: [UInt8]) { (self.kind, self.bytes) = (kind, bytes) }

  /// What each kind holds, in words.
  private static let names: [FourCharCode: String] = [
    "cue ": "cue points", "LIST": "labels of cue points", "plst": "a playlist",
    "smpl": "sampler loops", "inst": "an instrument", "acid": "tempo and key",
    "bext": "broadcast data with a time reference", "iXML": "production data",
    "axml": "production data", "chna": "audio objects", "cart": "a cart", "strc": "beats",
    "umid": "a UMID", "levl": "peaks",
  ]

  /// In words for people.
  package var text: String { "\(Self.names[kind] ?? "data") (\(kind.name))" }

  /// Those of a file, each of a megabyte at most; none of files of other kinds.
  package static func all(in file: RandomAccessFile) -> [WaveChunk] {
    guard let signature = RIFFChunk.signature(of: file), signature.kind == "WAVE",
      ["RIFF", "RF64"].contains(signature.container)
    else { return [] }
    return RIFFChunk.all(in: file).compactMap { chunk in
      let isLabels = chunk.list("adtl") != nil
      guard isLabels || chunk.kind != "LIST" && names[chunk.kind] != nil,
        let bytes = chunk.bytes(limit: 1 << 20)
      else {
        return nil
      }
      return WaveChunk(kind: isLabels ? "LIST" : chunk.kind, bytes: bytes)
    }
  }
}
