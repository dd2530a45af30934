// SPDX-License-Identifier: MPL-2.0

import GStreamer
import RetimeElements
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `All elements` {
  static let chains = [
    "audioretime factor=2", "videoretime factor=2", "dctspectrogram",
  ]

  static func source(_ chain: String) -> String {
    !chain.hasPrefix("video")
      ? "audiotestsrc num-buffers=1000 samplesperbuffer=441 ! audio/x-raw,rate=44100"
      : "videotestsrc num-buffers=300 ! video/x-raw,framerate=30/1,width=32,height=32"
  }

  @Test(arguments: chains)
  func `Seeks are in output time`(chain: String) async throws {
    try GStreamer.initialize()
    registerElements()
    let (ready, post) = AsyncStream.makeStream(of: Void.self)
    let pipeline = try Pipeline { if case .asyncDone = $0 { post.yield() } }
    let source = try Element.parse("\(Self.source(chain)) ! \(chain)")
    let sink = try AppSink(maximumBuffers: 2, caps: nil)
    try pipeline.add(source, sink)
    try source.link(to: sink)
    pipeline.pause()
    defer { pipeline.stop() }
    _ = await ready.first { _ in true }
    try pipeline.seek(to: ClockTime(nanoseconds: 4_000_000_000))
    pipeline.play()
    guard let sample = sink.pull(), let buffer = sample.buffer, let time = buffer.presentationTime
    else {
      Issue.record("nothing came after the seek")
      return
    }
    #expect(time.nanoseconds == 4_000_000_000)
    let segment = sample.segment
    #expect(segment?.streamTime(of: time) == 4_000_000_000)
    #expect(segment?.runningTime(of: time)?.nanoseconds == 0)
    let isDiscontinuity = buffer.isDiscontinuity
    #expect(isDiscontinuity)
  }

  @Test func `The duration query is answered in output time`() async throws {
    let folder = try TemporaryFolder()
    try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=r=48000:d=1.5", folder.file("in.wav")])
    try GStreamer.initialize()
    registerElements()
    let (ready, post) = AsyncStream.makeStream(of: Void.self)
    let pipeline = try Pipeline { if case .asyncDone = $0 { post.yield() } }
    let source = try Element.parse("filesrc location=\(folder.file("in.wav")) ! wavparse")
    let element = try Element.make("audioretime", ["factor": "3"])
    let sink = try AppSink(maximumBuffers: 1, caps: nil)
    try pipeline.add(source, element, sink)
    try source.link(to: element)
    try element.link(to: sink)
    pipeline.pause()
    defer { pipeline.stop() }
    _ = await ready.first { _ in true }
    #expect(try element.pad("src").duration?.nanoseconds == 4_500_000_000)
    #expect(try element.pad("src").isSeekable == true)
  }

  @Test func `A thousand elements are created and released`() throws {
    try GStreamer.initialize()
    registerElements()
    let ends = Atomic(0)
    for _ in 0..<1_000 {
      let sound = try Element.make("audioretime", ["factor": "0.5"])
      let pictures = try Element.make("videoretime", ["frames": "blend"])
      let spectrum = try Element.make("dctspectrogram", ["colors": "viridis", "size": "128"])
      #expect(sound.hasProperty("factor") && pictures.hasProperty("frames"))
      #expect(spectrum.hasProperty("hop"))
      for element in [sound, pictures, spectrum] {
        element.onEnd { ends.add(1, ordering: .relaxed) }
      }
    }
    #expect(ends.load(ordering: .relaxed) == 3_000)
  }
}
