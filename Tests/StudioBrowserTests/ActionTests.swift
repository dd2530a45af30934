// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `Each action has its plan, and reverse and resample make a file`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      for (action, name, ending) in [
        ("reverse", "clip (reversed).webm", "2.0"), ("resample", "clip (48000 Hz).webm", "2.0"),
      ] {
        try await page.pick("action", action)
        #expect(try await page.plan().contains(ending))
        let proposed = try await page.driver.run(
          "return document.getElementsByName('name')[0].value"
        )
        #expect(proposed == .string(name))
        try await page.driver.click("#start")
        try await page.wait(for: "#result-name", toBe: name)
        #expect(abs(try await page.waitForMedia("result") - 2) < 0.1)
        #expect(page.folder.names.contains(name))
      }
      try await page.pick("action", "reverse")
      try await page.driver.click("label:has(> [name=boomerang])")
      #expect(try await page.plan().contains("4.0"))
      try await page.driver.click("label:has(> [name=boomerang])")
      try await page.driver.click("label:has(> [name=reverseScaled])")
      try await page.write("0:08", into: "#amount")
      #expect(try await page.plan().contains("8.00 s"))
      let name = try await page.driver.run("return document.getElementsByName('name')[0].value")
      #expect(name == "clip (reversed 8 s).webm")
      try await page.browser.keep("25-reverse")
    }
  }

  @Test func `A file that the browser cannot play is shown by its proxy`() async throws {
    let folder = try TemporaryFolder()
    try await Clips.clip(folder.file("old.avi"), ["-c:v", "mjpeg", "-c:a", "pcm_s16le"])
    try await Page.open(folder) { page in
      try await page.choose("old.avi")
      #expect(abs(try await page.waitForMedia("original") - 2) < 0.1)
      let source = try await page.driver.run(
        "return document.querySelector('#original video').currentSrc"
      )
      #expect(source.text?.hasSuffix("/proxy") == true)
      try await page.driver.wait(
        for: """
          const video = document.querySelector("#original video");
          video.play();
          return video.currentTime > 0.2;
          """
      )
      try await page.browser.keep("26-proxy")
    }
  }

  @Test func `A dropped file is added, and an existing name is reported`() async throws {
    try await Page.open { page in
      try await page.waitForFile("clip.webm")
      try await page.choose("clip.webm")
      try await page.waitForMedia("original")
      try await page.drop("clip.webm")
      try await page.driver.wait(for: "return document.querySelector('.upload.is-failed')")
      #expect(try await page.text(".upload").contains("clip"))
      try await page.browser.keep("27-name-taken")
      try await page.driver.click(".upload .small")
      try await page.waitForFile("clip 2.webm")
      #expect(try await page.driver.run("return document.querySelector('.upload')") == .null)
      #expect(try page.folder.bytes(of: "clip 2.webm") == page.folder.bytes(of: "clip.webm"))
      try await page.drop("dropped.wav", holding: "nothing")
      try await page.driver.wait(for: "return document.querySelector('.upload.is-failed')")
      #expect(try await page.text(".upload").contains("was not added"))
      try await page.browser.keep("28-no-media")
      try await page.driver.click(".upload button")
      #expect(try await page.driver.run("return document.querySelector('.upload')") == .null)
      #expect(page.folder.names == ["clip 2.webm", "clip.webm"])
    }
  }
}
#endif
