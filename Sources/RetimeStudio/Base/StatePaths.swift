// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The paths of the state that the studio stores for one folder of media.
struct StatePaths: Sendable {
  /// The folder of the state, without a trailing slash.
  let folder: String

  /// The kinds of files that are derived from media and can be regenerated.
  enum Kind: String, CaseIterable, Sendable {
    case thumbnails, waveforms, proxies, spectrograms, flows
  }

  /// Returns the default paths for a folder whose real path is `root`.
  ///
  /// - Throws: if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
  static func usual(for root: String) throws(StudioError) -> StatePaths {
    let base: String
    if let state = Environment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      base = state
    } else if let home = Environment.value("HOME"), home.hasPrefix("/") {
      base = home + "/.local/state"
    } else {
      throw StudioError(
        "there is no place to keep thumbnails and jobs: set HOME or XDG_STATE_HOME to a folder"
      )
    }
    return StatePaths(folder: "\(base)/retime/studio/\(Fingerprint.of(root))")
  }

  var database: String { folder + "/studio.sqlite" }
  var lock: String { folder + "/lock" }
  var sample: String { folder + "/sample" }

  /// Returns the path of a file derived from the media file with this key.
  func file(_ kind: Kind, _ key: String, _ suffix: String) -> String {
    "\(folder)/\(kind.rawValue)/\(key)\(suffix)"
  }

  /// Returns the path of a job's newest preview frame.
  func preview(_ job: Int) -> String { "\(folder)/previews/\(job).jpg" }

  /// The folder of the presets.
  var presets: String { folder + "/presets" }
  func preset(_ id: String) -> String { "\(presets)/\(id).json" }

  /// Returns the path of the map, or of the table of cues, for a job or a plan.
  func map(_ name: String) -> String { "\(folder)/maps/\(name).json" }

  /// Returns the path of a timeline that is exported.
  func export(_ name: String, _ format: String) -> String { "\(folder)/maps/\(name).\(format)" }

  /// Removes a stored map.
  func removeMap(_ name: String, _ disk: borrowing DiskAccess) { try? disk.files.remove(map(name)) }

  /// Writes a map to the file that a command reads.
  func write(_ map: String, as name: String, _ disk: borrowing DiskAccess) throws(SystemError) {
    removeMap(name, disk)
    try disk.files.write(Array(map.utf8).span, to: self.map(name))
  }

  /// Creates the folders.
  func make(_ disk: borrowing DiskAccess) throws(StudioError) {
    for name in Kind.allCases.map(\.rawValue) + ["previews", "sample", "maps", "presets"] {
      do throws(SystemError) {
        try disk.folders.makeOwn("\(folder)/\(name)")
      } catch {
        throw StudioError("'\(folder)/\(name)' cannot be made: \(error)")
      }
    }
  }

  /// Removes files derived from media with other keys, and previews and maps of jobs that are not listed.
  func keepOnly(_ keys: Set<String>, jobs: Set<Int>, _ disk: borrowing DiskAccess) {
    for kind in Kind.allCases {
      remove(from: kind.rawValue, disk) { !keys.contains(String($0.prefix(16))) }
    }
    remove(from: "previews", disk) { name in !jobs.contains { name == "\($0).jpg" } }
    remove(from: "maps", disk) { name in !jobs.contains { name == "job-\($0).json" } }
  }

  /// Removes all files derived from one media file.
  func remove(_ key: String, _ disk: borrowing DiskAccess) {
    for kind in Kind.allCases { remove(from: kind.rawValue, disk) { $0.hasPrefix(key) } }
  }

  /// Removes all but the newest `count` images of a kind, together with their JSON files.
  func keepNewest(_ kind: Kind, _ count: Int, _ disk: borrowing DiskAccess) {
    let items = (try? disk.folders.items(of: "\(folder)/\(kind.rawValue)")) ?? []
    let pictures = items.filter { $0.sort == .file && $0.name.hasSuffix(".png") }
    for old in pictures.sorted(by: { $0.modified > $1.modified }).dropFirst(count) {
      remove(from: kind.rawValue, disk) { $0.hasPrefix(old.name) }
    }
  }

  private func remove(
    from name: String,
    _ disk: borrowing DiskAccess,
    where isOld: (String) -> Bool
  ) {
    for item in (try? disk.folders.items(of: "\(folder)/\(name)")) ?? []
    where item.sort == .file && isOld(item.name) {
      try? disk.files.remove("\(folder)/\(name)/\(item.name)")
    }
  }
}

/// An error that keeps the studio from opening.
public struct StudioError: Error, CustomStringConvertible, Sendable {
  /// The message: what was given, what is allowed, what to do.
  public let description: String
  init(_ description: String) { self.description = description }
}
#endif
