// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A jump is slowed by hand and exported as it was drawn`() async throws {
    try await Page.open { page in
      try await openCurve(page)
      let before = try await page.plan()
      // A range by pointer and keys, and a shape in it.
      try await page.seek(0.5)
      try await page.driver.click("#curve-in")
      try await page.seek(1.5)
      try await page.driver.click("#curve-out")
      try await page.wait(for: "#curve-range-words", toBe: "0:00.50 to 0:01.50")
      try await set(page, "triangle", from: "1", to: "0.4")
      try await figureIsPlanned(page)
      try await wait(page, points: 5)
      // A point snaps to a nearby round speed.
      try await page.seek(0)
      try await page.driver.drag("#curve-points button:nth-child(3)", right: 40, down: -10)
      let text = try await json(page)
      #expect(text.contains(#""speed":["1","0.5"]"#), "\(text)")
      try await figureIsPlanned(page)
      try await page.browser.keep("32-curve")
      // Undone to the first step, and redone.
      try await page.driver.click("#curve-undo")
      try await page.driver.wait(
        for: "return document.getElementById('curve-json').value.includes('0.4')"
      )
      try await page.driver.click("#curve-undo")
      try await page.driver.wait(for: "return document.getElementById('curve-undo').disabled")
      #expect(try await page.plan() == before)
      for _ in 0..<2 { try await page.driver.click("#curve-redo") }
      try await page.driver.wait(
        for: "return document.getElementById('curve-json').value === arguments[0]",
        .string(text)
      )
      // A draft is restored after a reload, and the result is the curve drawn.
      try await page.driver.command("refresh")
      try await page.driver.wait(
        for: "return document.getElementById('curve-json').value === arguments[0]",
        .string(text)
      )
      let duration = try await figureIsPlanned(page)
      #expect(abs(try await page.start() - duration) < 0.1)
      #expect(try await page.text("#result-name") == "clip (curve).webm")
      #expect(try await page.text(".card .what").hasPrefix("Scale · speed curve"))
      // Without a curve everything is as before.
      try await page.driver.click("#curve-on")
      try await page.write("0.5", into: "#amount")
      #expect(try await page.plan().contains("1.0"))
    }
  }

  @Test func `A curve is drawn without a mouse`() async throws {
    try await Page.open { page in
      typealias Key = Browser.Key
      let driver = page.driver
      try await openCurve(page)
      try await driver.run("document.getElementById('curve-ground').focus()")
      try await driver.press(Key.right, holding: [Key.shift])
      try await driver.wait(
        for: "return document.querySelector('#original video').currentTime === 1"
      )
      try await driver.press("a")
      try await wait(page, points: 3)
      try await driver.run("document.querySelectorAll('.point')[1].focus()")
      for _ in 0..<5 { try await driver.press(Key.down) }
      try await driver.press(Key.right)
      try await driver.wait(
        for: "return document.querySelectorAll('.point')[1].ariaLabel.endsWith('0:01.03')"
      )
      let label = try await driver.label(of: driver.element("#curve-points button:nth-child(2)"))
      #expect(label == "Speed 0.75 at 0:01.03")
      try await figureIsPlanned(page)
      try await driver.press(Key.delete)
      try await wait(page, points: 2)
      try await driver.press("h")
      try await page.wait(for: "#curve-holds li", toBe: "1 s")
      // The second half is reversed, the first one is cut.
      try await driver.press("i")
      try await driver.press("r")
      try await driver.press(Key.escape)
      try await driver.press("o")
      try await driver.press("x")
      let text = try await json(page)
      #expect(text.contains(#"{"from":"end","to":"1","speed":"1"}"#), "\(text)")
      #expect(!text.contains(#""from":"0""#), "\(text)")
      try await figureIsPlanned(page)
      try await driver.press("z", holding: [Key.control])
      #expect(try await json(page).contains(#""from":"0""#))
      try await driver.press("z", holding: [Key.control, Key.shift])
      #expect(try await json(page) == text)
      try await driver.press("l")
      try await driver.press("l")
      try await driver.wait(
        for: "return document.querySelector('#original video').playbackRate === 2"
      )
      try await driver.press("k")
      try await driver.wait(for: "return document.querySelector('#original video').paused")
      // Zoomed in, the curve follows the original's position.
      try await page.seek(0)
      for _ in 0..<2 { try await driver.press("+") }
      let isHidden =
        "return document.querySelector('#curve-points button:first-child').hidden === arguments[0]"
      try await driver.wait(for: isHidden, true)
      try await page.seek(2)
      try await driver.wait(for: isHidden, false)
    }
  }

  @Test func `A curve and its text are the same`() async throws {
    try await Page.open { page in
      try await openCurve(page)
      try await page.driver.run(
        "document.getElementById('curve-json').closest('details').open = true"
      )
      try await page.write(
        #"{"retime-map":1,"sections":[{"from":"0","to":"1","speed":"1/0"}]}"#,
        into: "#curve-json"
      )
      #expect(try await page.text("#curve-problem").contains("Section 1"))
      #expect(try await page.text("#plan").contains("The speed curve"))
      #expect(try await page.driver.run("return document.getElementById('start').disabled") == true)
      try await page.write(
        #"{"retime-map":1,"sections":[{"from":"0","to":"1/3","speed":"1"},{"from":"1/3","to":"end","speed":["1","2"]}]}"#,
        into: "#curve-json"
      )
      #expect(try await page.text("#curve-problem") == "")
      try await figureIsPlanned(page)
      try await wait(page, points: 3)
      // A time that is not edited stays the fraction that was written.
      try await page.driver.run("document.querySelectorAll('.point')[2].focus()")
      try await page.driver.press(Browser.Key.up)
      #expect(try await json(page).contains(#""from":"1/3","to":"end","speed":["1","2.05"]"#))
      try await page.driver.click("#curve-download")
      _ = try await page.browser.download("clip.map.json")
      let bytes = try page.browser.downloads.bytes(of: "clip.map.json")
      #expect(bytes == Array(try await json(page).utf8))
    }
  }

  @Test func `A curve is readable and reachable on every screen`() async throws {
    try await Page.open { page in
      try await openCurve(page)
      try await page.seek(0.5)
      try await page.driver.click("#curve-in")
      try await set(page, "sine", from: "1", to: "0.25")
      try await page.driver.click("#curve-hold")
      try await page.unfold()
      for dark in [false, true] {
        try await page.browser.show(dark: dark)
        #expect(try await page.driver.run(Self.unreadable) == [])
      }
      for (width, isPhone) in [(360, true), (768, true), (1440, false), (2560, false)] {
        try await page.browser.show(width: width, height: 900, isPhone: isPhone)
        if isPhone { try await page.driver.click("nav.views [data-to=stage]") }
        try await controlsAreNamed(page, atLeast: 20)
        #expect(try await page.outside(width: width) == [], "\(width)")
        try await page.driver.run("document.getElementById('curve').scrollIntoView()")
        try await page.browser.keep("33-curve-\(width)")
      }
    }
  }

  @Test func `A dropped timeline is drawn`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      try await page.waitForMedia("original")
      try await page.pick("action", "reverse")
      let time = { (value: Int) in
        #"{"OTIO_SCHEMA":"RationalTime.1","rate":30,"value":\#(value)}"#
      }
      let clip = { (start: Int) in
        #"{"OTIO_SCHEMA":"Clip.2","source_range":{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(time(start)),"#
          + #""duration":\#(time(15))},"effects":[{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":2}]}"#
      }
      try await page.drop("edit.otio", holding: clip(15))
      try await page.isNoted("is drawn over clip.webm")
      #expect(try await json(page).contains(#"{"from":"0.5","to":"1.5","speed":"2"}"#))
      #expect(try await figureIsPlanned(page) == 0.5)
      // One beyond the source's end, and an invalid one.
      for (text, reason) in [(clip(150), "times of the source"), ("{}", "OTIO_SCHEMA")] {
        try await page.drop("bad.otio", holding: text)
        try await page.isNoted(reason)
      }
      try await page.drop(
        "clip.map.json",
        holding: #"{"retime-map":1,"sections":[{"from":"end","to":"0","speed":"4"}]}"#
      )
      try await page.driver.wait(
        for: "return document.getElementById('curve-json').value.includes('\"speed\":\"4\"')"
      )
      #expect(page.folder.names == ["clip.webm"])
    }
  }

  func openCurve(_ page: Page) async throws {
    try await page.choose("clip.webm")
    try await page.waitForMedia("original")
    try await page.driver.click("#curve-on")
    try await wait(page, points: 2)
  }

  private func set(_ page: Page, _ shape: String, from: String, to: String) async throws {
    try await page.driver.run(
      "document.getElementById('curve-shape').value = arguments[0]",
      .string(shape)
    )
    try await page.write(from, into: "#shape-low")
    try await page.write(to, into: "#shape-high")
    try await page.driver.click("#curve-set")
  }

  private func wait(_ page: Page, points: Int) async throws {
    try await page.driver.wait(
      for: "return document.querySelectorAll('.point').length === arguments[0]",
      .number(Double(points))
    )
  }

  private func json(_ page: Page) async throws -> String {
    try await page.driver.run("return document.getElementById('curve-json').value").text ?? ""
  }

  /// Waits for the plan of the curve, expects the page's duration to equal the plan's, and returns it in seconds.
  @discardableResult
  private func figureIsPlanned(_ page: Page) async throws -> Double {
    let plan = try await page.plan()
    let words = try await page.text("#curve-length")
    let result = words.split(separator: " ").suffix(2).joined(separator: " ")
    #expect(plan.contains(result), "\(words): \(plan)")
    return try #require(Double(result.split(separator: " ")[0]))
  }
}
#endif
