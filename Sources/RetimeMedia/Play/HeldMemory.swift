// SPDX-License-Identifier: MPL-2.0

/// How much of `--max-memory` decoded pictures may take while they wait for their turn.
///
/// Codecs take what they take, an encoder of 720p pictures with its look-ahead some 280 MB: a part
/// in 32 is left to what waits, and whatever does not fit there waits in a scratch file.
struct HeldMemory {
  /// All of it, in bytes.
  let maximum: Int
  /// Bytes of decoded pictures in memory.
  var pictures: Int { maximum / 32 }
  /// Bytes of decoded pictures in the scratch file, and how many pictures at most.
  let spilledBytes = 4 << 30, spilledPictures = 16384
}
