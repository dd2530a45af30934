// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeElements
import TestSupport

/// The output of a pipeline for a file: all of its audio, or that from a time on.
struct DecodedFile {
  var bytes: [UInt8] = []
  var caps: Caps?
  /// The stream time and the running time of the first buffer, in nanoseconds.
  var first: (stream: Int64?, running: Int64?) = (nil, nil)
  var duration: Int64?
  var tags: [String: String] = [:]
  var errors: [GStreamerError] = []

  /// Plays `path` through `chain`, which starts with an element with sometimes pads, from the stream time `start` on if
  /// given.
  init(_ path: String, _ chain: String, from start: Int64? = nil) async throws {
    try GStreamer.initialize()
    registerElements()
    let (ready, post) = AsyncStream.makeStream(of: Bool.self)
    let kept = ErrorLog()
    let pipeline = try Pipeline { message in
      switch message {
      case .asyncDone: post.yield(true)
      case .error(let error):
        kept.add(error)
        post.yield(false)
      default: break
      }
    }
    let (head, tail) = (chain.prefix { $0 != " " }, chain.drop { $0 != "!" }.dropFirst())
    let source = try Element.make("filesrc", ["location": path])
    let demuxer = try Element.make(String(head))
    let rest = try Element.parse("identity ! \(tail.isEmpty ? "identity" : tail)")
    let sink = try AppSink(maximumBuffers: 4, caps: nil)
    try pipeline.add(source, demuxer, rest, sink)
    try source.link(to: demuxer)
    try rest.link(to: sink)
    let entry = try rest.pad("sink")
    demuxer.onPad { pad in
      do throws(GStreamerError) { try pad.link(to: entry) } catch { kept.add(error) }
    }
    pipeline.pause()
    defer { pipeline.stop() }
    guard await ready.first(where: { _ in true }) == true else {
      errors = kept.all
      return
    }
    duration = try rest.pad("src").duration.map { Int64($0.nanoseconds) }
    if let start { try pipeline.seek(to: ClockTime(clamping: start)) }
    pipeline.play()
    while let sample = sink.pull() {
      guard let buffer = sample.buffer else { continue }
      if let time = buffer.presentationTime, bytes.isEmpty {
        let segment = sample.segment
        first = (
          segment?.streamTime(of: time),
          segment?.runningTime(of: time).map { Int64($0.nanoseconds) }
        )
      }
      caps = sample.caps ?? caps
      bytes += try buffer.withSpan(of: UInt8.self) { span in span.indices.map { span[$0] } }
    }
    tags = try sink.pad("sink").tags
    errors = kept.all
  }

  /// The samples of a file that was decoded to F32LE.
  var floats: [Float] { Judge.floats(bytes) }
}
