// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

/// The media files below a folder, found by their names.
///
/// Hidden ones are left out, and so are folders behind links, which could lead in circles or elsewhere. A link
/// to a file counts when that file stands in the folder itself.
struct FolderScan: Sendable {
  /// The folder's real path, without a slash at its end.
  let root: String
  /// Names that count although they are not those of media: what was imported under them.
  var imported: Set<String> = []

  /// Where the search ends, so that a whole disk can be given by mistake.
  static let maximumFiles = 5000, maximumDepth = 12
  /// So many folders are offered for results.
  static let maximumFolders = 500

  /// Looks through the folder: the files, and the folders whose names can be written.
  func look(_ disk: borrowing Disk) -> (files: [MediaFile], folders: [String]) {
    var found: [MediaFile] = []
    var offered: [String] = []
    var folders = [("", 0)]
    while let (folder, depth) = folders.popLast(), found.count < Self.maximumFiles {
      guard let items = try? disk.folders.items(of: "\(root)/\(folder)") else {
        continue
      }
      for item in items where !item.name.hasPrefix(".") {
        let path = folder + item.name
        switch item.sort {
        case .folder:
          if depth < Self.maximumDepth { folders.append((path + "/", depth + 1)) }
          if PathText.shown(path) == path, offered.count < Self.maximumFolders {
            offered.append(path)
          }
        case .file:
          guard isWanted(item.name, path) else { continue }
          found.append(MediaFile(path: path, byteCount: item.byteCount, modified: item.modified))
        case .link:
          guard isWanted(item.name, path), let file = try? disk.open("\(root)/\(path)"),
            isInside(file)
          else { continue }
          found.append(
            MediaFile(path: path, byteCount: Int64(file.byteCount), modified: file.modified)
          )
        case .other: continue
        }
      }
    }
    return (found.prefix(Self.maximumFiles).sorted { $0.path < $1.path }, offered.sorted())
  }

  private func isWanted(_ name: String, _ path: String) -> Bool {
    MediaName.isMedia(name) || imported.contains(path)
  }

  /// Whether a file that was opened really stands in the folder.
  func isInside(_ file: RandomAccessFile) -> Bool {
    file.resolvedPath?.hasPrefix(root == "/" ? "/" : root + "/") ?? false
  }
}
#endif
