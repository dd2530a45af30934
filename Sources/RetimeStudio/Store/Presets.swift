// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

/// The presets, each a file of the state's folder as it is shared.
actor Presets {
  private let paths: StatePaths
  private let hub: EventHub
  /// By their names: two that look the same are the same one.
  private var kept: [String: Preset] = [:]
  /// The last change, which the next one waits for.
  private var last: Task<Void, Never>?

  /// How many are kept.
  static let most = 500

  /// Those that an earlier server has kept; what is no preset stays where it is and is not shown.
  init(paths: StatePaths, hub: EventHub) async {
    (self.paths, self.hub) = (paths, hub)
    let found = await Blocking.run { Self.read(paths, $0) }
    for preset in found { kept[preset.name] = preset }
  }

  /// As the page gets them, in the order of their names.
  var json: JSON {
    .object(["presets": .array(kept.values.sorted { $0.name < $1.name }.map(\.listed))])
  }

  /// Keeps a preset.
  ///
  /// - Throws: a refusal where one of that name is there and is not to be replaced, or the disk does not take it.
  func keep(_ preset: Preset, replaces: Bool) async throws(Refusal) -> JSON {
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
      throw Refusal(.insufficientStorage, "'\(preset.name)' cannot be kept: \(error)")
    }
    hub.send("presets", json)
    return preset.listed
  }

  /// Forgets a preset.
  func remove(_ id: String) async throws(Refusal) {
    guard let preset = kept.values.first(where: { $0.id == id }) else {
      throw .notFound("there is no preset '\(id)': it was removed")
    }
    kept[preset.name] = nil
    let path = paths.preset(id)
    do throws(SystemError) {
      try await inTurn { (disk) throws(SystemError) in try disk.files.remove(path) }
    } catch {
      kept[preset.name] = preset
      throw Refusal(.internalServerError, "'\(preset.name)' cannot be removed: \(error)")
    }
    hub.send("presets", json)
  }

  /// Changes the disk behind what was asked for before.
  private func inTurn(
    _ body: @escaping @Sendable (borrowing Disk) throws(SystemError) -> Void
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

  private static func read(_ paths: StatePaths, _ disk: borrowing Disk) -> [Preset] {
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

  /// Writes beside the file, then in its place: one is there in any case.
  private static func write(
    _ preset: Preset,
    _ paths: StatePaths,
    _ disk: borrowing Disk
  ) throws(SystemError) {
    let path = paths.preset(preset.id)
    try? disk.files.remove(path + ".new")
    try disk.files.write(Array(preset.json.text.utf8).span, to: path + ".new")
    try disk.files.replace(path, with: path + ".new")
  }
}
#endif
