// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The sample clip, listed when the folder contains no media of its own.
enum SampleClip {
  private static let name = "rabbit.webm"

  /// Writes the clip to a file that commands can read; returns nil on failure.
  static func prepare(in paths: StatePaths, _ disk: borrowing DiskAccess) -> MediaFile? {
    let path = "\(paths.sample)/\(name)"
    let bytes = PageFiles.sample
    if disk.folders.item(at: path)?.byteCount != Int64(bytes.count) {
      try? disk.files.remove(path)
      try? disk.files.write(bytes.span, to: path)
    }
    guard let item = disk.folders.item(at: path), item.byteCount == Int64(bytes.count) else {
      return nil
    }
    var file = MediaFile(path: name, byteCount: item.byteCount, modified: item.modified)
    file.isSample = true
    return file
  }
}
#endif
