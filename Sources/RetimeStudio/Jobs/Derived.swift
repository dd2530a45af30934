// SPDX-License-Identifier: MPL-2.0

#if Studio
internal import RetimeCore
internal import RetimeSystem

/// What is made of a file when somebody asks for it: a copy that browsers play, and its spectrogram.
///
/// Each is made once and kept until the file changes or goes.
actor Derived {
  /// What can be made.
  enum Product: Sendable, Hashable {
    case proxy
    case spectrogram(SpectrumColors)
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
  private enum Work {
    case making(Double)
    case failed(String)
  }

  private let library: Library
  private let tool: Tool
  private var works: [Key: Work] = [:]
  private var waiting: [(Key, MediaFile)] = []
  private var running: [Key: Tool.Run] = [:]
  private var tasks: [Key: Task<Void, Never>] = [:]
  private var isClosed = false

  /// How many are made at one time.
  private static let limit = 2

  init(library: Library) {
    self.library = library
    tool = library.tool
  }

  /// Hands out what was made, or has it made.
  func get(_ product: Product, of file: MediaFile) async throws -> Answer {
    let key = Key(product: product, key: file.key)
    if let work = works[key] {
      switch work {
      case .making(let fraction): return .making(fraction)
      case .failed(let message): return .failed(message)
      }
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
    if works[key] == nil, !isClosed {
      works[key] = .making(0)
      waiting.append((key, file))
      start()
    }
    return .making(0)
  }

  private func start() {
    while running.count < Self.limit, !waiting.isEmpty, !isClosed {
      let (key, file) = waiting.removeFirst()
      let run = tool.start(arguments(key.product, file))
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
      case .notStarted: outcome.status = 71
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
    (running[key], tasks[key]) = (nil, nil)
    works[key] =
      outcome.status == 0
      ? nil : .failed(Message.relative(outcome.message, to: library))
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

  private nonisolated func location(
    of product: Product,
    _ file: MediaFile
  ) -> (path: String, type: String, facts: String) {
    switch product {
    case .proxy:
      let suffix = file.kind == "video" ? ".mp4" : ".m4a"
      let path = library.paths.file(.proxies, file.key, suffix)
      return (path, MediaType.of(path), path + ".json")
    case .spectrogram(let colors):
      let path = library.paths.file(.spectrograms, file.key, "-\(colors.rawValue).png")
      return (path, "image/png", path + ".json")
    }
  }

  private nonisolated func arguments(_ product: Product, _ file: MediaFile) -> [String] {
    let (source, output) = (library.location(of: file), location(of: product, file).path)
    switch product {
    case .spectrogram(let colors):
      return [
        "spectrogram", "--colors=\(colors.rawValue)", "--overwrite", "--progress=json", "--",
        source, output,
      ]
    case .proxy:
      // 8 bits and 4:2:0, which every browser's decoder of H.264 takes; quick rather than small.
      let pictures = [
        "--sdr",
        "--video-encoder=capsfilter caps=video/x-raw,format=I420 ! x264enc speed-preset=veryfast "
          + "pass=qual quantizer=23 key-int-max=60",
      ]
      return ["scale", "--factor=1", "--no-subtitles"]
        + (file.kind == "video" ? pictures : ["--no-video"])
        + [
          "--audio-encoder=avenc_aac bitrate=192000", "--overwrite", "--progress=json", "--",
          source, output,
        ]
    }
  }
}
#endif
