// SPDX-License-Identifier: MPL-2.0

import Dispatch
import GStreamer
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct Pipelines {
  init() throws { try GStreamer.initialize() }

  /// Runs `description` into an app sink and passes each sample to `body`.
  func run(
    _ description: String,
    caps: String = "ANY",
    _ body: (borrowing Sample) throws -> Void
  ) throws {
    let pipeline = try Pipeline { _ in }
    let source = try Element.parse(description)
    let sink = try AppSink(maximumBuffers: 4, caps: Caps(caps))
    try pipeline.add(source, sink)
    try source.link(to: sink)
    pipeline.play()
    defer { pipeline.stop() }
    while let sample = sink.pull() { try body(sample) }
  }

  @Test func `Samples have caps and a segment`() throws {
    var ends: [Int64] = []
    try run("audiotestsrc num-buffers=3 samplesperbuffer=480", caps: "audio/x-raw, rate=48000") {
      sample in
      let rate = sample.caps?.int("rate")
      #expect(rate == 48_000)
      guard let segment = sample.segment, let buffer = sample.buffer,
        let time = buffer.presentationTime
      else { return }
      ends.append((segment.streamTime(of: time) ?? -1) + Int64(buffer.duration?.nanoseconds ?? 0))
    }
    #expect(ends == [10_000_000, 20_000_000, 30_000_000])
  }

  @Test func `Stream time counts from the start of the file after a seek`() async throws {
    let folder = try TemporaryFolder()
    try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=r=48000:d=2", folder.file("in.flac")])
    let (ready, post) = AsyncStream.makeStream(of: Void.self)
    let pipeline = try Pipeline { if case .asyncDone = $0 { post.yield() } }
    let source = try Element.parse(
      "filesrc location=\(folder.file("in.flac")) ! flacparse ! flacdec"
    )
    let sink = try AppSink(maximumBuffers: 4, caps: nil)
    try pipeline.add(source, sink)
    try source.link(to: sink)
    pipeline.pause()
    defer { pipeline.stop() }
    _ = await ready.first { _ in true }
    try pipeline.seek(to: ClockTime(nanoseconds: 1_000_000_000))
    pipeline.play()
    var frames = 0
    while let sample = sink.pull() {
      guard let segment = sample.segment, let buffer = sample.buffer,
        let time = buffer.presentationTime,
        let stream = segment.streamTime(of: time), stream >= 1_000_000_000
      else { continue }
      let clipped = segment.clipping(buffer, rate: 48_000, bytesPerFrame: 2)
      if let clipped { frames += clipped.byteCount / 2 }
    }
    #expect(frames == 48_000)
  }

  @Test func `Errors are posted with element and category`() async throws {
    let (errors, post) = AsyncStream.makeStream(of: GStreamerError.self)
    let pipeline = try Pipeline { message in
      if case .error(let error) = message { post.yield(error) }
    }
    let source = try Element.make("filesrc", ["location": "/missing.mp4"])
    let sink = try Element.make("fakesink")
    try pipeline.add(source, sink)
    try source.link(to: sink)
    pipeline.play()
    let error = await errors.first { _ in true }
    pipeline.stop()
    #expect(error?.category == .cannotOpen)
    #expect(error?.element == "filesrc")
    #expect(error?.domain == "gst-resource-error-quark" && error?.debug != nil)
    #expect(error?.debug?.contains("/missing.mp4") == true)
  }

  @Test func `A hundred pipelines are created and released`() throws {
    for _ in 0..<100 {
      var count = 0
      try run("fakesrc num-buffers=2 sizetype=fixed sizemax=64 ! identity") { sample in
        count += sample.buffer == nil ? 0 : 1
      }
      #expect(count == 2)
    }
  }

  @Test func `Stopping a pipeline wakes waiting threads`() async throws {
    let pipeline = try Pipeline { _ in }
    let source = try AppSource(maximumBuffers: 1, maximumBytes: 0)
    let sink = try AppSink(maximumBuffers: 1, caps: nil)
    try pipeline.add(source, sink)
    try source.link(to: sink)
    pipeline.play()
    let (pulled, done) = AsyncStream.makeStream(of: Bool.self)
    let thread = BlockingThread(name: "pull") {
      done.yield(sink.pull() == nil)
      done.finish()
    }
    pipeline.stop()
    #expect(await pulled.first { _ in true } == true)
    thread.join()
  }
}
