// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import RetimeSystem

extension AnimationKind {
  /// Creates the format of an animated image; nil for other files.
  init?(_ file: RandomAccessFile) { self.init(reading: { file.bytes(at: $0, count: $1) }) }
}

extension AnimationSummary {
  /// Reads an animated image; nil for other files, and for damaged ones.
  init?(_ file: RandomAccessFile) {
    guard let kind = AnimationKind(file) else { return nil }
    let size = file.byteCount
    do {
      try self.init(kind) { offset, count in
        offset < size ? file.bytes(at: offset, count: min(count, size - offset)) : []
      }
    } catch {
      return nil
    }
  }
}
