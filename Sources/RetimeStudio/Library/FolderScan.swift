// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

/// A recursive search for the media files of a folder, by their names.
///
/// Hidden files and folders are skipped, and so are symbolic links to folders, which could form
/// cycles or lead outside. A link to a file is included if its target is inside the folder.
struct FolderScan: Sendable {
  /// The folder's real path, without a trailing slash.
  let root: String
  /// The paths of imported files, which are included although their names are not those of media files.
  var imported: Set<String> = []

  /// The limits of the search, which keep it short if the folder is a whole disk.
  static let maximumFiles = 5000, maximumDepth = 12
  /// The maximum number of folders offered for results.
  static let maximumFolders = 500

  /// Returns the media files, and the folders whose names are valid UTF-8.
  func look(_ disk: borrowing DiskAccess) -> (files: [MediaFile], folders: [String]) {
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

  /// Returns whether an open file is inside the folder.
  func isInside(_ file: RandomAccessFile) -> Bool {
    file.resolvedPath?.hasPrefix(root == "/" ? "/" : root + "/") ?? false
  }
}
#endif
