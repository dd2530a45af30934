// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test
  func `Several files are exported with one setting, and one that it does not fit is reported`()
    async throws
  {
    let folder = try await Self.folderOfFour()
    try await Page.open(folder) { page in
      let driver = page.driver
      for name in ["more.webm", "short.webm", "tone.wav"] { try await page.waitForFile(name) }
      try await openCurve(page)
      try await driver.run(
        "document.getElementById('curve-json').closest('details').open = true"
      )
      try await page.write(
        #"{"retime-map":1,"sections":[{"from":"0","to":"1.5","speed":"0.5"}]}"#,
        into: "#curve-json"
      )
      try await pickByHand(page)
      let plan = try await driver.wait(
        for: """
          const others = document.querySelectorAll("#plan .beside li:has(.icon)");
          const text = document.getElementById("plan").innerText;
          return others.length === 3 && text.includes("short.webm is left out") && text.includes("more (curve).webm · 3.00 s")
            && text.includes("tone (curve).wav · 3.00 s") && document.getElementById("start").textContent === "Start 3 jobs" && text;
          """
      ).text
      #expect(try #require(plan).contains("clip.webm") == false)
      #expect(try await driver.run("return document.querySelector('[name=name]').disabled") == true)
      try await page.browser.keep("46-several")
      try await driver.click("#start")
      try await page.isNoted("“short.webm” is left out")
      try await driver.wait(
        for: "return document.querySelectorAll('#results [data-state=done]').length === 3"
      )
      let made = ["clip (curve).webm", "more (curve).webm", "tone (curve).wav"]
      #expect(folder.names == (made + folder.names.filter { !$0.contains("curve") }).sorted())
      for name in made {
        try await page.choose(name)
        #expect(abs(try await page.waitForMedia("original") - 3) < 0.1, "\(name)")
      }
      // Afterwards one file is selected, as before.
      #expect(try await page.text("#start") == "Start")
      try await isLeftOut(page, folder)
    }
  }

  /// The selection is restored after a reload, and starts even if the settings do not fit the chosen file.
  private func isLeftOut(_ page: Page, _ folder: TemporaryFolder) async throws {
    let driver = page.driver
    try await page.choose("short.webm")
    try await driver.click(".row[title='more.webm']", holding: Browser.Key.control)
    try await picked(page, ["more.webm", "short.webm"])
    try await driver.run("location.reload()")
    try await picked(page, ["more.webm", "short.webm"])
    #expect(try await page.text("#stage-title") == "short.webm")
    try await page.write("1.5", into: "[name=part-start]")
    try await driver.wait(
      for: """
        const text = document.getElementById("plan").innerText;
        return document.querySelector("#plan .problem") && text.includes("more (")
          && !document.getElementById("start").disabled && document.getElementById("start").textContent === "Start 1 job";
        """
    )
    try await driver.click("#start")
    try await driver.wait(
      for: "return document.querySelectorAll('#results [data-state=done]').length === 4"
    )
    #expect(try await page.text("#stage-title") == "more.webm")
    #expect(folder.names.filter { $0.hasPrefix("short (") } == [])
  }

  @Test(.enabled(if: Axe.source != nil))
  func `Several files have no accessibility violations`() async throws {
    let folder = try await Self.folderOfFour()
    try await Page.open(folder) { page in
      for name in ["more.webm", "short.webm", "tone.wav"] { try await page.waitForFile(name) }
      try await page.choose("clip.webm")
      try await page.driver.press("a", holding: [Browser.Key.control])
      try await picked(page, ["clip.webm", "more.webm", "short.webm", "tone.wav"])
      try await page.wait(for: "#start", toBe: "Start 4 jobs")
      try await page.plan()
      try await page.isOpenToAll("several", views: ["files", "settings"])
    }
  }

  /// Selects with pointer and keys, one way after the other; at the end, all four are selected.
  private func pickByHand(_ page: Page) async throws {
    let driver = page.driver
    let all = ["clip.webm", "more.webm", "short.webm", "tone.wav"]
    try await driver.click(".row:nth-child(2)", holding: Browser.Key.control)
    try await picked(page, ["clip.webm", "more.webm"])
    try await driver.click(".row:nth-child(3) .pick", holding: nil)
    try await picked(page, ["clip.webm", "more.webm", "short.webm"])
    try await driver.click(".row:nth-child(4)", holding: Browser.Key.shift)
    try await picked(page, all)
    // The chosen file stays until it is deselected itself: then the next one is chosen.
    #expect(try await page.text("#stage-title") == "clip.webm")
    try await driver.click(".row:nth-child(1) .pick", holding: nil)
    try await picked(page, Array(all.dropFirst()))
    #expect(try await page.text("#stage-title") == "more.webm")
    try await driver.click("#picked-none")
    try await picked(page, ["more.webm"])
    // By keys.
    try await driver.click(".row:nth-child(1)", holding: nil)
    try await picked(page, ["clip.webm"])
    for count in 2...3 {
      try await driver.press(Browser.Key.down, holding: [Browser.Key.shift])
      try await picked(page, Array(all.prefix(count)))
    }
    try await driver.press(Browser.Key.space, holding: [Browser.Key.control])
    try await picked(page, Array(all.prefix(2)))
    try await driver.press(Browser.Key.escape)
    try await picked(page, ["clip.webm"])
    try await driver.press("a", holding: [Browser.Key.control])
    try await picked(page, all)
  }

  private func picked(_ page: Page, _ names: [String]) async throws {
    try await page.wait(for: ".row[aria-selected=true] .name", toBe: names)
  }

  /// Three files of two seconds, and one of a second.
  private static func folderOfFour() async throws -> TemporaryFolder {
    let folder = try await folderWithClip("clip.webm", "more.webm")
    try await Clips.clip(folder.file("short.webm"), seconds: 1, webm)
    try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=duration=2", folder.file("tone.wav")])
    return folder
  }
}
#endif
