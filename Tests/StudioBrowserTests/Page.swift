// SPDX-License-Identifier: MPL-2.0

#if Studio
import Synchronization
import TestSupport
import Testing

/// The page in use: a server, a browser, and the user's actions.
final class Page: Sendable {
  let browser: Browser
  let folder: TemporaryFolder
  private let state: TemporaryFolder
  private let current: Mutex<StudioServer>
  var driver: WebDriver { browser.driver }
  private var server: StudioServer { current.withLock { $0 } }

  private init(_ folder: TemporaryFolder) async throws {
    self.folder = folder
    state = try TemporaryFolder()
    let server = try await StudioServer(folder: folder, state: state)
    current = Mutex(server)
    do {
      browser = try await Browser()
    } catch {
      _ = await server.isEndedWell()
      throw error
    }
  }

  /// Opens the page on a folder with one clip.
  static func open(_ body: (Page) async throws -> Void) async throws {
    try await open(StudioBrowserTests.folderWithClip(), body)
  }

  /// Opens the page on a folder, runs `body`, ends both, and expects a console without errors.
  static func open(
    _ folder: TemporaryFolder,
    _ body: (Page) async throws -> Void
  ) async throws {
    let page = try await Page(folder)
    var failure: (any Error)?
    do {
      try await page.driver.open(page.server.address)
      try await body(page)
      #expect(try await page.browser.consoleErrors() == [])
    } catch {
      failure = error
    }
    // In a separate task, so that a test that times out leaves no process running.
    let hasFailed = failure != nil
    let isEndedWell = await Task {
      if hasFailed { try? await page.browser.keep("failed") }
      try? await page.browser.quit()
      return await page.server.isEndedWell()
    }.value
    if let failure { throw failure }
    #expect(isEndedWell)
  }

  /// Ends the server as Ctrl-C does.
  func endServer() async { #expect(await server.isEndedWell()) }

  /// Starts the server again, at the same address.
  func startServer() async throws {
    let again = try await StudioServer(folder: folder, state: state, port: server.port)
    current.withLock { $0 = again }
  }

  /// Waits until a file of that name is listed and probed.
  func waitForFile(_ name: String) async throws {
    try await driver.wait(
      for: """
        return [...document.querySelectorAll(".row[data-state=ready], .row[data-state=failed]")]
          .some((row) => row.querySelector(".name").textContent === arguments[0]);
        """,
      .string(name)
    )
  }

  /// Chooses a file of the list.
  func choose(_ name: String) async throws {
    try await waitForFile(name)
    try await driver.run(
      """
      [...document.querySelectorAll(".row")]
        .find((row) => row.querySelector(".name").textContent === arguments[0]).click();
      """,
      .string(name)
    )
    try await wait(for: "#stage-title", toBe: name)
  }

  /// Waits until an element has this text: it is drawn with the next animation frame.
  func wait(for selector: String, toBe text: String) async throws {
    try await driver.wait(
      for: "return document.querySelector(arguments[0]).textContent === arguments[1]",
      .string(selector),
      .string(text)
    )
  }

  /// Waits until the elements that a selector finds have these texts, in their order.
  func wait(for selector: String, toBe texts: [String]) async throws {
    try await driver.wait(
      for: """
        const texts = [...document.querySelectorAll(arguments[0])].map((one) => one.textContent);
        return JSON.stringify(texts) === JSON.stringify(arguments[1]);
        """,
      .string(selector),
      .array(texts.map(JSONValue.string))
    )
  }

  /// Seeks the original to a time and pauses it.
  func seek(_ time: Double) async throws {
    try await driver.run(
      "document.querySelector('#original video').currentTime = arguments[0]",
      .number(time)
    )
    try await driver.wait(for: "return !document.querySelector('#original video').seeking")
  }

  /// Expands all collapsed parts.
  func unfold() async throws {
    try await driver.run("for (const one of document.querySelectorAll('details')) one.open = true")
  }

  /// Replaces the content of a text field.
  func write(_ text: String, into selector: String) async throws {
    try await driver.run("document.querySelector(arguments[0]).select()", .string(selector))
    try await driver.type(text, into: selector)
  }

  /// Chooses a radio button, which is below its label.
  func pick(_ name: String, _ value: String) async throws {
    try await driver.click("label:has(> input[name=\"\(name)\"][value=\"\(value)\"])")
  }

  /// Waits for the plan of the form's current state, and returns its text.
  @discardableResult
  func plan() async throws -> String {
    let text = try await driver.wait(
      for: """
        const plan = document.getElementById("plan");
        return !plan.matches(".is-old, [aria-busy]") && !document.getElementById("start").disabled
          && plan.innerText;
        """
    )
    return text.text ?? ""
  }

  /// Exports a file with the form's defaults, and waits until the result can be played.
  func makeResult(of name: String) async throws {
    try await choose(name)
    try await plan()
    try await start()
  }

  /// Starts the job of the form, waits until the result can be played, and returns its duration.
  @discardableResult
  func start() async throws -> Double {
    try await driver.click("#start")
    return try await waitForMedia("result")
  }

  /// Waits until the media element on a side can play, and returns its duration.
  @discardableResult
  func waitForMedia(_ side: String) async throws -> Double {
    let duration = try await driver.wait(
      for: """
        const media = document.querySelector(`#${arguments[0]} :is(video, audio)`);
        return media.readyState >= 3 && media.duration;
        """,
      .string(side)
    )
    return duration.number ?? 0
  }

  /// The elements that overflow a width.
  func outside(width: Int) async throws -> JSONValue {
    try await driver.run(
      """
      return [...document.querySelectorAll("main *")]
        .filter((one) => one.checkVisibility() && !one.closest(".hidden"))
        .filter((one) => one.getBoundingClientRect().right > arguments[0] + 0.5)
        .map((one) => one.outerHTML.slice(0, 100));
      """,
      .number(Double(width))
    )
  }

  /// Drops a file on the page, as a file manager would: this text, or the original's media.
  func drop(_ name: String, holding text: String? = nil) async throws {
    try await driver.wait(
      for: """
        window.bytes = arguments[0];
        if (!window.bytes) {
          const request = new XMLHttpRequest();
          request.open("GET", document.querySelector("#original video").currentSrc, false);
          request.overrideMimeType("text/plain; charset=x-user-defined");
          request.send();
          window.bytes = Uint8Array.from(request.responseText, (one) => one.charCodeAt(0) & 255);
        }
        return true;
        """,
      text.map(JSONValue.string) ?? .null
    )
    try await driver.run(
      """
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([window.bytes], arguments[0]));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
      """,
      .string(name)
    )
  }

  /// Chooses an option of a list in the form.
  func select(_ name: String, _ value: String) async throws {
    try await driver.run(
      """
      const field = document.getElementsByName(arguments[0])[0];
      field.value = arguments[1];
      field.dispatchEvent(new Event("input", { bubbles: true }));
      """,
      .string(name),
      .string(value)
    )
  }

  /// Waits for the plan, and returns the equivalent command line.
  func asked() async throws -> String {
    try await plan()
    return try await driver.run("return document.querySelector('#plan code').textContent").text
      ?? ""
  }

  /// Waits until a note contains this text.
  func isNoted(_ text: String) async throws {
    try await driver.wait(
      for: """
        return [...document.querySelectorAll(".toast p")].some((one) => one.textContent.includes(arguments[0]));
        """,
      .string(text)
    )
  }

  /// The text of an element.
  func text(_ selector: String) async throws -> String {
    try await driver.run(
      "return document.querySelector(arguments[0])?.innerText ?? ''",
      .string(selector)
    ).text ?? ""
  }
}
#endif
