// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeElements
import Synchronization
import TestSupport
import Testing

/// An input buffer of an element: its bytes and times in nanoseconds.
struct Fed: Sendable {
  var bytes: [UInt8]
  var time: Int64?
  var duration: Int64?
}

/// An output buffer.
struct Got: Sendable, Equatable {
  let bytes: [UInt8]
  let time: Int64
  let duration: Int64?
  let isDiscontinuity: Bool
  var end: Int64 { time + (duration ?? 0) }
}

/// The output of an element for some buffers, in a real pipeline: appsrc ! element ! appsink.
struct ElementRun {
  var got: [Got] = []
  var caps: [String] = []
  var errors: [GStreamerError] = []

  /// Runs `description` over `input`; `onBuffer` is called before each buffer with its number and the element.
  init(
    _ description: String,
    caps: String,
    _ input: [Fed],
    downstream: String = "ANY",
    onBuffer: (@Sendable (Int, Element) -> Void)? = nil
  ) throws {
    try GStreamer.initialize()
    registerElements()
    let log = ErrorLog()
    let pipeline = try Pipeline { message in
      if case .error(let error) = message { log.add(error) }
    }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let element = try Element.parse(description)
    let sink = try AppSink(maximumBuffers: 0, caps: Caps(downstream))
    try pipeline.add(source, element, sink)
    try source.link(to: element)
    try element.link(to: sink)
    source.setCaps(try Caps(caps))
    if let onBuffer {
      let counter = Counter()
      try element.pad("sink").observeBuffers { _, _ in
        onBuffer(counter.next(), element)
        return true
      }
    }
    pipeline.play()
    defer { pipeline.stop() }
    for fed in input {
      var buffer = try Buffer(byteCount: fed.bytes.count)
      try buffer.withMutableSpan(of: UInt8.self) { span in
        for index in fed.bytes.indices { span[index] = fed.bytes[index] }
      }
      buffer.presentationTime = fed.time.map { ClockTime(nanoseconds: UInt64($0)) }
      buffer.duration = fed.duration.map { ClockTime(nanoseconds: UInt64($0)) }
      _ = source.push(buffer)
    }
    source.endStream()
    while let sample = sink.pull() {
      if let text = sample.caps?.description, self.caps.last != text { self.caps.append(text) }
      guard let buffer = sample.buffer else { continue }
      let bytes = try buffer.withSpan(of: UInt8.self) { span in span.indices.map { span[$0] } }
      got.append(
        Got(
          bytes: bytes,
          time: buffer.presentationTime.map { Int64($0.nanoseconds) } ?? -1,
          duration: buffer.duration.map { Int64($0.nanoseconds) },
          isDiscontinuity: buffer.isDiscontinuity
        )
      )
    }
    errors = log.all
  }

  /// All bytes, concatenated.
  var bytes: [UInt8] { got.flatMap(\.bytes) }
}

/// The errors that a pipeline posted, from any thread.
final class ErrorLog: Sendable {
  private let errors = Mutex<[GStreamerError]>([])
  var all: [GStreamerError] { errors.withLock { $0 } }
  func add(_ error: GStreamerError) { errors.withLock { $0.append(error) } }
}

/// Counts from 0 up, on any thread.
private final class Counter: Sendable {
  private let value = Atomic<Int>(0)
  func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
}
