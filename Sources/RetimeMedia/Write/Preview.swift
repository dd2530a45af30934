// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// A preview that keeps the newest output frame as a JPEG file, upright, at most every 0.3 s.
///
/// Encoding runs on a thread of its own. While it is busy, newer frames replace older ones, so a
/// preview never slows the job down.
final class Preview: Sendable {
  private struct State {
    var caps: Caps?
    var picture: TransferredFrame?
    var offered: ContinuousClock.Instant?
  }

  private let path: String
  private let orientation: Orientation
  private let state = Mutex(State())
  private let wakeUp = Mailbox<Bool>()

  /// The minimum time between two frames.
  private static let interval = Duration.milliseconds(300)

  /// Creates a preview at `path` for frames with this orientation.
  init(path: String, orientation: Orientation) {
    (self.path, self.orientation) = (path, orientation)
  }

  /// Sets the caps of the following frames.
  func setCaps(_ caps: Caps) { state.withLock { $0.caps = caps } }

  /// Offers a frame, which is taken if the last one is old enough.
  ///
  /// Never blocks.
  func offer(_ buffer: borrowing Buffer) {
    let now = ContinuousClock.now
    let isDue = state.withLock { $0.offered.map { now - $0 >= Self.interval } ?? true }
    guard isDue, var shared = try? buffer.sharingMemory() else { return }
    shared.presentationTime = ClockTime(nanoseconds: 0)
    guard let caps = state.withLock({ $0.caps }) else { return }
    let held = TransferredFrame(shared, caps)
    state.withLock { state in
      state.picture = held
      state.offered = now
    }
    wakeUp.post(true)
  }

  /// Writes offered frames until `stop` is called.
  ///
  /// Blocks; for a thread of its own.
  func run() {
    while true {
      guard let goesOn = wakeUp.wait(milliseconds: 1000) else { continue }
      guard goesOn else { return }
      guard let picture = state.withLock({ $0.picture.take() }) else { continue }
      // A preview is optional: the job continues if it fails.
      try? write(picture)
    }
  }

  /// Ends `run` after the frames that were offered.
  func stop() { wakeUp.post(false) }

  private func write(_ picture: TransferredFrame) throws(GStreamerError) {
    let encoder = JPEGFrameEncoder(direction: orientation.flipDirection, limit: 960)
    guard let jpeg = try encoder.encode(picture.buffer, picture.caps) else { return }
    try jpeg.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) in
      try? PartialFile.write(bytes, to: path)
    }
  }
}
