// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem
internal import Synchronization

/// A pipeline that parses the bytes of a container while they are recorded, to know their times.
final class TimeWatch: Sendable {
  private let pipeline: Pipeline
  private let source: AppSource

  /// The bytes that may wait to be parsed; the recording waits for more.
  private static let maximumBytes = 1 << 22

  /// Creates a watch that reports the times of all streams.
  init(_ reception: Reception, _ mailbox: Mailbox<Message>) throws(GStreamerError) {
    let pipeline = try Pipeline { message in
      if case .error = message { mailbox.post(message) }
    }
    let count = Atomic(0)
    let parser = try DecodeBin(exposingPackets: { [unowned pipeline] pad in
      do throws(GStreamerError) {
        let sink = try Element.make("fakesink", ["sync": "false", "async": "false"])
        try pipeline.add(sink)
        reception.watch(pad, stream: count.add(1, ordering: .relaxed).newValue)
        try pad.link(to: sink.pad("sink"))
        sink.start()
      } catch {
        mailbox.post(.error(error))
      }
    })
    source = try AppSource(maximumBuffers: 0, maximumBytes: Self.maximumBytes)
    try source.set("format", to: "bytes")
    try pipeline.add(chain: [source, parser])
    self.pipeline = pipeline
  }

  /// Takes all data that a pad is about to write.
  func follow(_ pad: Pad) {
    pipeline.play()
    pad.observeBuffers { [source] buffer, _ in
      if let copy = try? buffer.sharingMemory() { _ = source.push(copy) }
      return true
    }
  }

  /// Ends all waits.
  func stop() { pipeline.stop() }
}
