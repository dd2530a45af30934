// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  /// The browser's test device beeps once a second.
  @Test func `The microphone's spectrogram scrolls while it records`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await driver.click("#live-open")
      try await driver.click("#live-toggle")
      try await driver.wait(
        for: "return Number(document.getElementById('live-canvas').dataset.columns) > 150"
      )
      #expect(try await page.text("#live-state").contains("kHz"))
      let bright = try await driver.run(
        """
        const canvas = document.getElementById("live-canvas");
        const { data } = canvas.getContext("2d").getImageData(canvas.width - 150, 0, 150, canvas.height);
        let count = 0;
        for (let index = 0; index < data.length; index += 4) {
          if (data[index] + data[index + 1] + data[index + 2] > 200) count += 1;
        }
        return count;
        """
      )
      #expect((bright.number ?? 0) > 500)
      try await page.browser.keep("10-live")
      try await driver.click("#live-toggle")
      #expect(try await page.text("#live-toggle") == "Start listening")
      try await driver.press(Browser.Key.escape)
      try await driver.wait(for: "return !document.getElementById('live-dialog').open")
    }
  }
}
#endif
