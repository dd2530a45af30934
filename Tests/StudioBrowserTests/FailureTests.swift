// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `An error is shown with what to do`() async throws {
    let folder = try await Self.folderWithClip()
    _ = try folder.write((0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 167) }, to: "broken.mp4")
    try await Page.open(folder) { page in
      try await page.choose("broken.mp4")
      #expect(try await page.text("#original").contains("Try another file"))
      #expect(try await page.text("#plan").contains("cannot be read"))
      #expect(try await page.driver.run("return document.getElementById('start').disabled") == true)
      try await page.browser.keep("15-broken-file")

      try await page.choose("clip.webm")
      for (written, answer) in [
        ("many", "“many” is not a length"), ("0", "That is zero"), ("-2", "is not a length"),
      ] {
        try await page.write(written, into: "#amount")
        #expect(try await page.text("#amount-words").contains(answer))
        #expect(try await page.text("#plan").contains(answer))
      }
      try await page.browser.keep("16-not-a-length")
      try await page.write("0.5", into: "#amount")
      try await page.plan()

      try await page.write("a/b.webm", into: "[name=name]")
      #expect(try await page.text("#plan").contains("cannot hold “/”"))
      try await page.write("new.unheard-of", into: "[name=name]")
      try await page.driver.wait(
        for: "return document.querySelector('#plan .problem').innerText.includes('unheard-of')"
      )
      try await page.browser.keep("17-unknown-container")

      _ = try folder.write([0], to: "taken.webm")
      try await page.write("taken.webm", into: "[name=name]")
      try await page.driver.wait(
        for: "return document.getElementById('plan').innerText.includes('is there already')"
      )
      #expect(try await page.driver.run("return document.getElementById('start').disabled") == true)
      // The plan continues below the button that starts.
      try await page.driver.run(
        "document.querySelector('#plan .check').scrollIntoView({ block: 'center' })"
      )
      try await page.driver.click("#plan .check input")
      #expect(try await page.plan().contains("taken.webm"))
      try await page.browser.keep("18-name-is-taken")
    }
  }

  @Test func `A file name is displayed as text, whatever it contains`() async throws {
    let name = "<img src=x onerror=document.title='caught'>&amp; \"quoted\".webm"
    let folder = try await Self.folderWithClip("a.webm")
    _ = try folder.write(folder.bytes(of: "a.webm"), to: name)
    try await Page.open(folder) { page in
      try await page.choose(name)
      try await page.waitForMedia("original")
      try await page.plan()
      try await page.start()
      #expect(try await page.driver.run("return document.title") == "Retime Studio")
      #expect(
        try await page.driver.run("return document.querySelectorAll('img[src=x]').length") == 0
      )
      #expect(try await page.outside(width: 1_440) == [])
      let sides = try await page.driver.run(
        "return ['stage', 'settings'].map((id) => document.getElementById(id).getBoundingClientRect())"
      ).elements
      let right = try #require(sides.first?["right"]?.number)
      #expect(right <= sides.last?["left"]?.number ?? 0)
      try await page.browser.keep("19-odd-name")
    }
  }
}
#endif
