// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A preset is saved, chosen again, and shared as a file`() async throws {
    let folder = try await Self.folderWithClip()
    let name = "慢 1/2 – Zeitlupe"
    try await Page.open(folder) { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      try await driver.run("document.getElementById('presets').open = true")
      try await page.write("0:04", into: "#amount")
      try await page.pick("fps", "other")
      try await page.write("12.5", into: "[name=fpsOther]")
      try await page.pick("pitch", "shift")
      try await page.write("-2.5", into: "[name=semitones]")
      try await driver.click("label:has(> [name=formants])")
      try await page.write("0.5", into: "[name=part-start]")
      try await page.select("container", "mkv")
      let before = try await page.asked()
      #expect(before.contains("--duration=0:04") && before.contains("--start=0.5"), "\(before)")
      try await keep(page, name)
      try await page.browser.keep("40-presets")
      // All settings are changed, then the preset restores them.
      try await page.pick("action", "reverse")
      try await page.pick("fps", "source")
      try await page.pick("pitch", "follow")
      try await page.select("container", "mp4")
      try await page.write(Browser.Key.delete, into: "[name=part-start]")
      #expect(try await page.asked() != before)
      try await choose(page, name)
      #expect(try await page.asked() == before)
      // As a file.
      try await driver.click("#preset-list [download]")
      let file = "慢 1_2 – Zeitlupe.retime-preset.json"
      let path = try await page.browser.download(file)
      let text = String(decoding: try page.browser.downloads.bytes(of: file), as: UTF8.self)
      #expect(text.contains(#""retime-preset": 1"#) && text.contains("-2.5"), "\(text)")
      try await driver.click("#preset-list [aria-label^=Remove]")
      try await isListed(page, [])
      try await driver.type(path, into: "#preset-file")
      try await isListed(page, [name])
      // The same file again is the same preset, and another one of its name gets a number.
      try await driver.type(path, into: "#preset-file")
      try await page.isNoted("is imported")
      let other = try page.browser.downloads.write(
        Array(text.replacing("-2.5", with: "+4").utf8),
        to: "other.json"
      )
      try await driver.type(other, into: "#preset-file")
      try await isListed(page, [name, "\(name) 2"])
      // It is stored on the server: another browser has it.
      try await driver.run("localStorage.clear()")
      await page.endServer()
      try await page.startServer()
      try await driver.command("refresh")
      try await isListed(page, [name, "\(name) 2"])
      try await page.choose("clip.webm")
      try await choose(page, name)
      #expect(try await page.asked() == before)
    }
  }

  @Test func `The curve of a preset is adapted to another file and to a range`() async throws {
    let folder = try await Self.folderWithClip()
    try await Clips.clip(folder.file("long.webm"), seconds: 8, Self.webm)
    try await Page.open(folder) { page in
      let driver = page.driver
      try await openCurve(page)
      try await driver.run("document.querySelectorAll('#curve details')[1].open = true")
      try await page.write(
        #"{"retime-map":1,"sections":[{"from":"0","to":"0.5","speed":["1","0.25"]},{"hold":"0.5","for":"1"},{"from":"1","to":"end","speed":"2"}]}"#,
        into: "#curve-json"
      )
      try await page.plan()
      try await driver.run("document.getElementById('presets').open = true")
      try await keep(page, "Jump")
      try await page.choose("long.webm")
      try await page.waitForMedia("original")
      try await choose(page, "Jump")
      try await json(
        page,
        contains: #"{"from":"0","to":"1.98579","speed":["1","0.25"],"ease":"smooth"}"#,
        #"{"hold":"1.98579","for":"1"}"#,
        #"{"from":"3.97158","to":"end","speed":"2"}"#
      )
      // 2 s at 0.625 times on average, a hold of one second, and 4 s at twice the speed.
      #expect(try await page.plan().contains("6.20 s"))
      // Into a range, which is then saved.
      try await page.write(
        #"{"retime-map":1,"sections":[{"from":"0","to":"end","speed":"1"}]}"#,
        into: "#curve-json"
      )
      for (time, button) in [(2.0, "in"), (4.0, "out")] {
        try await page.seek(time)
        try await driver.click("#curve-\(button)")
      }
      try await page.wait(for: "#curve-range-words", toBe: "0:02.00 to 0:04.00")
      try await choose(page, "Jump")
      try await json(
        page,
        contains: #"{"from":"2","to":"2.495704","speed":["1","0.25"],"ease":"smooth"}"#,
        #"{"hold":"2.495704","for":"1"}"#,
        #"{"from":"2.991408","to":"4","speed":"2"}"#
      )
      try await keep(page, "Range")
      try await driver.click("#preset-list [aria-label='Export Range']")
      _ = try await page.browser.download("Range.retime-preset.json")
      let bytes = try page.browser.downloads.bytes(of: "Range.retime-preset.json")
      let preset = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      #expect(preset["over"]?.text == "2")
      #expect(preset["request"]?["map"]?["sections"]?.elements.last?["from"]?.text == "0.991408")
      // A preset without a curve selects none.
      try await page.browser.keep("41-preset-curve")
      try await driver.click("#curve-on")
      try await page.write("2x", into: "#amount")
      try await keep(page, "Twice")
      try await driver.click("#curve-on")
      try await driver.wait(for: "return !document.getElementById('curve').hidden")
      try await choose(page, "Twice")
      #expect(try await page.plan().contains("4.0"))
      #expect(try await driver.run("return document.getElementById('curve-on').checked") == false)
    }
  }

  @Test func `A dropped preset is added, and an invalid one refused`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      for (text, reason) in [
        ("{", "it is no JSON"), ("[]", "this is no preset"),
        (#"{"retime-preset":3,"name":"x","request":{"action":"reverse"}}"#, "version 3"),
        (#"{"retime-preset":1,"name":"x","request":{"action":"fly"}}"#, "action is “fly”"),
        (
          #"{"retime-preset":1,"name":"x","request":{"action":"scale","factor":"much"}}"#,
          "“much” is not a length"
        ),
        (
          #"{"retime-preset":1,"name":"x","request":{"action":"reverse","frames":"odd"}}"#,
          "frames is “odd”"
        ),
        (
          #"{"retime-preset":1,"name":"x","request":{"action":"reverse","warp":"9"}}"#,
          "does not know warp"
        ),
      ] {
        try await page.drop("bad.json", holding: text)
        try await page.driver.wait(
          for: """
            const said = [...document.querySelectorAll(".toast.is-bad p")].map((one) => one.textContent);
            return said.some((one) => one.includes("bad.json") && one.includes(arguments[0]));
            """,
          .string(reason)
        )
      }
      try await page.browser.keep("42-bad-preset")
      try await page.drop(
        "good.json",
        holding:
          #"{"retime-preset":1,"name":"Good","request":{"action":"reverse","boomerang":true}}"#
      )
      try await isListed(page, ["Good"])
      #expect(page.folder.names == ["clip.webm"])
      try await choose(page, "Good")
      #expect(try await page.asked().contains("retime reverse clip.webm"))
    }
  }

  private func keep(_ page: Page, _ name: String) async throws {
    try await page.write(name, into: "#preset-name")
    try await page.driver.click("#preset-keep")
    try await page.driver.wait(
      for: """
        return [...document.querySelectorAll(".preset-name > span")].some((one) => one.textContent === arguments[0]);
        """,
      .string(name)
    )
  }

  private func choose(_ page: Page, _ name: String) async throws {
    try await page.driver.run(
      """
      [...document.querySelectorAll(".preset-name")]
        .find((one) => one.firstChild.textContent === arguments[0]).click();
      """,
      .string(name)
    )
  }

  private func isListed(_ page: Page, _ names: [String]) async throws {
    try await page.wait(for: ".preset-name > span", toBe: names)
  }

  private func json(_ page: Page, contains parts: String...) async throws {
    for part in parts {
      try await page.driver.wait(
        for: "return document.getElementById('curve-json').value.includes(arguments[0])",
        .string(part)
      )
    }
  }
}
#endif
