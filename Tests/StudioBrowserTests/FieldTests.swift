// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test(arguments: [["0.5", "2x", "x4", "factor .25", "0:03", "8 s", "50%", "150 %", "1/4", "2/3"]])
  func `The field, the plan and the name of the result agree`(written: [String])
    async throws
  {
    try await Page.open { page in
      try await page.choose("clip.webm")
      for text in written {
        try await page.write(text, into: "#amount")
        let (plan, name) = (try await page.plan(), try await proposal(page))
        let said = try #require(name.firstMatch(of: /\((.+)\)/)?.1)
        try await page.write(String(said), into: "#amount")
        #expect(try await page.plan() == plan, "\(text) is called \(said)")
        #expect(try await proposal(page) == name)
      }
      try await page.write("2x", into: "#amount")
      #expect(try await proposal(page) == "clip (2x).webm")
      #expect(try await page.plan().contains("1.0"))
      #expect(try await page.text("#amount-words") == "half as long, twice as fast")
      #expect(abs(try await page.start() - 1) < 0.1)
      #expect(try await page.text(".card .what").hasPrefix("Scale · 2x"))
    }
  }

  @Test func `A percentage is a speed, and a quotient is a factor`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      for (text, words) in [
        ("50%", "twice as long, 50 % of the speed"), ("200 %", "half as long, twice as fast"),
        ("1/2", "half as long, twice as fast"),
      ] {
        try await page.write(text, into: "#amount")
        try await page.plan()
        #expect(try await page.text("#amount-words") == words)
      }
      try await page.write("1/0", into: "#amount")
      #expect(try await page.text("#plan").contains("is not a length"))
    }
  }

  @Test func `The proposed name of a file with a long name is accepted`() async throws {
    let long = String(repeating: "é", count: 100) + ".webm"
    let folder = try await Self.folderWithClip(long)
    try await Page.open(folder) { page in
      try await page.choose(long)
      try await page.plan()
      let name = try await proposal(page)
      #expect(name.utf8.count <= 200 && name.hasSuffix("é (factor 0.5).webm"), "\(name)")
      // Nothing hidden makes the page itself longer than the window.
      #expect(
        try await page.driver.run(
          "return document.documentElement.scrollHeight <= window.innerHeight"
        ) == true
      )
    }
  }

  @Test func `A job can be started after the studio was away`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      try await page.plan()
      await page.endServer()
      try await page.write("0.25", into: "#amount")
      try await page.driver.wait(
        for: "return document.getElementById('plan').innerText.includes('does not answer')"
      )
      #expect(try await page.driver.run("return document.getElementById('start').disabled") == true)
      try await page.startServer()
      #expect(try await page.plan().contains("0.5"))
      try await page.start()
    }
  }

  @Test func `A container is chosen for one file only`() async throws {
    let folder = try await Self.folderWithClip("one.webm", "two.webm")
    try await Page.open(folder) { page in
      try await page.choose("one.webm")
      try await page.driver.run(
        """
        const container = document.querySelector("[name=container]");
        container.value = "mkv";
        container.dispatchEvent(new Event("input", { bubbles: true }));
        """
      )
      #expect(try await proposal(page) == "one (factor 0.5).mkv")
      try await page.driver.command("refresh")
      try await page.choose("one.webm")
      try await page.plan()
      #expect(try await proposal(page) == "one (factor 0.5).mkv")
      try await page.choose("two.webm")
      try await page.plan()
      #expect(try await proposal(page) == "two (factor 0.5).webm")
    }
  }

  @Test func `Every container that can be written is offered, such as GIF`() async throws {
    let folder = try await Self.folderWithClip("one.webm")
    try await Page.open(folder) { page in
      try await page.choose("one.webm")
      let others = try await page.driver.wait(
        for: """
          const names = [...document.querySelectorAll("[name=container] optgroup option")].map((one) => one.value);
          return names.length > 0 && names.join(" ");
          """
      ).text
      let names = try #require(others).split(separator: " ")
      #expect(names.contains("flv") && names.contains("apng"), "\(names)")
      #expect(
        !names.contains("mp4") && !names.contains("wav") && !names.contains("png"),
        "\(names)"
      )
      try await page.select("container", "gif")
      #expect(try await proposal(page) == "one (factor 0.5).gif")
      try await page.plan()
      try await page.driver.click("#start")
      try await page.driver.wait(
        for: "return document.querySelectorAll('#results [data-state=done]').length === 1"
      )
      let codec = try await Program.succeed(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
          folder.file("one (factor 0.5).gif"),
        ]
      ).text
      #expect(codec.hasPrefix("gif"), "\(codec)")
    }
  }

  @Test func `Expanded and enabled settings are visible at the next file`() async throws {
    let folder = try await Self.folderWithClip("one.webm", "two.webm")
    try await Page.open(folder) { page in
      try await page.choose("one.webm")
      let isOpen = "return document.querySelector('.more').open"
      #expect(try await page.driver.run(isOpen) == false)
      try await page.driver.click(".more summary")
      try await page.driver.click("label:has(> [name=noAudio])")
      try await page.driver.click(".more summary")
      #expect(try await page.driver.run(isOpen) == false)
      try await page.choose("two.webm")
      #expect(try await page.driver.run(isOpen) == true)
    }
  }

  @Test func `In sync, both players play and pause together`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      try await page.write("2", into: "#amount")
      try await page.plan()
      try await page.start()
      try await page.waitForMedia("original")
      try await driver.click("#loop")
      try await driver.click("#in-step")
      let space = { (place: String) in
        _ = try await driver.run("document.querySelector(arguments[0]).focus()", .string(place))
        try await driver.press(Browser.Key.space)
      }
      let own = { (side: String) in
        _ = try await driver.run(
          "const v = document.querySelector(`#${arguments[0]} video`); v.paused ? v.play() : v.pause()",
          .string(side)
        )
      }
      let ways: [() async throws -> Void] = [
        { try await space("#stage") }, { try await space("[aria-selected=true]") },
        { try await own("original") },
        { try await own("result") },
      ]
      for way in ways {
        for isPlaying in [true, false] {
          try await way()
          try await driver.wait(
            for: """
              return [...document.querySelectorAll("#stage video")]
                .every((one) => one.paused !== arguments[0]);
              """,
            .bool(isPlaying)
          )
        }
        // Both show the same moment.
        try await driver.wait(
          for: """
            const [a, b] = [...document.querySelectorAll("#stage video")];
            return !a.seeking && !b.seeking && Math.abs(2 * a.currentTime - b.currentTime) < 0.11;
            """
        )
      }
    }
  }

  private func proposal(_ page: Page) async throws -> String {
    try await page.driver.run("return document.getElementsByName('name')[0].value").text ?? ""
  }
}
#endif
