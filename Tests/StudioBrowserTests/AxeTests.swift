// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  private static let views = ["files", "stage", "settings", "jobs"]

  @Test(.enabled(if: Axe.source != nil))
  func `An empty page and a file have no accessibility violations`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Page.open(folder) { page in
      try await page.waitForFile("rabbit.webm")
      try await page.waitForMedia("original")
      try await page.plan()
      try await page.isOpenToAll("empty", views: Self.views)
      // A contrast that is too low is found, where it is in view.
      try await page.driver.run("document.getElementById('plan').scrollIntoView()")
      let pale = "document.getElementById('plan').style.opacity = arguments[0]"
      try await page.driver.run(pale, 0.55)
      let found = try await page.violations("paled")
      #expect(found.contains { $0.hasPrefix("color-contrast: ") }, "\(found)")
      try await page.driver.run(pale, "")
      // A plan that is being updated stays readable.
      try await page.driver.run("document.getElementById('plan').classList.add('is-old')")
      try await page.isOpenToAll("old plan", views: ["settings"])
      try await page.driver.command("refresh")
      try await page.waitForMedia("original")
      try await page.plan()
      try await page.driver.run("document.getElementById('presets').open = true")
      try await page.write("Half", into: "#preset-name")
      try await page.driver.click("#preset-keep")
      try await page.driver.wait(for: "return document.querySelector('.preset-name')")
      try await page.driver.run(
        """
        for (const one of document.querySelectorAll("details")) one.open = true;
        const name = document.getElementsByName("amount")[0];
        name.value = "many";
        name.dispatchEvent(new Event("input", { bubbles: true }));
        """
      )
      try await page.isOpenToAll("everything unfolded", views: ["stage", "settings"])
    }
  }

  @Test(.enabled(if: Axe.source != nil))
  func `The curve editor has no accessibility violations`() async throws {
    let folder = try await Self.folderWithClip()
    _ = try folder.write([1, 2, 3], to: "broken.mp4")
    try await Page.open(folder) { page in
      try await openCurve(page)
      try await page.driver.click("#curve-hold")
      try await page.driver.click("#curve-in")
      try await page.plan()
      try await page.driver.run(
        "for (const one of document.querySelectorAll('#curve details')) one.open = true"
      )
      try await page.isOpenToAll("curve", views: ["stage"])
      try await page.choose("broken.mp4")
      try await page.isOpenToAll("broken file", views: ["files", "stage", "settings"])
    }
  }

  @Test(.enabled(if: Axe.source != nil))
  func `The queue has no accessibility violations`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      for amount in ["2000", "1000"] {
        try await page.write(amount, into: "#amount")
        try await page.plan()
        try await driver.click("#start")
        try await driver.wait(
          for: "return document.querySelector(`#queue [data-state=${arguments[0]}]`)",
          amount == "2000" ? "running" : "waiting"
        )
      }
      try await driver.run("document.querySelector('#queue [data-state=running] .name').click()")
      try await driver.wait(for: "return document.querySelector('#result .running-bar')")
      try await page.isOpenToAll("running", views: ["stage", "jobs"])
      for state in ["waiting", "running"] {
        try await driver.click("#queue [data-state=\(state)] [aria-label^=Cancel]")
        try await driver.wait(
          for: "return !document.querySelector(`#queue [data-state=${arguments[0]}]`)",
          .string(state)
        )
      }
      // Input that `retime` refuses.
      try await driver.run(
        """
        const file = document.querySelector(".row[aria-selected=true]").dataset.id;
        fetch("/api/jobs", {
          method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ file, action: "scale", factor: "0", name: "o.mp4" }),
        });
        """
      )
      try await driver.wait(for: "return document.querySelector('#results [data-state=failed]')")
      try await driver.run("document.querySelector('#results [data-state=failed] .name').click()")
      try await page.isOpenToAll("failed", views: ["stage", "jobs"])
    }
  }

  @Test(.enabled(if: Axe.source != nil))
  func `A result beside its source has no accessibility violations`()
    async throws
  {
    try await Page.open { page in
      let driver = page.driver
      try await page.makeResult(of: "clip.webm")
      try await page.plan()
      try await page.isOpenToAll("done", views: Self.views)
      try await page.pick("lane", "spectrogram")
      try await driver.wait(
        for: "return document.querySelectorAll('.lane[data-view=spectrogram] canvas').length === 2"
      )
      try await driver.click("#in-step")
      try await page.isOpenToAll("compared", views: ["stage"])
      try await driver.click("#take-delete")
      try await page.isOpenToAll("dialog", views: [""])
      try await driver.press(Browser.Key.escape)
      try await driver.click("#live-open")
      try await page.isOpenToAll("live sound", views: [""])
    }
  }
}
#endif
