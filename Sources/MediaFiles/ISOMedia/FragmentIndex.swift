// SPDX-License-Identifier: MPL-2.0

internal import RetimeSystem

/// The patch that hides the index of a movie's fragments from `qtdemux`.
///
/// After a seek to the first fragment, GStreamer 1.22's demuxer takes the index's presentation time for the decode time of
/// the first sample: where frames are reordered, all are late by their delay. Of samples before the fragments it knows
/// nothing then. Without the index it reads the head of each fragment up to the one that it looks for.
/// Atoms as in ISO/IEC 14496-12: `mfra` 8.8.9, `mfro` 8.8.11.
enum FragmentIndex {
  /// Returns the patch; nil for a file without such an index at its end.
  static func patch(_ file: RandomAccessFile) -> FilePatch? {
    let end = file.byteCount
    let kind = { (offset: Int) in file.word(at: offset).map { FourCharCode(rawValue: $0) } }
    guard kind(end - 12) == "mfro", let size = file.word(at: end - 4),
      case let start = end - Int(size), kind(start + 4) == "mfra"
    else { return nil }
    return FilePatch(offset: start + 4, bytes: Array("free".utf8))
  }
}
