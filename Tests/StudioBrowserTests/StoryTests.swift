// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport
import Testing

extension StudioBrowserTests {
  @Suite(.serialized) struct `A new user` {
    @Test func `A new user shortens the sample, compares, deletes the result and restores it`()
      async throws
    {
      let folder = try TemporaryFolder()
      try await Page.open(folder) { page in
        try await play(page)
        try await cancel(page)
        try await makeHalf(page)
        try await compare(page)
        try await takeAway(page)
        try await hear(page)
      }
    }

    @Test func `A new user adds a file, and finds everything after a server restart`() async throws
    {
      let source = try await folderWithClip("added.webm")
      let folder = try TemporaryFolder()
      try await Page.open(folder) { page in
        let driver = page.driver
        try await page.waitForFile(sample)
        try await driver.type(source.file("added.webm"), into: "#chooser")
        try await page.waitForFile("added.webm")
        #expect(try folder.bytes(of: "added.webm") == source.bytes(of: "added.webm"))
        try await page.wait(for: "#stage-title", toBe: "added.webm")
        try await page.write("2x", into: "#amount")
        #expect(try await page.plan().contains("1.0"))
        try await page.browser.keep("12-uploaded")
        try await page.start()
        let name = try await page.text("#result-name")
        await page.endServer()
        try await driver.wait(for: "return document.body.matches('.is-lost')")
        try await page.browser.keep("13-server-away")
        try await page.startServer()
        try await driver.wait(for: "return !document.body.matches('.is-lost')")
        try await driver.command("refresh")
        try await page.waitForMedia("result")
        #expect(try await page.text("#result-name") == name)
        #expect(try await page.text("#amount-words").contains("half as long"))
        try await page.browser.keep("14-found-again")
      }
    }

    private let sample = "rabbit.webm"

    private func play(_ page: Page) async throws {
      try await page.choose(sample)
      let duration = try await page.waitForMedia("original")
      #expect(abs(duration - 4) < 0.1)
      try await page.driver.wait(for: "return document.querySelector('.thumb img')?.naturalWidth")
      try await page.driver.wait(
        for: "return document.querySelector('.strip canvas[data-is-drawn]')"
      )
      try await page.plan()
      try await page.browser.keep("01-open")
      try await page.driver.run("document.querySelector('#original video').play()")
      try await page.driver.wait(
        for: "return document.querySelector('#original video').currentTime > 0.3"
      )
      try await page.browser.keep("02-playing")
      try await page.driver.run("document.querySelector('#original video').pause()")
    }

    /// Starts a job of hours, sees its preview change, and cancels it.
    private func cancel(_ page: Page) async throws {
      let before = page.folder.names
      try await page.write("2000", into: "#amount")
      #expect(try await page.plan().contains("2:13:20"))
      try await page.driver.click("#start")
      let picture = "Number(document.querySelector('#result .picture')?.dataset.version)"
      let first = try await page.driver.wait(for: "return \(picture)").number ?? 0
      try await page.driver.wait(for: "return \(picture) > arguments[0]", .number(first))
      #expect(try await page.text("#result .progress-words").contains("%"))
      #expect(try await page.text("#queue .card").contains("%"))
      try await page.browser.keep("03-running")
      try await page.driver.click("#result .running button")
      try await page.driver.wait(for: "return document.querySelector('[data-state=cancelled]')")
      try await page.driver.wait(
        for: "return document.getElementById('result').innerText.includes('Cancelled')"
      )
      #expect(page.folder.names == before)
      try await page.browser.keep("04-cancelled")
    }

    private func makeHalf(_ page: Page) async throws {
      try await page.write("0.5", into: "#amount")
      try await page.pick("fps", "30")
      try await page.driver.run(
        """
        const container = document.querySelector("[name=container]");
        container.value = "mp4";
        container.dispatchEvent(new Event("input", { bubbles: true }));
        """
      )
      let plan = try await page.plan()
      for part in ["4.00 s", "2.00 s", "60 frames"] { #expect(plan.contains(part), "\(plan)") }
      try await page.driver.run("document.querySelector('.command').open = true")
      #expect(try await page.text("#plan code").contains("--factor=0.5"))
      try await page.driver.run("document.querySelector('.command').open = false")
      try await page.browser.keep("05-plan")
      let duration = try await page.start()
      #expect(abs(duration - 2) < 0.1)
      #expect(try await page.text("#result-name") == "rabbit (factor 0.5).mp4")
    }

    private func compare(_ page: Page) async throws {
      try await page.driver.click("#in-step")
      try await page.driver.click("#play-both")
      try await page.driver.wait(
        for: """
          const [a, b] = document.querySelectorAll("video");
          return b.currentTime > 0.3 && Math.abs(a.currentTime - 2 * b.currentTime) < 0.5;
          """
      )
      try await page.browser.keep("06-compare")
      try await page.driver.click("#play-both")
    }

    private func takeAway(_ page: Page) async throws {
      try await page.write("half of it.mp4", into: "#take-name")
      try await page.driver.click("#take-download")
      let path = try await page.browser.download("half of it.mp4")
      let (streams, complaints) = try await Judge.streams(path)
      #expect(complaints.isEmpty)
      #expect(Set(streams.map(\.codec_type)) == ["video", "audio"])
      let lengths = streams.compactMap { $0.duration.flatMap(Double.init) }
      #expect(lengths.allSatisfy { abs($0 - 2) < 0.05 }, "\(lengths)")
      #expect(try await Judge.timestamps(path).counts.count == 60)
    }

    private func hear(_ page: Page) async throws {
      try await page.driver.click("#in-step")
      try await page.pick("lane", "spectrogram")
      for side in ["original", "result"] {
        try await page.driver.wait(
          for: "return document.getElementById(`${arguments[0]}-lane`).dataset.drawn",
          .string(side)
        )
      }
      try await page.driver.run(
        "for (const video of document.querySelectorAll('video')) video.currentTime = 1"
      )
      try await page.driver.wait(
        for: """
          const heads = [...document.querySelectorAll(".playhead")];
          const places = heads.map((head) => Number(head.style.getPropertyValue("--at")));
          return places.every((place) => Math.abs(place - places[0]) < 0.02 && place > 0.2);
          """
      )
      try await page.browser.keep("07-spectrograms")
      try await page.pick("action", "spectrogram")
      try await page.plan()
      try await page.driver.click("#start")
      try await page.driver.wait(
        for: "return document.querySelector('#result img.picture')?.naturalWidth > 100"
      )
      try await page.browser.keep("08-spectrogram-made")
      try await page.pick("action", "scale")
    }
  }
}
#endif
