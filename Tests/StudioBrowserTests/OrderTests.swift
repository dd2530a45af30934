// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `Waiting jobs are reordered by pointer and by keys, and keep their order`()
    async throws
  {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      try await page.write("2000", into: "#amount")
      try await page.plan()
      try await driver.click("#start")
      try await driver.wait(for: "return document.querySelector('#queue [data-state=running]')")
      try await driver.click("#queue-pause")
      try await driver.click("#queue [data-state=running] [aria-label^=Cancel]")
      try await driver.wait(for: "return document.querySelector('#results [data-state=cancelled]')")
      for name in ["a", "b", "c"] {
        try await page.write("0.5", into: "#amount")
        try await page.write("\(name).webm", into: "[name=name]")
        try await page.plan()
        try await driver.click("#start")
        try await driver.wait(for: Self.isWaiting, .string("\(name).webm"))
      }
      try await expectOrder(page, ["a.webm", "b.webm", "c.webm"])
      // By pointer: the last one comes first.
      try await driver.drag("#queue li:nth-child(3) .grip", right: 0, down: -300)
      try await expectOrder(page, ["c.webm", "a.webm", "b.webm"])
      // A drag cancelled with Escape changes nothing.
      try await driver.press(on: "#queue li:nth-child(1) .grip", right: 0, down: 300)
      try await expectOrder(page, ["a.webm", "b.webm", "c.webm"])
      try await driver.press(Browser.Key.escape)
      try await expectOrder(page, ["c.webm", "a.webm", "b.webm"])
      try await driver.command("actions", method: "DELETE")
      // By keys, whose focus stays on the moved card.
      try await driver.run(
        "document.querySelector('#queue [aria-label=\"Move down c.webm\"]').focus()"
      )
      for order in [["a.webm", "c.webm", "b.webm"], ["a.webm", "b.webm", "c.webm"]] {
        try await driver.press(Browser.Key.enter)
        try await expectOrder(page, order)
        #expect(
          try await driver.run("return document.activeElement.ariaLabel") == "Move down c.webm"
        )
      }
      try await driver.press(Browser.Key.enter)
      try await driver.click("#queue [aria-label=\"Move up b.webm\"]")
      try await expectOrder(page, ["b.webm", "a.webm", "c.webm"])
      try await page.browser.keep("43-order")
      // Paused and in order after the server restarts.
      await page.endServer()
      try await page.startServer()
      try await driver.command("refresh")
      try await expectOrder(page, ["b.webm", "a.webm", "c.webm"])
      #expect(try await page.text("#queue-pause") == "Go on")
      try await driver.click("#queue-pause")
      try await driver.wait(
        for: "return document.querySelectorAll('#results [data-state=done]').length === 3"
      )
      #expect(page.folder.names == ["a.webm", "b.webm", "c.webm", "clip.webm"])
    }
  }

  @Test func `A note covers no button that starts a job`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      try await page.plan()
      for (width, isPhone) in [
        (360, true), (768, true), (1000, false), (1440, false), (2560, false),
      ] {
        try await page.browser.show(width: width, height: 900, isPhone: isPhone)
        if isPhone { try await page.driver.click("nav.views [data-to=settings]") }
        let free = try await page.driver.wait(for: Self.noted)
        #expect(free == "free", "\(width)")
        try await page.browser.keep("44-note-\(width)")
      }
    }
  }

  @Test func `A still image is shown as one`() async throws {
    let folder = try await Self.folderWithClip()
    let pictures = try TemporaryFolder()
    try await Clips.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=160x90", "-frames:v", "1", pictures.file("still.png")]
    )
    try await Page.open(folder) { page in
      try await page.waitForFile("clip.webm")
      try await page.driver.type(pictures.file("still.png"), into: "#chooser")
      try await page.choose("still.png")
      try await page.driver.wait(
        for:
          "const image = document.querySelector('#original img'); return image.complete && image.naturalWidth === 160"
      )
      #expect(try await page.text("#facts").contains("still picture"))
      #expect(!(try await page.text("#facts").contains(" s ·")))
      #expect(try await page.text(".row[aria-selected=true]").contains("still picture"))
      #expect(try await page.text("#plan").contains("stands still"))
      #expect(try await page.driver.run("return document.getElementById('start').disabled") == true)
      try await page.browser.keep("45-still")
    }
  }

  private func expectOrder(_ page: Page, _ names: [String]) async throws {
    try await page.wait(for: "#queue .card .name", toBe: names)
  }

  private static let isWaiting = """
    return [...document.querySelectorAll("#queue [data-state=waiting] .name")]
      .some((one) => one.textContent === arguments[0]);
    """

  /// Shows a long note, and returns whether the note and the button that starts are apart.
  private static let noted = """
    window.said ??= import("/toasts.js").then(({ complain }) => complain(new Error("It did not work. ".repeat(12))));
    const note = document.querySelector(".toast");
    const start = document.getElementById("start").getBoundingClientRect();
    const { left, right, top, bottom } = note.getBoundingClientRect();
    const isApart = right <= start.left || left >= start.right || bottom <= start.top || top >= start.bottom;
    return isApart && left >= 0 && top >= 0 ? "free" : JSON.stringify([note.getBoundingClientRect(), start]);
    """
}
#endif
