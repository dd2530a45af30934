// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// Keeps the newest output picture as a JPEG file, the right way up, at most every 0.3 s.
///
/// Encoding runs on a thread of its own; while it is busy, newer pictures take the place of older
/// ones, so a preview never slows the job down.
final class Preview: Sendable {
  private final class Held: Sendable {
    let buffer: Buffer
    init(_ buffer: consuming Buffer) { self.buffer = buffer }
  }
  private struct State {
    var caps: Caps?
    var picture: Held?
    var offered: ContinuousClock.Instant?
  }

  private let path: String
  private let orientation: String
  private let state = Mutex(State())
  private let wakeUp = Mailbox<Bool>()

  /// The shortest time between two pictures.
  private static let interval = Duration.milliseconds(300)

  /// A preview at `path`.
  ///
  /// `rotation` degrees clockwise that bring the picture the right way up.
  init(path: String, rotation: Int) {
    self.path = path
    orientation =
      switch rotation {
      case 90: "90r"
      case 180: "180"
      case 270: "90l"
      default: "identity"
      }
  }

  /// What the pictures to come look like.
  func setCaps(_ caps: Caps) { state.withLock { $0.caps = caps } }

  /// Offers a picture, which is taken if the last one is old enough.
  ///
  /// Never blocks.
  func offer(_ buffer: borrowing Buffer) {
    let now = ContinuousClock.now
    let isDue = state.withLock { $0.offered.map { now - $0 >= Self.interval } ?? true }
    guard isDue, let shared = try? buffer.sharingMemory() else { return }
    shared.presentationTime = ClockTime(nanoseconds: 0)
    let held = Held(shared)
    state.withLock { state in
      state.picture = held
      state.offered = now
    }
    wakeUp.post(true)
  }

  /// Writes what is offered until `stop`.
  ///
  /// Blocks; for a thread of its own.
  func run() {
    while true {
      guard let goesOn = wakeUp.wait(milliseconds: 1000) else { continue }
      guard goesOn else { return }
      let (caps, picture) = state.withLock { state in
        defer { state.picture = nil }
        return (state.caps, state.picture)
      }
      guard let caps, let picture else { continue }
      // A preview is an extra: when it fails, the job goes on without it.
      try? write(picture, caps)
    }
  }

  /// Ends `run` after the pictures that were offered.
  func stop() { wakeUp.post(false) }

  private func write(_ picture: Held, _ caps: Caps) throws {
    let pipeline = try Pipeline { _ in }
    defer { pipeline.stop() }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let sink = try AppSink(maximumBuffers: 1, caps: Caps("image/jpeg"))
    let (width, height) = Self.size(caps)
    let chain: [Element] = [
      source, try .make("videoconvert"), try .make("videoscale"),
      try .make(
        "capsfilter",
        [
          "caps": "video/x-raw, width=(int)\(width), height=(int)\(height), "
            + "pixel-aspect-ratio=(fraction)1/1"
        ]
      ), try .make("videoflip", ["video-direction": orientation]),
      try .make("jpegenc", ["quality": "85", "snapshot": "true"]), sink,
    ]
    for element in chain { try pipeline.add(element) }
    for (element, next) in zip(chain, chain.dropFirst()) { try element.link(to: next) }
    source.setCaps(try caps.setting(["framerate": "(fraction)1/1"]))
    pipeline.play()
    _ = source.push(try picture.buffer.sharingMemory())
    source.endStream()
    guard let sample = sink.pull(), let jpeg = sample.buffer else { return }
    let temporary = OutputFile.temporaryName(for: path)
    try jpeg.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
      do {
        try FileSystem.write(bytes, to: temporary)
        try FileSystem.replace(path, with: temporary)
      } catch {
        try? FileSystem.remove(temporary)
      }
    }
  }

  /// The size with square pixels, at most 960 in either direction.
  private static func size(_ caps: Caps) -> (width: Int, height: Int) {
    let (width, height) = (Double(caps.int("width") ?? 320), Double(caps.int("height") ?? 240))
    let aspect = caps.fraction("pixel-aspect-ratio") ?? (1, 1)
    let wide = width * Double(max(1, aspect.numerator)) / Double(max(1, aspect.denominator))
    let scale = min(1, 960 / max(wide, height))
    return (max(1, Int((wide * scale).rounded())), max(1, Int((height * scale).rounded())))
  }
}
