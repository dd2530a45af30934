// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `Everything works without a mouse`() async throws {
    let folder = try await Self.folderWithClip("one.webm", "three.webm", "two.webm")
    try await Page.open(folder) { page in
      typealias Key = Browser.Key
      for name in ["one.webm", "two.webm", "three.webm"] { try await page.waitForFile(name) }
      let driver = page.driver
      try await driver.click("#search")
      try await driver.press(Key.down, Key.down, Key.down, Key.up)
      #expect(try await focused(page).contains("three.webm"))
      try await driver.press(Key.enter)
      try await page.wait(for: "#stage-title", toBe: "three.webm")
      try await page.waitForMedia("original")
      try await driver.press(Key.space)
      try await driver.wait(for: "return !document.querySelector('#original video').paused")
      try await driver.press(Key.space)
      try await driver.wait(for: "return document.querySelector('#original video').paused")

      try await driver.run("document.getElementById('slider').focus()")
      try await driver.press(Key.home)
      #expect(try await driver.run("return document.getElementById('amount').value") == "0.1")
      try await driver.press(Key.right)
      #expect(try await driver.run("return document.getElementById('amount').value") == "0.11")

      try await driver.run("document.getElementById('amount').select()")
      try await driver.press("0", ".", "5")
      try await page.plan()
      try await driver.press(Key.enter)
      try await page.waitForMedia("result")
      try await driver.run("document.getElementById('take-delete').focus()")
      try await driver.press(Key.enter)
      try await driver.wait(for: "return document.getElementById('delete-dialog').open")
      try await page.browser.keep("20-delete")
      try await driver.press(Key.escape)
      try await driver.wait(for: "return !document.getElementById('delete-dialog').open")
      #expect(folder.names.contains("three (factor 0.5).webm"))
      #expect(try await focused(page).contains("Delete"))

      try await driver.click("#take-delete")
      try await driver.click("#delete-dialog .danger")
      try await driver.wait(for: "return document.querySelectorAll('.card').length === 0")
      #expect(
        folder.names.filter { !$0.hasPrefix(".") } == ["one.webm", "three.webm", "two.webm"]
      )
      try await everyStopIsVisible(page)
    }
  }

  private func focused(_ page: Page) async throws -> String {
    try await page.driver.run("return document.activeElement.innerText").text ?? ""
  }

  /// Goes through the page with Tab: each focused element must have an outline.
  private func everyStopIsVisible(_ page: Page) async throws {
    try await page.driver.run("document.activeElement.blur(); scrollTo(0, 0)")
    var seen: Set<String> = []
    for _ in 0..<40 {
      try await page.driver.press(Browser.Key.tab)
      let stop = try await page.driver.run(
        """
        const at = document.activeElement;
        if (at === document.body) return null;
        const styles = [at, at.nextElementSibling].filter(Boolean).map((one) => getComputedStyle(one));
        const isMarked = styles.some((style) => style.outlineStyle !== "none") || at.matches("video, audio");
        return `${isMarked} ${at.tagName} ${at.id} ${at.name ?? ""} ${at.innerText ?? ""}`;
        """
      )
      guard let stop = stop.text else { continue }
      #expect(stop.hasPrefix("true"), "no outline: \(stop)")
      seen.insert(stop)
    }
    #expect(seen.count > 15)
  }
}
#endif
