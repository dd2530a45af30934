// SPDX-License-Identifier: MPL-2.0

package import RetimeSystem

/// The duration that an AVI file's header states.
///
/// GStreamer's `avidemux` takes the duration from the index or, without one, from the data that it can read.
/// `avih` in the list `hdrl` has the microseconds per frame and the number of frames, in files over 1 GB only of the
/// first RIFF chunk; `dmlh` in the list `odml` then has the total (Microsoft's AVI RIFF File Reference, and OpenDML
/// AVI File Format Extensions, version 1.02).
package enum AVIHeader {
  /// The duration in seconds; nil where the file is no AVI file or does not say.
  package static func duration(_ file: RandomAccessFile) -> Double? {
    guard let signature = RIFFChunk.signature(of: file), signature.container == "RIFF",
      signature.kind == "AVI ",
      let parts = RIFFChunk.all(in: file).lazy.compactMap({ $0.list("hdrl") }).first,
      let main = parts.first(where: { $0.kind == "avih" && $0.count >= 20 }),
      let length = main.word(at: 0), let first = main.word(at: 16)
    else { return nil }
    let all = parts.lazy.compactMap { $0.list("odml") }.first?
      .first { $0.kind == "dmlh" && $0.count >= 4 }?.word(at: 0)
    let count = max(first, all ?? 0)
    return length > 0 && count > 0 ? Double(length) * Double(count) / 1e6 : nil
  }
}
