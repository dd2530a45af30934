// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport

/// Headless Chromium, driven by chromedriver.
struct Browser: Sendable {
  /// Keys without a letter.
  ///
  /// https://www.w3.org/TR/webdriver2/#keyboard-actions
  enum Key {
    static let tab = "\u{E004}"
    static let enter = "\u{E007}"
    static let escape = "\u{E00C}"
    static let up = "\u{E013}"
    static let down = "\u{E015}"
    static let right = "\u{E014}"
    static let home = "\u{E011}"
    static let delete = "\u{E017}"
    static let control = "\u{E009}"
    static let shift = "\u{E008}"
    static let space = " "
  }

  /// The session.
  let driver: WebDriver
  /// The download folder.
  let downloads: TemporaryFolder
  private let program: Program

  /// Starts a browser with a desktop window size.
  init() async throws {
    let port: UInt16
    (program, port) = try await Self.startedDriver()
    downloads = try TemporaryFolder()
    let arguments: [JSONValue] = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--window-size=1440,900", "--mute-audio", "--lang=en",
      "--autoplay-policy=no-user-gesture-required", "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ]
    do {
      driver = try await WebDriver(
        port: port,
        capabilities: [
          "browserName": "chrome",
          "goog:loggingPrefs": ["browser": "ALL"],
          "goog:chromeOptions": ["args": .array(arguments)],
          "timeouts": ["script": 300_000, "pageLoad": 300_000],
        ]
      )
    } catch {
      program.signal(SIGKILL)
      throw error
    }
    try await devtools(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "downloadPath": .string(downloads.path)]
    )
    try await show(width: 1440, height: 900)
    try await show(dark: false)
  }

  /// Starts chromedriver; returns its port.
  ///
  /// It exits at once if another process takes the port after it was chosen; then it is started again.
  private static func startedDriver() async throws -> (Program, port: UInt16) {
    for _ in 0..<4 {
      let program = try Program("sh", ["-c", "exec chromedriver --port=0 >&2"])
      if let said = await program.says(matching: /started successfully on port (\d+)/),
        let port = UInt16(said)
      {
        return (program, port)
      }
      _ = try await program.wait()
    }
    throw WebDriver.Failure(
      description: "chromedriver does not start: scripts/setup tests installs it"
    )
  }

  /// Ends the browser and its driver.
  func quit() async throws {
    try await driver.quit()
    _ = try await program.wait()
  }

  /// Resizes the window.
  func show(width: Int, height: Int, isPhone: Bool = false) async throws {
    try await devtools(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)),
        "deviceScaleFactor": 1, "mobile": .bool(isPhone),
      ]
    )
  }

  /// Emulates the system's colour scheme, contrast and reduced motion.
  func show(dark: Bool, isContrasty: Bool = false) async throws {
    try await devtools(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
          ["name": "prefers-contrast", "value": isContrasty ? "more" : "no-preference"],
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ]
      ]
    )
  }

  /// Grants pages the permission to notify.
  func allowNotifications() async throws {
    try await devtools("Browser.grantPermissions", ["permissions": ["notifications"]])
  }

  /// Runs a script in each document from now on, before the document's own.
  func runFirst(_ script: String) async throws {
    try await devtools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
  }

  /// Saves a screenshot in `.build/studio-screenshots`.
  func keep(_ name: String) async throws {
    let folder = Repository.file(".build/studio-screenshots")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await driver.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(name).png"))
  }

  /// The errors in the browser's console, except HTTP errors that the page itself displays.
  func consoleErrors() async throws -> [String] {
    try await driver.command("se/log", ["type": "browser"]).elements
      .filter { $0["level"]?.text == "SEVERE" && $0["source"]?.text != "network" }
      .compactMap { $0["message"]?.text }
  }

  /// The path of a download of that name, once it is complete.
  ///
  /// Chromium reserves the name with an empty file, and moves the complete one over it.
  func download(_ name: String) async throws -> String {
    while (try? downloads.bytes(of: name).isEmpty) ?? true {
      try Task.checkCancellation()
      try await driver.run("return 1")
    }
    return downloads.file(name)
  }

  /// The JavaScript heap size in bytes, after a garbage collection.
  func heap() async throws -> Double {
    try await devtools("HeapProfiler.collectGarbage", [:])
    return try await devtools("Runtime.getHeapUsage", [:])["usedSize"]?.number ?? 0
  }

  @discardableResult
  private func devtools(_ command: String, _ parameters: JSONValue) async throws -> JSONValue {
    try await driver.command(
      "goog/cdp/execute",
      ["cmd": .string(command), "params": parameters]
    )
  }
}
#endif
