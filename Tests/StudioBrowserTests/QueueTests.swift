// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `The queue is paused and resumed, its end is notified, and its list is cleared`()
    async throws
  {
    try await Page.open { page in
      let driver = page.driver
      try await page.browser.allowNotifications()
      try await page.choose("clip.webm")
      // A job of hours runs; the job waiting after it stays when it is cancelled.
      try await page.write("2000", into: "#amount")
      try await page.plan()
      try await driver.click("#start")
      try await driver.wait(for: "return document.querySelector('#queue [data-state=running]')")
      try await driver.click("#queue-pause")
      try await page.wait(for: "#queue-pause", toBe: "Go on")
      try await page.write("0.5", into: "#amount")
      try await page.plan()
      try await driver.click("#start")
      try await driver.wait(for: "return document.querySelector('#queue [data-state=waiting]')")
      try await driver.click("#queue [data-state=running] [aria-label^=Cancel]")
      try await driver.wait(for: "return document.querySelector('#results [data-state=cancelled]')")
      #expect(try await driver.run(Self.states) == ["waiting", "cancelled"])
      // It is still paused after a reload.
      try await driver.command("refresh")
      try await page.wait(for: "#queue-pause", toBe: "Go on")
      try await driver.click("#notify")
      try await driver.wait(for: "return document.getElementById('notify').checked")
      try await driver.run(Self.listen)
      try await driver.click("#queue-pause")
      try await driver.command("window/minimize")
      let told = try await driver.wait(for: "return window.told")
      #expect(told == "clip (factor 0.5).webm is done.")
      // Finished jobs are removed from the list, and their files stay in the folder.
      try await driver.wait(for: "return document.querySelector('#results [data-state=done]')")
      let names = page.folder.names
      #expect(names.contains("clip (factor 0.5).webm"))
      try await driver.run("document.getElementById('queue-clear').click()")
      try await driver.wait(for: "return document.querySelectorAll('.card').length === 0")
      #expect(page.folder.names == names)
    }
  }

  private static let states = """
    return [...document.querySelectorAll("#jobs .card")].map((card) => card.dataset.state);
    """

  /// Records the notifications of the browser.
  private static let listen = """
    const Original = window.Notification;
    window.Notification = class extends Original {
      constructor(title, options) {
        super(title, options);
        this.addEventListener("show", () => { window.told = options.body; });
      }
    };
    """
}
#endif
