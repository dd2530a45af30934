// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore
internal import RetimeSystem

/// What is made of a file when somebody asks for it: a copy that browsers play, its spectrogram, and its motion at a
/// time.
///
/// Each is made once and kept until the file changes or goes; of the pictures of motion, the newest ones are kept.
actor Derived {
  /// What can be made.
  enum Product: Sendable, Hashable {
    case proxy
    case spectrogram(SpectrumColors)
    /// The motion from the picture at a time, in milliseconds, to the next one.
    case flow(Int, FlowQuality)

    /// Whether it is one of the pictures of motion, of which there may be many of a file.
    var isFlow: Bool { if case .flow = self { true } else { false } }
  }

  /// How far it is.
  enum Answer: Sendable {
    case making(Double)
    case failed(String)
    /// The file, its type and what was said when it was made.
    case ready(String, String, JSON?)
  }

  private struct Key: Hashable {
    let product: Product, key: String
  }

  let library: Library
  /// What is being made, and what could not be made.
  private var works: [Key: Answer] = [:]
  private var waiting: [(Key, MediaFile)] = []
  private var running: [Key: Tool.Run] = [:]
  private var tasks: [Key: Task<Void, Never>] = [:]
  private var isClosed = false

  /// How many are made at one time.
  private static let limit = 2
  /// How many pictures of motion are kept, and as many texts beside them.
  private static let mostFlows = 32

  init(library: Library) { self.library = library }

  /// Hands out what was made, or has it made.
  func get(_ product: Product, of file: MediaFile) async throws -> Answer {
    let key = Key(product: product, key: file.key)
    if let work = works[key] {
      // A failure is told once: who asks again has it tried again, as the disk may be full no more.
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
      return .failed("'\(file.path)' has no pictures")
    }
    if works[key] == nil, !isClosed {
      if product.isFlow { forgetFlows(of: file) }
      works[key] = .making(0)
      waiting.append((key, file))
      start()
    }
    return .making(0)
  }

  /// Forgets what is no longer asked for while somebody goes through a film: those that wait, and old failures.
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

  private func follow(_ run: Tool.Run, _ key: Key, _ file: MediaFile) async {
    var outcome = Tool.Outcome()
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

  /// Waits until what is under way is done.
  func moved() async {
    for task in tasks.values { await task.value }
  }

  /// Ends what is under way.
  func close() async {
    isClosed = true
    waiting = []
    for run in running.values { run.interrupt() }
    for task in tasks.values { await task.value }
  }
}
#endif
