// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Testing

@Suite struct `Caps and profiles` {
  init() throws { try GStreamer.initialize() }

  @Test func `Fields of caps are read by type`() throws {
    let caps = try Caps(
      "audio/x-raw, format=(string)S16LE, rate=(int)48000, channels=(int)2, "
        + "channel-mask=(bitmask)0x3, ratio=(fraction)30000/1001"
    )
    #expect(caps.name == "audio/x-raw")
    #expect(caps.string("format") == "S16LE")
    #expect(caps.int("rate") == 48_000)
    #expect(caps.bitmask("channel-mask") == 3)
    #expect(caps.fraction("ratio").map { [$0.numerator, $0.denominator] } == [30_000, 1_001])
    #expect(caps.has("rate") && !caps.has("width"))
  }

  @Test func `A field of another type reads as nil`() throws {
    let caps = try Caps("video/x-raw, width=(int)[1, 100], format=(string)I420")
    #expect(caps.int("width") == nil && caps.int("format") == nil && caps.int("height") == nil)
    #expect(caps.string("width") == nil && caps.fraction("width") == nil)
    #expect(caps.bitmask("width") == nil)
  }

  @Test func `Empty caps and any caps have no name`() throws {
    #expect(try Caps("EMPTY").isEmpty)
    #expect(try Caps("EMPTY").name == "")
    let any = try Caps("ANY")
    #expect(any.name == "" && !any.isEmpty)
  }

  @Test(arguments: ["video/x-raw, width=(int)wide", "video/x-raw, width", "!?"])
  func `Invalid caps are refused`(text: String) {
    #expect(failure { () throws(GStreamerError) in try Caps(text) } != nil)
  }

  @Test func `Setting a field copies the caps`() throws {
    let caps = try Caps("video/x-raw, framerate=(fraction)25/1, width=(int)160")
    let faster = try caps.setting(["framerate": "(fraction)30000/1001"])
    #expect(
      faster.fraction("framerate").map { [$0.numerator, $0.denominator] } == [30_000, 1_001]
    )
    #expect(faster.int("width") == 160)
    #expect(caps.fraction("framerate").map { [$0.numerator, $0.denominator] } == [25, 1])
    #expect(
      failure { () throws(GStreamerError) in try caps.setting(["framerate": "(fraction)fast"]) }
        != nil
    )
  }

  @Test func `Caps intersect where both allow a value`() throws {
    let wide = try Caps("video/x-raw, width=(int)[1, 200]")
    let fixed = try Caps("video/x-raw, width=(int)160")
    let sound = try Caps("audio/x-raw")
    #expect(wide.canIntersect(fixed) && !fixed.canIntersect(sound))
    #expect(wide.intersection(fixed).int("width") == 160)
    #expect(fixed.intersection(sound).isEmpty)
  }

  @Test func `Caps return the nearest allowed number`() throws {
    let caps = try Caps("audio/x-raw, rate=(int){ 8000, 48000 }; audio/x-raw, rate=(int)96000")
    #expect(caps.nearest("rate", to: 44_100) == 48_000)
    #expect(caps.nearest("rate", to: 192_000) == 96_000)
    #expect(try Caps("audio/x-raw, rate=(int)[1, max]").nearest("rate", to: 44_100) == 44_100)
    #expect(try Caps("audio/x-raw").nearest("rate", to: 44_100) == nil)
  }

  @Test func `Caps of a codec have its description`() throws {
    let caps = try Caps("video/x-vp8")
    #expect(caps.codecDescription == "VP8")
  }

  @Test func `A profile has its streams in order`() throws {
    let profile = try EncodingProfile(parsing: "video/webm:video/x-vp8:audio/x-vorbis")
    #expect(profile.container?.name == "video/webm")
    #expect(profile.streams.map(\.isVideo) == [true, false])
    #expect(profile.streams.map(\.format.name) == ["video/x-vp8", "audio/x-vorbis"])
    #expect(profile.streams.allSatisfy { $0.preset == nil && $0.encoder == nil })
  }

  @Test(arguments: ["", "nonsense", ":::"])
  func `An invalid profile is refused`(text: String) {
    #expect(failure { () throws(GStreamerError) in try EncodingProfile(parsing: text) } != nil)
  }
}
