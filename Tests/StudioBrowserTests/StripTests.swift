// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test
  func `The strip below a curve shows frames, and fetches none during a drag`()
    async throws
  {
    let folder = try await Self.numbered()
    try await Page.open(folder) { page in
      let driver = page.driver
      try await openCurve(page)
      try await driver.wait(for: Self.isWhole)
      try await expectPictures(page, from: 0, to: 2)
      // Zoomed in while a point is dragged: other frames are needed, and load when it is released.
      try await driver.press(on: "#curve-points button:nth-child(2)", right: -40, down: 20)
      try await driver.run("document.getElementById('curve-nearer').click()")
      #expect(try await driver.answer(of: Self.idle) == false)
      try await driver.command("actions", method: "DELETE")
      try await driver.wait(for: Self.isWhole)
      try await expectPictures(page, from: 0, to: 1)
      // A file without video has no strip.
      try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", folder.file("tone.wav")])
      try await page.choose("tone.wav")
      try await page.waitForMedia("original")
      try await driver.click("#curve-on")
      try await driver.wait(
        for: "return document.getElementById('curve').checkVisibility()"
      )
      try await driver.wait(for: "return document.getElementById('curve-strip').hidden")
    }
  }

  /// Expects each frame of the strip to be the one in the middle of its time.
  private func expectPictures(_ page: Page, from: Double, to: Double) async throws {
    let levels = try await page.driver.run(
      """
      const strip = document.getElementById("curve-strip");
      const count = Number(strip.dataset.wanted);
      const context = strip.getContext("2d");
      return Array.from({ length: count }, (_, index) =>
        context.getImageData(((index + 0.5) * strip.width) / count, strip.height / 2, 1, 1).data[1]);
      """
    ).elements.compactMap(\.number)
    try #require(levels.count > 3)
    for (index, level) in levels.enumerated() {
      let time = from + (to - from) * (Double(index) + 0.5) / Double(levels.count)
      let number = level * 219 / 255 / 3
      #expect(abs(number - time * 30) < 1.8, "\(index) of \(levels.count)")
    }
  }

  private static let isWhole = """
    const { count, wanted } = document.getElementById("curve-strip").dataset;
    return Number(count) > 0 && count === wanted;
    """

  /// Returns whether the strip is complete after thirty animation frames, each of which had time for one.
  private static let idle = """
    const done = arguments[arguments.length - 1];
    const { dataset } = document.getElementById("curve-strip");
    const wait = (left) => (left ? requestAnimationFrame(() => requestIdleCallback(() => wait(left - 1)))
      : done(dataset.count === dataset.wanted));
    wait(30);
    """
}
#endif
