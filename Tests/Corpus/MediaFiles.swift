// SPDX-License-Identifier: MPL-2.0

import Foundation

/// A file to check, and its name in the report.
struct MediaFile: Sendable {
  let path: String
  /// Its path below the folder that was given.
  let name: String
}

/// The files of a run.
enum MediaFiles {
  /// Files of a collection that are not media: its lists, licences and scripts.
  private static let others: Set<String> = [
    "md", "tsv", "txt", "json", "py", "sh", "html", "license", "csv",
  ]

  /// The given files, and every file below given folders, sorted by name.
  static func below(_ places: [String], only: String?, list: String?) throws -> [MediaFile] {
    let listed = try list.map {
      Set(try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n").map(String.init))
    }
    return try places.flatMap(files).filter { file in
      (listed?.contains(file.name) ?? true)
        && (only.map { KnownList.matches("*\($0)*"[...], file.name[...]) } ?? true)
    }
  }

  private static func files(at place: String) throws -> [MediaFile] {
    let url = URL(fileURLWithPath: place)
    guard try !isFile(url.path) else {
      return [MediaFile(path: url.path, name: url.lastPathComponent)]
    }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted().compactMap {
      name in
      let path = url.path + "/" + name
      guard try isFile(path),
        !others.contains((name as NSString).pathExtension.lowercased()),
        !(name as NSString).lastPathComponent.hasPrefix("."),
        (name as NSString).lastPathComponent.contains(".")
      else { return nil }
      return MediaFile(path: path, name: name)
    }
  }

  private static func isFile(_ path: String) throws -> Bool {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      == .typeRegular
  }
}
