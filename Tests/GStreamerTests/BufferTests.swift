// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Testing

@Suite struct Buffers {
  init() throws { try GStreamer.initialize() }

  /// A buffer that holds these values.
  func buffer(_ values: [Int16]) throws(GStreamerError) -> Buffer {
    var buffer = try Buffer(byteCount: 2 * values.count)
    try buffer.withMutableSpan(of: Int16.self) {
      (span: inout MutableSpan<Int16>) throws(GStreamerError) in
      for index in values.indices { span[index] = values[index] }
    }
    return buffer
  }

  /// The values of a buffer.
  func values<Value: BitwiseCopyable>(
    _ buffer: borrowing Buffer,
    _ type: Value.Type
  ) throws -> [Value] {
    try buffer.withSpan(of: type) { (span: Span<Value>) throws(GStreamerError) in
      span.indices.map { span[$0] }
    }
  }

  @Test func `A buffer keeps the values written`() throws {
    let numbers: [Int16] = [1, -2, 32_767, -32_768]
    let buffer = try buffer(numbers)
    let (byteCount, frames) = (buffer.byteCount, buffer.audioFrameCount(bytesPerFrame: 4))
    #expect(byteCount == 8)
    let kept = try values(buffer, Int16.self)
    #expect(kept == numbers)
    #expect(frames == 2)
  }

  @Test func `Buffers that share memory have their own times`() throws {
    var first = try buffer([1, 2, 3])
    first.presentationTime = ClockTime(nanoseconds: 5)
    first.duration = ClockTime(nanoseconds: 7)
    var second = try first.sharingMemory()
    let none = [second.presentationTime, second.duration, second.decodeTime]
    #expect(none == [nil, nil, nil])
    second.presentationTime = ClockTime(nanoseconds: 9)
    let times = [first.presentationTime?.nanoseconds, second.presentationTime?.nanoseconds]
    #expect(times == [5, 9])
    let shared = try values(second, Int16.self)
    #expect(shared == [1, 2, 3])
    let address = { (buffer: borrowing Buffer) throws in
      try buffer.withSpan(of: UInt8.self) { (span: Span<UInt8>) throws(GStreamerError) in
        unsafe span.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let addresses = (try address(first), try address(second))
    #expect(addresses.0 == addresses.1)
  }

  @Test func `A buffer outlives the one it shares memory with`() throws {
    var copy = try buffer([0]).sharingMemory()
    for value in 0..<100 as Range<Int16> {
      let original = try buffer([value, value])
      copy = try original.sharingMemory()
    }
    let last = try values(copy, Int16.self)
    #expect(last == [99, 99])
  }

  @Test func `A typed span has whole values only`() throws {
    let buffer = try Buffer(byteCount: 7)
    let counts = (try values(buffer, Int16.self).count, try values(buffer, Int64.self).count)
    #expect(counts == (3, 0))
    let empty = try Buffer(byteCount: 0)
    let none = try values(empty, Double.self)
    #expect(none.isEmpty)
  }

  @Test func `Unaligned values are read`() throws {
    // The parser pushes parts of one block: those of three bytes start at odd addresses.
    let pipeline = try Pipeline { _ in }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let parser = try Element.parse(
      "rawaudioparse use-sink-caps=false format=pcm pcm-format=s24le num-channels=1 "
        + "sample-rate=48000"
    )
    let sink = try AppSink(maximumBuffers: 0, caps: nil)
    try pipeline.add(source, parser, sink)
    try source.link(to: parser)
    try parser.link(to: sink)
    pipeline.play()
    defer { pipeline.stop() }
    for length in [3, 9, 15] {
      var buffer = try Buffer(byteCount: length)
      try buffer.withMutableSpan(of: UInt8.self) {
        (span: inout MutableSpan<UInt8>) throws(GStreamerError) in
        for index in span.indices { span[index] = UInt8(index) }
      }
      let isTaken = source.push(buffer)
      #expect(isTaken)
    }
    source.endStream()
    var bytes: [UInt8] = []
    while let sample = sink.pull() {
      guard let buffer = sample.buffer else { continue }
      let counts = (try values(buffer, Int32.self).count, buffer.byteCount / 4)
      #expect(counts.0 == counts.1)
      bytes += try values(buffer, UInt8.self)
    }
    #expect(bytes.count == 27 && sink.isAtEnd)
  }

  @Test func `A buffer keeps times up to the largest, and none`() throws {
    var buffer = try Buffer(byteCount: 1)
    var times = [buffer.presentationTime]
    buffer.presentationTime = ClockTime(nanoseconds: .max - 1)
    times.append(buffer.presentationTime)
    buffer.presentationTime = nil
    times.append(buffer.presentationTime)
    #expect(times == [nil, ClockTime(nanoseconds: .max - 1), nil])
  }
}
