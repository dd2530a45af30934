// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The presets, each stored in the state folder as the file that users share.
actor Presets {
  private let paths: StatePaths
  private let hub: EventHub
  /// The presets by name; names that look the same are equal.
  private var kept: [String: Preset] = [:]
  /// The last change on the disk, which the next change waits for.
  private var last: Task<Void, Never>?

  /// The maximum number of presets.
  static let most = 500

  /// Loads the presets that an earlier server stored.
  ///
  /// Files that are not presets are left alone and not listed.
  init(paths: StatePaths, hub: EventHub) async {
    (self.paths, self.hub) = (paths, hub)
    let found = await Blocking.run { Self.read(paths, $0) }
    for preset in found { kept[preset.name] = preset }
  }

  /// The list for the page, sorted by name.
  var json: JSON {
    .object(["presets": .array(kept.values.sorted { $0.name < $1.name }.map(\.listed))])
  }

  /// Stores a preset.
  ///
  /// - Throws: a refusal if the name is taken and `replaces` is false, the list is full, or the
  ///   file cannot be written.
  func keep(_ preset: Preset, replaces: Bool) async throws(RequestError) -> JSON {
    let old = kept[preset.name]
    guard replaces || old == nil else {
      throw .conflict("'\(preset.name)' is there already: give another name, or let it be replaced")
    }
    guard old != nil || kept.count < Self.most else {
      throw .conflict("\(Self.most) presets are kept, which is the most: remove one first")
    }
    kept[preset.name] = preset
    let paths = paths
    do throws(SystemError) {
      try await inTurn { (disk) throws(SystemError) in
        if let old, old.id != preset.id { try? disk.files.remove(paths.preset(old.id)) }
        try Self.write(preset, paths, disk)
      }
    } catch {
      if kept[preset.name] == preset { kept[preset.name] = old }
      throw RequestError(.insufficientStorage, "'\(preset.name)' cannot be kept: \(error)")
    }
    hub.send("presets", json)
    return preset.listed
  }

  /// Removes a preset.
  func remove(_ id: String) async throws(RequestError) {
    guard let preset = kept.values.first(where: { $0.id == id }) else {
      throw .notFound("there is no preset '\(id)': it was removed")
    }
    kept[preset.name] = nil
    let path = paths.preset(id)
    do throws(SystemError) {
      try await inTurn { (disk) throws(SystemError) in try disk.files.remove(path) }
    } catch {
      kept[preset.name] = preset
      throw RequestError(.internalServerError, "'\(preset.name)' cannot be removed: \(error)")
    }
    hub.send("presets", json)
  }

  /// Changes the disk after all earlier changes.
  private func inTurn(
    _ body: @escaping @Sendable (borrowing DiskAccess) throws(SystemError) -> Void
  ) async throws(SystemError) {
    let task = Task { [last] in
      await last?.value
      return await Blocking.run { (disk) -> Result<Void, SystemError> in
        Result { () throws(SystemError) in try body(disk) }
      }
    }
    last = Task { _ = await task.value }
    try await task.value.get()
  }

  private static func read(_ paths: StatePaths, _ disk: borrowing DiskAccess) -> [Preset] {
    var found: [Preset] = []
    for item in (try? disk.folders.items(of: paths.presets)) ?? []
    where item.sort == .file && item.name.hasSuffix(".json") && item.byteCount <= 1 << 20 {
      guard let file = try? disk.open("\(paths.presets)/\(item.name)"),
        let bytes = file.bytes(at: 0, count: file.byteCount), let json = JSON(parsing: bytes),
        let preset = try? Preset(json)
      else { continue }
      found.append(preset)
    }
    return found
  }

  /// Writes a temporary file, then renames it, so that a complete file exists at any time.
  private static func write(
    _ preset: Preset,
    _ paths: StatePaths,
    _ disk: borrowing DiskAccess
  ) throws(SystemError) {
    let path = paths.preset(preset.id)
    try? disk.files.remove(path + ".new")
    try disk.files.write(Array(preset.json.text.utf8).span, to: path + ".new")
    try disk.files.replace(path, with: path + ".new")
  }
}
#endif
