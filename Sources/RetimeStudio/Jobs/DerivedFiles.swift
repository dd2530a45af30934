// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore
internal import RetimeSystem

/// Files derived from media on request: a proxy that browsers play, a spectrogram, and motion vectors at one time.
///
/// Each is created once and kept until the media file changes or is removed. Of the motion vector
/// images, only the newest are kept.
actor DerivedFiles {
  /// The kinds of derived files.
  enum Product: Sendable, Hashable {
    case proxy
    case spectrogram(SpectrumColors)
    /// The motion vectors from the frame at a time in milliseconds to the next frame.
    case flow(Int, FlowQuality)

    /// Whether it is an image of motion vectors, of which a media file can have many.
    var isFlow: Bool { if case .flow = self { true } else { false } }
  }

  /// The state of a product.
  enum Answer: Sendable {
    case making(Double)
    case failed(String)
    /// The path, the MIME type and the command's JSON report.
    case ready(String, String, JSON?)
  }

  private struct Key: Hashable {
    let product: Product, key: String
  }

  let library: Library
  /// The products that are being created, and the failures not yet reported.
  private var works: [Key: Answer] = [:]
  private var waiting: [(Key, MediaFile)] = []
  private var running: [Key: RetimeTool.Run] = [:]
  private var tasks: [Key: Task<Void, Never>] = [:]
  private var isClosed = false

  /// The maximum number of commands at one time.
  private static let limit = 2
  /// The maximum number of motion vector images kept, each with its JSON file.
  private static let mostFlows = 32

  init(library: Library) { self.library = library }

  /// Returns a finished product, or starts creating it.
  func get(_ product: Product, of file: MediaFile) async throws -> Answer {
    let key = Key(product: product, key: file.key)
    if let work = works[key] {
      // A failure is reported once. The next request tries again, since the disk may have space by
      // then.
      if case .failed = work { works[key] = nil }
      return work
    }
    let location = location(of: product, file)
    let facts = await Blocking.run { disk -> (isThere: Bool, said: JSON?) in
      let said = (try? disk.open(location.facts)).flatMap {
        $0.bytes(at: 0, count: $0.byteCount)
      }
      return (disk.folders.item(at: location.path) != nil, said.flatMap { JSON(parsing: $0) })
    }
    guard !facts.isThere else { return .ready(location.path, location.type, facts.said) }
    guard file.state == .ready else {
      return file.state == .failed ? .failed(file.message ?? "that is no media file") : .making(0)
    }
    if case .spectrogram = product, !file.hasSound {
      return .failed("'\(file.path)' has no sound")
    }
    if product.isFlow, file.kind != "video" {
      return .failed("'\(file.path)' has no video")
    }
    if works[key] == nil, !isClosed {
      if product.isFlow { forgetFlows(of: file) }
      works[key] = .making(0)
      waiting.append((key, file))
      start()
    }
    return .making(0)
  }

  /// Drops queued motion vector images of `file` and old failures, so that scrubbing requests only the newest.
  private func forgetFlows(of file: MediaFile) {
    for (key, _) in waiting where key.product.isFlow && key.key == file.key { works[key] = nil }
    waiting.removeAll { key, _ in key.product.isFlow && key.key == file.key }
    works = works.filter { key, work in
      if case .failed = work { !key.product.isFlow } else { true }
    }
  }

  private func start() {
    while running.count < Self.limit, !waiting.isEmpty, !isClosed {
      let (key, file) = waiting.removeFirst()
      let run = library.tool.start(arguments(key.product, file))
      running[key] = run
      tasks[key] = Task { await self.follow(run, key, file) }
    }
  }

  private func follow(_ run: RetimeTool.Run, _ key: Key, _ file: MediaFile) async {
    var outcome = RetimeTool.Outcome()
    var done: JSON?
    for await event in run.events {
      switch event {
      case .line(let line):
        outcome.lines = outcome.lines.suffix(20) + [line]
        guard let said = JSON(parsing: Array(line.utf8)) else { break }
        if said["event"]?.string == "done" { done = said }
        if said["event"]?.string == "progress" {
          works[key] = .making(said["fraction"]?.double ?? 0)
        }
      case .ended(let status): outcome.status = status
      case .notStarted(let error): outcome.fail(error)
      case .started, .output: break
      }
    }
    let location = location(of: key.product, file)
    if outcome.status == 0, let text = done?.text {
      await Blocking.run { disk in
        try? disk.files.remove(location.facts)
        try? disk.files.write(text.utf8Span.span, to: location.facts)
      }
    }
    if key.product.isFlow {
      let paths = library.paths
      await Blocking.run { paths.keepNewest(.flows, Self.mostFlows, $0) }
    }
    (running[key], tasks[key]) = (nil, nil)
    works[key] = outcome.status == 0 ? nil : .failed(library.relative(outcome.message))
    start()
  }

  /// Waits for the running commands.
  func moved() async {
    for task in tasks.values { await task.value }
  }

  /// Interrupts the running commands and waits for their end.
  func close() async {
    isClosed = true
    waiting = []
    for run in running.values { run.interrupt() }
    for task in tasks.values { await task.value }
  }
}
#endif
