// SPDX-License-Identifier: MPL-2.0

import GStreamer
import Synchronization
import TestSupport
import Testing

/// The error that a call throws.
func failure<Value: ~Copyable>(
  of body: () throws(GStreamerError) -> Value
) -> GStreamerError? {
  do throws(GStreamerError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

@Suite struct Elements {
  init() throws { try GStreamer.initialize() }

  @Test(arguments: [
    ("queue", "max-size-time", "5000000000"), ("queue", "leaky", "downstream"),
    ("audiotestsrc", "freq", "440.5"), ("audiotestsrc", "wave", "sine"),
    ("capsfilter", "caps", "video/x-raw, width=(int)160"), ("filesrc", "location", "/a b/ü.mp4"),
    ("identity", "sync", "true"), ("identity", "error-after", "-1"),
  ])
  func `An element's properties are set from text`(factory: String, property: String, text: String)
    throws
  {
    let element = try Element.make(factory)
    #expect(element.hasProperty(property))
    try element.set(property, to: text)
  }

  @Test(arguments: [
    ("queue", "max-size-time", "soon"), ("queue", "max-size-buffers", "3.5x"),
    ("queue", "leaky", "sideways"), ("audiotestsrc", "freq", "high"),
    ("identity", "sync", "perhaps"), ("identity", "error-after", "99999999999"),
    ("capsfilter", "caps", "no caps at all!"),
  ])
  func `An invalid property value is refused`(
    factory: String,
    property: String,
    text: String
  ) throws {
    let element = try Element.make(factory)
    let error = failure { () throws(GStreamerError) in try element.set(property, to: text) }
    #expect(error?.element == factory)
    #expect(error?.message.contains(text) == true)
    #expect(error?.message.contains(property) == true)
  }

  @Test func `An element's properties are read as text`() throws {
    let element = try Element.make("queue", ["max-size-buffers": "7", "leaky": "downstream"])
    #expect(try element.text(of: "max-size-buffers") == "7")
    #expect(try element.text(of: "leaky") == "downstream")
    #expect(try element.text(of: "silent") == "false")
    let error = failure { () throws(GStreamerError) in try element.text(of: "colour") }
    #expect(error?.message.contains("colour") == true)
  }

  @Test func `An unknown property is refused with its name`() throws {
    let element = try Element.make("queue")
    #expect(!element.hasProperty("colour"))
    let error = failure { () throws(GStreamerError) in try element.set("colour", to: "red") }
    #expect(error?.message.contains("colour") == true)
    #expect(error?.element == "queue")
    #expect(error?.category == .other)
  }

  @Test func `A missing element is named`() {
    let error = failure { () throws(GStreamerError) in try Element.make("flux8enc") }
    #expect(error?.category == .missingPlugin)
    #expect(error?.element == "flux8enc")
    #expect(error?.message.contains("flux8enc") == true)
    #expect(ElementFactory(named: "flux8enc") == nil)
  }

  @Test func `A missing pad is an error`() throws {
    let element = try Element.make("queue")
    _ = try element.pad("sink")
    let error = failure { () throws(GStreamerError) in try element.pad("side") }
    #expect(error?.message.contains("side") == true)
  }

  @Test func `A link that fails is an error`() throws {
    let (sink, source) = (try Element.make("fakesink"), try Element.make("fakesrc"))
    let error = failure { () throws(GStreamerError) in try sink.link(to: source) }
    #expect(error?.element == "fakesink")
  }

  @Test func `A description of one or several elements is parsed`() throws {
    let one = try Element.parse("queue max-size-buffers=3")
    #expect(one.hasProperty("max-size-buffers"))
    let several = try Element.parse("queue ! identity silent=true ! queue")
    _ = try several.pad("sink")
    _ = try several.pad("src")
  }

  @Test(arguments: ["flux8enc", "flux8enc power=9", "queue ! flux8enc"])
  func `A missing element in a description is named`(text: String) {
    let error = failure { () throws(GStreamerError) in try Element.parse(text) }
    #expect(error?.category == .missingPlugin, "\(error?.domain ?? "") \(error?.code ?? 0)")
    #expect(error?.element == "flux8enc")
  }

  @Test(arguments: ["", "!", "queue !", "queue colour=red", "queue max-size-buffers=many", "= ="])
  func `An invalid description is refused`(text: String) {
    let error = failure { () throws(GStreamerError) in try Element.parse(text) }
    #expect(error != nil)
    #expect(error?.category != .missingPlugin)
  }

  @Test func `A thousand elements are created and released`() throws {
    let ends = Atomic(0)
    for _ in 0..<1_000 {
      let element = try Element.make("identity", ["silent": "true"])
      try element.set("sync", to: "false")
      let pad = try element.pad("src")
      for object in [element, pad] { object.onEnd { ends.add(1, ordering: .relaxed) } }
    }
    #expect(ends.load(ordering: .relaxed) == 2_000)
  }
}
