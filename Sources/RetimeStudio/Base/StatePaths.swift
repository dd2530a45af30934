// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// Where the studio keeps what it knows of one folder of media.
struct StatePaths: Sendable {
  /// The folder for it all, without a slash at its end.
  let folder: String

  /// The kinds of things that are made of files and can be made again.
  enum Kind: String, CaseIterable, Sendable {
    case thumbnails, waveforms, proxies, spectrograms, flows
  }

  /// The usual place for a folder whose real path is `root`.
  ///
  /// - Throws: when neither `XDG_STATE_HOME` nor `HOME` say where that is.
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

  /// The file of something that was made of a file with this key.
  func file(_ kind: Kind, _ key: String, _ suffix: String) -> String {
    "\(folder)/\(kind.rawValue)/\(key)\(suffix)"
  }

  /// The newest picture of a job.
  func preview(_ job: Int) -> String { "\(folder)/previews/\(job).jpg" }

  /// Where presets stand, and one of them.
  var presets: String { folder + "/presets" }
  func preset(_ id: String) -> String { "\(presets)/\(id).json" }

  /// The map that a job or a plan follows.
  func map(_ name: String) -> String { "\(folder)/maps/\(name).json" }

  /// Removes a map that was kept.
  func removeMap(_ name: String, _ disk: borrowing Disk) { try? disk.files.remove(map(name)) }

  /// Keeps a map's text where a command reads it.
  func write(_ map: String, as name: String, _ disk: borrowing Disk) throws(SystemError) {
    removeMap(name, disk)
    try disk.files.write(Array(map.utf8).span, to: self.map(name))
  }

  /// Makes the folders.
  func make(_ disk: borrowing Disk) throws(StudioError) {
    for name in Kind.allCases.map(\.rawValue) + ["previews", "sample", "maps", "presets"] {
      do throws(SystemError) {
        try disk.folders.makeOwn("\(folder)/\(name)")
      } catch {
        throw StudioError("'\(folder)/\(name)' cannot be made: \(error)")
      }
    }
  }

  /// Removes what was made of files whose keys are not among these, and pictures of jobs that are forgotten.
  func keepOnly(_ keys: Set<String>, jobs: Set<Int>, _ disk: borrowing Disk) {
    for kind in Kind.allCases {
      remove(from: kind.rawValue, disk) { !keys.contains(String($0.prefix(16))) }
    }
    remove(from: "previews", disk) { name in !jobs.contains { name == "\($0).jpg" } }
    remove(from: "maps", disk) { name in !jobs.contains { name == "job-\($0).json" } }
  }

  /// Removes what was made of a file.
  func remove(_ key: String, _ disk: borrowing Disk) {
    for kind in Kind.allCases { remove(from: kind.rawValue, disk) { $0.hasPrefix(key) } }
  }

  /// Removes all but so many of the newest pictures of a kind, with what was said of them.
  func keepNewest(_ kind: Kind, _ count: Int, _ disk: borrowing Disk) {
    let items = (try? disk.folders.items(of: "\(folder)/\(kind.rawValue)")) ?? []
    let pictures = items.filter { $0.sort == .file && $0.name.hasSuffix(".png") }
    for old in pictures.sorted(by: { $0.modified > $1.modified }).dropFirst(count) {
      remove(from: kind.rawValue, disk) { $0.hasPrefix(old.name) }
    }
  }

  private func remove(
    from name: String,
    _ disk: borrowing Disk,
    where isOld: (String) -> Bool
  ) {
    for item in (try? disk.folders.items(of: "\(folder)/\(name)")) ?? []
    where item.sort == .file && isOld(item.name) {
      try? disk.files.remove("\(folder)/\(name)/\(item.name)")
    }
  }
}

/// Why the studio cannot be opened, for a person.
public struct StudioError: Error, CustomStringConvertible, Sendable {
  /// What was given, what is allowed, what to do.
  public let description: String
  init(_ description: String) { self.description = description }
}
#endif
