// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeSystem

// Probing of files. First `retime info` and a thumbnail for each file, so that the list is soon
// useful; then the waveforms, which require all audio to be decoded.

extension Library {
  /// The maximum number of concurrent probes, which run at a lower priority than jobs.
  private static let limit = 2

  /// The maximum size, in bytes, of files whose frames are always counted.
  ///
  /// Counting them takes as long as needed, so that a busy machine does not change the list.
  private static let countedSize: Int64 = 64 << 20

  /// Starts probing waiting files, up to the limit.
  func startLookups() {
    guard !isClosed else { return }
    while lookups.count < Self.limit, let id = next() {
      lookable.remove(id)
      guard var file = files[id] else { continue }
      if file.state == .waiting {
        file.state = .looking
        files[id] = file
        tell([file])
      }
      lookups[id] = Task { [file] in
        let looked =
          file.info == nil ? await self.described(file) : await self.withWaveform(file)
        await self.finish(looked, key: file.key)
      }
    }
  }

  /// Returns the next file: first those without `info`, then those without a waveform, by path.
  private func next() -> String? {
    let waiting = lookable.subtracting(lookups.keys)
    let order = { (one: String, other: String) -> Bool in
      let (one, other) = (self.files[one], self.files[other])
      if (one?.info == nil) != (other?.info == nil) { return one?.info == nil }
      return (one?.path ?? "") < (other?.path ?? "")
    }
    return waiting.min(by: order)
  }

  private nonisolated func described(_ file: MediaFile) async -> MediaFile {
    var file = file
    let location = location(of: file)
    let counts = file.byteCount <= Self.countedSize ? ["--count"] : []
    let outcome = await tool.run(["info", "--json"] + counts + ["--", location], isUrgent: false)
    guard outcome.status == 0, let info = JSON(parsing: outcome.output) else {
      file.state = .failed
      file.message = relative(outcome.message)
      return file
    }
    file.info = info
    file.state = .ready
    guard file.kind != nil else {
      file.state = .failed
      file.message = "'\(file.path)' has no video and no audio"
      return file
    }
    if file.kind != "audio" {
      let picture = paths.file(.thumbnails, file.key, ".jpg")
      let made = await tool.run(
        ["info", "--overwrite", "--thumbnail=\(picture)", "--", location],
        isUrgent: false
      )
      file.hasThumbnail = made.status == 0
    }
    return file
  }

  private nonisolated func withWaveform(_ file: MediaFile) async -> MediaFile {
    var file = file
    let shape = paths.file(.waveforms, file.key, ".json")
    let made = await tool.run(
      ["info", "--overwrite", "--waveform=\(shape)", "--", location(of: file)],
      isUrgent: false
    )
    file.hasWaveform = made.status == 0
    return file
  }

  /// Stores the results of a probe, unless the file has changed in the meantime.
  private func finish(_ looked: MediaFile, key: String) async {
    lookups[looked.id] = nil
    guard !isClosed else { return }
    if var file = files[looked.id], file.key == key {
      let needsWaveform = file.info == nil && looked.hasSound
      (file.info, file.state, file.message) = (looked.info, looked.state, looked.message)
      (file.hasThumbnail, file.hasWaveform) = (looked.hasThumbnail, looked.hasWaveform)
      files[file.id] = file
      tell([file])
      if needsWaveform { lookable.insert(file.id) }
      if !file.isSample { try? await store.save(file) }
    }
    startLookups()
  }

  /// Returns a command's message without the paths of the library's folders.
  nonisolated func relative(_ message: String) -> String {
    let folders = [paths.sample, root].filter { $0 != "/" }
    return folders.reduce(message) { $0.replacing("\($1)/", with: "") }
  }

  /// Cancels the running probes and waits for their end.
  func close() async {
    isClosed = true
    let running = lookups.values
    for task in running { task.cancel() }
    for task in running { await task.value }
  }
}

extension MediaFile {
  /// Whether it has an audio track.
  var hasSound: Bool {
    info?["tracks"]?.elements.contains { $0["kind"]?.string == "audio" } ?? false
  }
}
#endif
