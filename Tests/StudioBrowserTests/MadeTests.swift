// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A result is renamed, deleted and restored, in two windows`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.makeResult(of: "clip.webm")
      let first = try await driver.command("window", method: "GET")
      let address = try await driver.run("return location.href").text ?? ""
      let second = try await driver.command("window/new", ["type": "tab"])["handle"] ?? .null
      let go = { (window: JSONValue) in
        _ = try await driver.command("window", ["handle": window])
      }
      try await go(second)
      try await driver.open(address)
      try await isListed(page, "clip (factor 0.5).webm", true)
      try await go(first)
      // A name that exists is reported in the dialog.
      try await driver.click("#take-rename")
      try await page.write("clip.webm", into: "#rename-name")
      try await driver.press(Browser.Key.enter)
      try await driver.wait(
        for:
          "return document.getElementById('rename-problem').textContent.includes('already there')"
      )
      try await page.browser.keep("46-rename")
      try await page.write("快.webm", into: "#rename-name")
      try await driver.press(Browser.Key.enter)
      try await driver.wait(for: "return !document.getElementById('rename-dialog').open")
      try await page.waitForMedia("result")
      #expect(try await page.text("#result-name") == "快.webm")
      #expect(page.folder.names == ["clip.webm", "快.webm"])
      try await go(second)
      try await isListed(page, "快.webm", true)
      try await isListed(page, "clip (factor 0.5).webm", false)
      // Deleted in one window, removed in both.
      try await go(first)
      try await driver.click("#take-delete")
      try await driver.click("#delete-dialog .danger")
      try await page.isNoted("快.webm is deleted.")
      try await page.browser.keep("47-undo")
      #expect(page.folder.names.filter { !$0.hasPrefix(".") } == ["clip.webm"])
      try await go(second)
      try await isListed(page, "快.webm", false)
      try await driver.wait(for: "return document.querySelectorAll('.card').length === 0")
      try await go(first)
      try await driver.run(
        "[...document.querySelectorAll('.toast button')].find((one) => one.textContent === 'Undo').click()"
      )
      try await page.waitForMedia("result")
      #expect(page.folder.names == ["clip.webm", "快.webm"])
      try await go(second)
      try await isListed(page, "快.webm", true)
      try await driver.wait(for: "return document.querySelectorAll('.card').length === 1")
      // As a file of the list, whose job is no longer listed.
      try await driver.run("document.getElementById('queue-clear').click()")
      try await driver.wait(for: "return document.querySelectorAll('.card').length === 0")
      try await page.choose("快.webm")
      try await driver.click("#made-rename")
      try await page.write("schnell.webm", into: "#rename-name")
      try await driver.press(Browser.Key.enter)
      try await page.wait(for: "#stage-title", toBe: "schnell.webm")
      try await driver.click("#made-delete")
      try await isListed(page, "schnell.webm", false)
      try await driver.run(
        "[...document.querySelectorAll('.toast button')].find((one) => one.textContent === 'Undo').click()"
      )
      try await isListed(page, "schnell.webm", true)
      #expect(page.folder.names == ["clip.webm", "schnell.webm"])
      // A source file has neither.
      try await page.choose("clip.webm")
      try await driver.wait(for: "return document.getElementById('made').hidden")
    }
  }

  private func isListed(_ page: Page, _ name: String, _ isThere: Bool) async throws {
    try await page.driver.wait(
      for: """
        const names = [...document.querySelectorAll(".row .name")].map((one) => one.textContent);
        return names.includes(arguments[0]) === arguments[1];
        """,
      .string(name),
      .bool(isThere)
    )
  }
}
#endif
