// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeMedia
internal import RetimeSystem

/// The media files of the folder and their probe results.
///
/// The folder is scanned once a second, and less often if a scan takes long. Scanning needs no
/// support from the file system and also detects changes on network file systems; 5,000 files take
/// a few milliseconds.
actor Library {
  /// The folder's real path, without a trailing slash.
  nonisolated let root: String
  nonisolated let paths: StatePaths
  let store: Store
  let hub: EventHub
  let tool: RetimeTool

  var files: [String: MediaFile] = [:]
  var imported: Set<String> = []
  /// The folders below the served one that can receive outputs.
  private(set) var folders: [String] = []
  /// Files that are complete although they changed recently.
  private var settled: Set<String> = []
  /// The settled files that jobs have created.
  private var made: Set<String> = []
  /// The newest scan.
  private var refreshing: Task<Void, Never>?
  /// The stored probe results from before this server started, by path.
  private var known: [String: MediaFile]
  private var lastSeen: [String: MediaFile] = [:]
  private let sample: MediaFile?
  /// The running probes.
  var lookups: [String: Task<Void, Never>] = [:]
  var isClosed = false

  init(_ ground: ServedFolder, hub: EventHub, tool: RetimeTool) async throws {
    (root, paths, store, sample) = (ground.root, ground.paths, ground.store, ground.sample)
    (self.hub, self.tool) = (hub, tool)
    known = try await store.files()
    imported = try await store.imported()
  }

  /// The files sorted by path.
  var list: [MediaFile] { files.values.sorted { $0.path < $1.path } }

  /// Returns the file with an identifier.
  func file(_ id: String) throws(RequestError) -> MediaFile {
    guard let file = files[id] else {
      throw .notFound("there is no file '\(id)' in the list: it may have been moved or removed")
    }
    return file
  }

  /// Returns the source of a request; throws also if the file whose duration it matches is not listed.
  func source(of request: StudioRequest) throws(RequestError) -> MediaFile {
    if let match = request.match, files[MediaFile(path: match).id] == nil {
      throw .notFound("there is no file '\(match)' in the list to match: choose another one")
    }
    return try file(request.file)
  }

  /// Returns the full path of a file.
  nonisolated func location(of file: MediaFile) -> String {
    file.isSample ? "\(paths.sample)/\(file.path)" : "\(root)/\(file.path)"
  }

  /// Opens a listed file for reading if it is still inside the folder.
  nonisolated func open(_ file: MediaFile) async throws(RequestError) -> RandomAccessFile {
    let location = location(of: file)
    let scan = FolderScan(root: file.isSample ? paths.sample : root)
    let opened = await Blocking.run { disk -> RandomAccessFile? in
      guard let opened = try? disk.open(location), scan.isInside(opened) else { return nil }
      return opened
    }
    guard let opened else {
      throw .notFound("'\(file.path)' is not there any more, or leads out of the folder")
    }
    return opened
  }

  /// Scans the folder repeatedly until the task is cancelled.
  func watch() async {
    while !Task.isCancelled {
      let start = ContinuousClock.now
      await refresh()
      let length = ContinuousClock.now - start
      try? await Task.sleep(for: max(.seconds(1), length * 20))
    }
  }

  /// Adds a complete file; `job` is the number of the job that created it, if any.
  func add(_ path: String, job: Int? = nil, isImported: Bool = false) async -> MediaFile? {
    settled.insert(path)
    if job != nil { made.insert(path) }
    if isImported, !MediaName.isMedia(path) {
      imported.insert(path)
      try? await store.addImported(path)
    }
    await refresh()
    let id = MediaFile(path: path).id
    guard var file = files[id] else { return nil }
    if let job {
      file.job = job
      files[id] = file
      tell([file])
      try? await store.save(file)
    }
    return file
  }

  /// Scans the folder once and sends the changes to the pages.
  ///
  /// Scans run one after another: an older scan must not undo the results of a newer one.
  func refresh() async {
    let task = Task { [before = refreshing] in
      await before?.value
      await self.lookThrough()
    }
    refreshing = task
    await task.value
  }

  private func lookThrough() async {
    let scan = FolderScan(root: root, imported: imported)
    let (found, folders) = await Blocking.run { scan.look($0) }
    guard !isClosed else { return }
    let isOtherwise = folders != self.folders
    self.folders = folders
    var changed: [MediaFile] = []
    var gone = Set(files.keys)
    for one in found {
      gone.remove(one.id)
      if let old = files[one.id], old.isSame(as: one) { continue }
      // Reuses stored probe results if the file has not changed.
      let file = known[one.path].flatMap { $0.isSame(as: one) ? $0 : nil } ?? one
      files[file.id] = file
      changed.append(file)
      if file.state == .ready, file.hasSound, !file.hasWaveform { lookable.insert(file.id) }
    }
    if let sample, isSampleShown(beside: found) {
      gone.remove(sample.id)
      if files[sample.id] == nil {
        files[sample.id] = sample
        changed.append(sample)
      }
    }
    for id in gone { await remove(id) }
    if !changed.isEmpty || !gone.isEmpty || isOtherwise { tell(changed, removed: gone.sorted()) }
    look(steady: found)
    lastSeen = Dictionary(found.map { ($0.path, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Returns whether the sample clip is listed, which requires that jobs created every file in the folder.
  private func isSampleShown(beside found: [MediaFile]) -> Bool {
    found.allSatisfy { files[$0.id]?.job != nil || made.contains($0.path) }
  }

  private func remove(_ id: String) async {
    guard let file = files.removeValue(forKey: id) else { return }
    lookups.removeValue(forKey: id)?.cancel()
    guard !file.isSample else { return }
    known[file.path] = nil
    let paths = paths
    await Blocking.run { paths.remove(file.key, $0) }
    try? await store.removeFile(file.path)
  }

  /// Queues new files that no longer grow for probing.
  private func look(steady found: [MediaFile]) {
    for one in found where files[one.id]?.state == .waiting {
      if settled.contains(one.path) || lastSeen[one.path] == one || Self.isOld(one.modified) {
        lookable.insert(one.id)
      }
    }
    if let sample, files[sample.id]?.state == .waiting { lookable.insert(sample.id) }
    startLookups()
  }

  /// The files that wait to be probed.
  var lookable: Set<String> = []

  private static func isOld(_ modified: Int64) -> Bool {
    WallClock.seconds - Double(modified) / 1e9 > 3
  }

  /// Sends changed and removed files to the pages.
  func tell(_ changed: [MediaFile], removed: [String] = []) {
    hub.send(
      "files",
      .object([
        "files": .array(changed.map(\.json)), "removed": .strings(removed),
        "folders": .strings(folders),
      ])
    )
  }
}
#endif
