// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A range is exported at any rate with its pitch preserved`() async throws {
    let folder = try await Self.folderWithClip("one.webm", "two.webm")
    try await Page.open(folder) { page in
      try await page.choose("one.webm")
      try await page.write("2", into: "#amount")
      try await page.pick("fps", "other")
      try await page.write("many", into: "[name=fpsOther]")
      #expect(try await page.text("#plan").contains("“many” is no frame rate"))
      try await page.write("12,5", into: "[name=fpsOther]")
      try await page.driver.run(
        """
        const frames = document.querySelector("[name=frames]");
        frames.value = "flow";
        frames.dispatchEvent(new Event("input", { bubbles: true }));
        """
      )
      try await page.pick("pitch", "keep")
      try await page.driver.wait(
        for: "return !document.querySelector('[name=audioMethod]').checkVisibility()"
      )
      try await page.waitForMedia("original")
      try await page.seek(0.5)
      try await page.driver.click("[data-takes=start]")
      #expect(try await page.driver.run(Self.valueOfStart) == "0:00.500")
      try await page.write("0.2", into: "[name=part-end]")
      #expect(try await page.text("#plan").contains("Begin earlier, or end later"))
      try await page.write("1.5", into: "[name=part-end]")
      let plan = try await page.plan()
      for part in ["1.00 s", "2.00 s", "12.5 fps", "25 frames"] {
        #expect(plan.contains(part), "\(plan)")
      }
      try await page.browser.keep("30-part")
      #expect(abs(try await page.start() - 2) < 0.1)
      let what = try await page.text(".card .what")
      for part in ["0:00.5 to 0:01.5", "12.5 fps", "made along the motion", "pitch kept"] {
        #expect(what.contains(part), "\(what)")
      }
      #expect(
        try await page.driver.run("return document.getElementById('in-step').disabled") == true
      )
      // A file's range is restored after a reload, and the next file is exported completely.
      try await page.driver.command("refresh")
      try await page.choose("one.webm")
      #expect(try await page.plan().contains("2.00 s"))
      #expect(try await page.driver.run(Self.valueOfStart) == "0:00.500")
      try await page.choose("two.webm")
      #expect(try await page.plan().contains("4.0"))
      #expect(try await page.driver.run(Self.valueOfStart) == "")
      try await page.pick("pitch", "shift")
      try await page.write("-2.5", into: "[name=semitones]")
      try await page.driver.click("label:has(> [name=formants])")
      _ = try await page.plan()
      try await page.driver.run("document.querySelector('.command').open = true")
      let command = try await page.text("#plan code")
      #expect(command.contains("--pitch=-2.5 --formants=keep"), "\(command)")
    }
  }

  @Test func `Motion vectors are displayed at the original's position`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      try await page.waitForMedia("original")
      try await page.driver.click("#motion-on")
      let first = try await motion(page, from: "0:00.00")
      try await page.driver.run("document.querySelector('#original video').currentTime = 1")
      let second = try await motion(page, from: "0:01.00")
      #expect(first != second)
      let size = try await page.driver.run(
        "const { naturalWidth, naturalHeight } = document.querySelector('#motion img'); return [naturalWidth, naturalHeight]"
      )
      #expect(size == [160, 90])
      #expect(try await page.text("#motion figcaption").contains("trust"))
      try await page.browser.keep("31-motion")
    }
  }

  private static let valueOfStart = "return document.querySelector('[name=part-start]').value"

  /// Waits for the motion vectors at a time, and returns the image's address.
  private func motion(_ page: Page, from time: String) async throws -> JSONValue {
    try await page.driver.wait(
      for: """
        const image = document.querySelector("#motion:not([aria-busy]) img:not([hidden])");
        const words = document.querySelector("#motion figcaption").textContent;
        return image.complete && words.startsWith(`From ${arguments[0]} `) && image.src;
        """,
      .string(time)
    )
  }
}
#endif
