// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The clip that comes with Retime, to try things with where a folder has no media yet.
enum SampleClip {
  private static let name = "rabbit.webm"

  /// Puts the clip where commands can read it; nil when that does not work.
  static func prepare(in paths: StatePaths, _ disk: borrowing Disk) -> MediaFile? {
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
