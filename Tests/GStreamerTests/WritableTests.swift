// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Testing

@Suite struct `Writing to a buffer` {
  init() throws { try GStreamer.initialize() }

  @Test func `Writing to a shared buffer does not change the other references`() throws {
    var first = try Buffer([1, 2, 3])
    first.presentationTime = ClockTime(nanoseconds: 7)
    var second = try first.sharingMemory()
    second.presentationTime = ClockTime(nanoseconds: 8)
    second.isDelta = true
    try second.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in bytes[0] = 9 }
    #expect(first.presentationTime == ClockTime(nanoseconds: 7) && !first.isDelta)
    func bytes(_ buffer: borrowing Buffer) throws(GStreamerError) -> [UInt8] {
      try buffer.withSpan(of: UInt8.self) { span in span.indices.map { span[$0] } }
    }
    #expect(try bytes(first) == [1, 2, 3])
    #expect(try bytes(second) == [9, 2, 3])
  }

  @Test(.timeLimit(.minutes(10))) func `A probe copies a buffer only if it is shared`()
    throws
  {
    let pipeline = try Pipeline { _ in }
    defer { pipeline.stop() }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let tee = try Element.make("tee")
    let sinks = [
      try AppSink(maximumBuffers: 4, caps: nil), try AppSink(maximumBuffers: 4, caps: nil),
    ]
    try pipeline.add(source, tee, sinks[0], sinks[1])
    try source.link(to: tee)
    for sink in sinks {
      // Each branch has its own thread, or the first sink would wait for the second.
      let queue = try Element.make("queue")
      try pipeline.add(queue)
      try tee.link(to: queue)
      try queue.link(to: sink)
    }
    // Both branches get the same buffer, and one of them is changed.
    try sinks[0].pad("sink").changeBuffers { $0.duration = ClockTime(nanoseconds: 5) }
    pipeline.play()
    var buffer = try Buffer([1, 2])
    buffer.presentationTime = ClockTime(nanoseconds: 0)
    let isTaken = source.push(buffer)
    #expect(isTaken)
    source.endStream()
    let durations = sinks.map { sink in sink.pull()?.buffer?.duration }
    #expect(durations == [ClockTime(nanoseconds: 5), nil])
  }
}
