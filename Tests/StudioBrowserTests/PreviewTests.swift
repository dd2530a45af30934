// SPDX-License-Identifier: MPL-2.0

#if Studio
import RetimeCore
import TestSupport
import Testing

/// Tests playback before a file is made, sampled from the page whenever its clock advances.
extension StudioBrowserTests {
  @Test func `A preview has the position and the speed of the map`() async throws {
    let sections =
      #"[{"from":"0","to":"0.9","speed":["1","0.4"]},{"from":"0.9","to":"1.3","speed":["0.4","1.5"],"ease":"linear"},{"from":"1.5","to":"2","speed":"0.5"}]"#
    let document = try MapDocument(parsing: Self.text(sections))
    let map = try TimeMap(document.parts(end: RationalTime(2, 1)))
    let duration = try #require(map.duration).seconds
    try await Page.open { page in
      try await openCurve(page, sections)
      try await watch(page)
      try await page.driver.click("#preview")
      let text = try await page.driver.wait(for: Self.ended).text ?? ""
      #expect(text.hasSuffix(" / 0:0\((duration * 10).rounded(.down) / 10)"), "\(text)")
      let seen = try await samples(page)
      for moment in [0.25, 0.75, 1.25, 1.75, 2.25] {
        let sample = try #require(
          seen.min { abs($0.result - moment) < abs($1.result - moment) }
        )
        let expected = Self.place(map, sample.result)
        #expect(abs(sample.source - expected.source) < 0.08, "\(moment): \(sample), \(expected)")
        #expect(abs(sample.rate / expected.speed - 1) < 0.12, "\(moment): \(sample), \(expected)")
      }
      // The clock may wait for the browser; it is never ahead of real time.
      let first = try #require(seen.first)
      for sample in seen {
        #expect(sample.result - first.result < sample.wall - first.wall + 0.15, "\(sample)")
      }
      #expect(try await page.driver.run(Self.state) == [true, 1, true, true])
    }
  }

  @Test func `A preview follows edits of the curve and the form`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await openCurve(page, #"[{"from":"0","to":"2","speed":"0.08"}]"#)
      try await watch(page)
      try await driver.run("document.querySelector('#original video').currentTime = 1")
      try await driver.press("p")
      try await driver.wait(for: "return window.seen.at(-1)?.[1] > 12.55")
      #expect(try await driver.run(Self.state) == [false, 0.08, false, false])
      // The second animation frame runs at the new speed, from the same moment of the source.
      let change = try await driver.answer(
        of: Self.change,
        .string(Self.text(#"[{"from":"0","to":"2","speed":"0.16"}]"#))
      ).elements.compactMap(\.number)
      try #require(change.count == 3)
      #expect(abs(change[0] / 0.16 - 1) < 0.12, "\(change)")
      #expect(change[1] >= 1 && change[2] >= change[1] && change[2] < 1.8, "\(change)")
      // The pitch.
      let keeps = "return document.querySelector('#original video').preservesPitch === arguments[0]"
      try await page.pick("pitch", "keep")
      try await driver.wait(for: keeps, true)
      try await page.pick("pitch", "follow")
      try await driver.wait(for: keeps, false)
      try await page.pick("pitch", "shift")
      try await driver.wait(for: keeps, true)
      try await page.browser.keep("34-preview")
      try await driver.press(Browser.Key.escape)
      try await driver.wait(for: Self.ended)
    }
  }

  @Test func `A preview plays a range, backwards, and freezes`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      try await page.waitForMedia("original")
      // Without a curve, with the duration of the form, and the range only.
      try await page.write("12", into: "#amount")
      try await page.write("0.5", into: "[name=part-start]")
      try await page.write("1.5", into: "[name=part-end]")
      try await watch(page)
      try await driver.click("#preview")
      try await driver.wait(for: "return window.seen.at(-1)?.[1] > 0.05")
      let slow = try #require(try await samples(page).last)
      #expect(abs(slow.source - 0.5 - slow.result / 12) < 0.08, "\(slow)")
      #expect(try await page.text("#preview-time").hasSuffix("/ 0:12.0"))
      // It ends with the next press, as with the space bar anywhere.
      try await driver.press(Browser.Key.space)
      try await driver.wait(for: Self.ended)
      // Backwards, video only.
      try await page.pick("action", "reverse")
      try await page.driver.wait(for: "return !document.getElementById('preview').disabled")
      try await driver.run("document.querySelector('#original video').currentTime = 1.4")
      try await watch(page)
      try await driver.click("#preview")
      try await driver.wait(
        for: "return document.getElementById('preview-note').textContent.includes('only pictures')"
      )
      try await driver.wait(for: Self.ended)
      let backwards = try await samples(page).map(\.source)
      #expect(backwards == backwards.sorted(by: >) && backwards[0] <= 1.4, "\(backwards)")
      #expect(try #require(backwards.last) < 1.3)
      // A freeze frame, without audio.
      try await page.pick("action", "scale")
      try await driver.wait(for: "return document.getElementById('curve-on').checkVisibility()")
      try await openCurve(page, #"[{"hold":"1","for":"600"},{"from":"1","to":"2","speed":"1"}]"#)
      try await watch(page)
      try await driver.run("document.querySelector('#original video').currentTime = 0.3")
      try await driver.press("p")
      try await driver.wait(for: "return window.seen.at(-1)?.[1] > 0.2")
      #expect(try await driver.run(Self.state) == [true, 1, false, false])
      #expect(try await samples(page).last?.source == 1)
      // Seeking continues from there.
      try await driver.run("document.querySelector('#original video').currentTime = 1.5")
      try await driver.wait(for: "return window.seen.at(-1)?.[1] > 600.5")
      try await driver.press(Browser.Key.escape)
      try await driver.wait(for: Self.ended)
    }
  }

  @Test func `A preview jumps back at a cut`() async throws {
    let sections = #"[{"from":"1","to":"1.6","speed":"1"},{"from":"0.2","to":"1.2","speed":"0.8"}]"#
    try await Page.open { page in
      try await openCurve(page, sections)
      try await watch(page)
      try await page.driver.run("document.querySelector('#original video').currentTime = 1")
      try await page.driver.click("#preview")
      try await page.driver.wait(for: Self.ended)
      let after = try await samples(page).filter { $0.result > 0.9 && $0.result < 1.8 }
      // The clock does not stand still until the element is where it began.
      #expect(try #require(after.first).result < 1.4)
      for sample in after {
        #expect(abs(sample.source - 0.2 - (sample.result - 0.6) * 0.8) < 0.08, "\(sample)")
      }
    }
  }

  private struct Sample { let wall, result, source, rate: Double }

  static func text(_ sections: String) -> String {
    #"{"retime-map":1,"sections":\#(sections)}"#
  }

  func openCurve(_ page: Page, _ sections: String) async throws {
    try await openCurve(page)
    try await page.driver.run(
      "document.getElementById('curve-json').closest('details').open = true"
    )
    try await page.write(Self.text(sections), into: "#curve-json")
    try await page.driver.run("document.activeElement.blur()")
  }

  /// Records the state of the page from now on, whenever the preview's clock has advanced.
  func watch(_ page: Page) async throws {
    try await page.driver.run(
      """
      window.seen = [];
      window.watcher?.disconnect();
      const clock = document.getElementById("preview-time");
      window.watcher = new MutationObserver(() => {
        const video = document.querySelector("#original video");
        window.seen.push([performance.now() / 1000, Number(clock.value), video.currentTime, video.playbackRate]);
      });
      window.watcher.observe(clock, { attributes: true, attributeFilter: ["value"] });
      """
    )
  }

  private func samples(_ page: Page) async throws -> [Sample] {
    try await page.driver.run("return window.seen").elements.map { row in
      let row = row.elements.compactMap(\.number)
      try #require(row.count == 4)
      return Sample(wall: row[0], result: row[1], source: row[2], rate: row[3])
    }
  }

  /// The source time and the speed of a map at a time of its result, by the core.
  private static func place(_ map: TimeMap, _ time: Double) -> (source: Double, speed: Double) {
    let source = { (time: Double) in
      map.streamTime(ofOutput: RationalTime(nanoseconds: Int64(time * 1e9))).seconds
    }
    return (source(time), (source(time + 0.001) - source(time)) / 0.001)
  }

  /// The clock's last text, once the preview has played and has ended.
  static let ended = """
    return window.seen.length > 0 && document.getElementById("preview").textContent === "Preview"
      && document.getElementById("preview-time").hidden && document.getElementById("preview-time").textContent;
    """

  /// Whether the original is paused, its rate without lag compensation, its pitch preserved, the clock hidden.
  private static let state = """
    const { paused, playbackRate, preservesPitch } = document.querySelector("#original video");
    const rate = [0.08, 1].find((one) => Math.abs(playbackRate / one - 1) < 0.11) ?? playbackRate;
    return [paused, rate, preservesPitch, document.getElementById("preview-time").hidden];
    """

  /// Writes a curve; returns the rate two animation frames later, and the source times before and then.
  private static let change = """
    const [text, done] = arguments;
    const video = document.querySelector("#original video");
    const field = document.getElementById("curve-json");
    const before = video.currentTime;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(() => done([video.playbackRate, before, video.currentTime])));
    """
}
#endif
