// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation

/// One session of the WebDriver protocol.
///
/// https://www.w3.org/TR/webdriver2/
struct WebDriver: Sendable {
  /// A command that the driver has refused, or a wait that has timed out.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// An element of the page, as the protocol names it.
  struct Element: Sendable {
    static let key = "element-6066-11e4-a52e-4f735466cecf"
    let id: String

    init?(_ value: JSONValue) {
      guard let id = value[Self.key]?.text else { return nil }
      self.id = id
    }
  }

  private let port: UInt16
  private let session: String

  /// A new session of the driver at a port of this machine, with these capabilities.
  init(port: UInt16, capabilities: JSONValue) async throws {
    self.port = port
    let answer = try await Self.send(
      "POST",
      port,
      "/session",
      ["capabilities": ["alwaysMatch": capabilities]]
    )
    guard let id = answer["sessionId"]?.text else {
      throw Failure(description: "The driver has opened no session: \(answer)")
    }
    session = "/session/\(id)"
  }

  /// Ends the session, its browser and the driver; `/shutdown` is chromedriver's own command.
  func quit() async throws {
    _ = try await Self.send("DELETE", port, session, nil)
    _ = try await Self.send("POST", port, "/shutdown", [:])
  }

  /// Sends a command of the session.
  @discardableResult
  func command(
    _ path: String,
    _ body: JSONValue? = nil,
    method: String = "POST"
  ) async throws -> JSONValue {
    try await Self.send(
      method,
      port,
      "\(session)/\(path)",
      body ?? (method == "POST" ? [:] : nil)
    )
  }

  /// Opens an address.
  func open(_ address: String) async throws { try await command("url", ["url": .string(address)]) }

  /// Runs a script's body and returns its result.
  @discardableResult
  func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
    try await command("execute/sync", ["script": .string(script), "args": .array(arguments)])
  }

  /// Runs a script's body and returns what it passes to the function that is its last argument.
  @discardableResult
  func answer(of script: String, _ arguments: JSONValue...) async throws -> JSONValue {
    try await command("execute/async", ["script": .string(script), "args": .array(arguments)])
  }

  /// Waits until a script's body returns something true, and returns it.
  @discardableResult
  func wait(for condition: String, _ arguments: JSONValue...) async throws -> JSONValue {
    let script = """
      const rest = [...arguments].slice(0, -1);
      const done = arguments[arguments.length - 1];
      const check = () => {
        let value = null;
        try { value = (function () { \(condition) })(...rest); } catch (error) { value = null; }
        if (value) done(value);
        else setTimeout(check, 25);
      };
      check();
      """
    do {
      return try await command(
        "execute/async",
        ["script": .string(script), "args": .array(arguments)]
      )
    } catch {
      throw Failure(description: "it did not come to this: \(condition) \(arguments): \(error)")
    }
  }

  /// The first element that a CSS selector finds.
  func element(_ selector: String) async throws -> Element {
    let found = try await command(
      "element",
      ["using": "css selector", "value": .string(selector)]
    )
    guard let element = Element(found) else {
      throw Failure(description: "\(selector) finds no element")
    }
    return element
  }

  /// Clicks an element as a mouse does, once it is in view and no fixed element covers it.
  func click(_ selector: String) async throws {
    try await run(
      "document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest' })",
      .string(selector)
    )
    try await command("element/\(element(selector).id)/click")
  }

  /// Clicks an element where it is, while a key is held.
  func click(_ selector: String, holding key: String?) async throws {
    let target = try await element(selector)
    let pause: JSONValue = ["type": "pause", "duration": 0]
    let keys: [JSONValue] = [
      key.map { ["type": "keyDown", "value": .string($0)] } ?? pause, pause, pause, pause,
      key.map { ["type": "keyUp", "value": .string($0)] } ?? pause,
    ]
    let origin: JSONValue = .object([Element.key: .string(target.id)])
    let moves: [JSONValue] = [
      pause, ["type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin],
      ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0], pause,
    ]
    try await command(
      "actions",
      [
        "actions": [
          ["type": "key", "id": "keys", "actions": .array(keys)],
          ["type": "pointer", "id": "mouse", "actions": .array(moves)],
        ]
      ]
    )
  }

  /// Types into an element; for a file chooser, the files' paths.
  func type(_ text: String, into selector: String) async throws {
    try await command("element/\(element(selector).id)/value", ["text": .string(text)])
  }

  /// Presses keys one after the other in the focused element.
  func press(_ keys: String...) async throws {
    let actions = keys.flatMap { key -> [JSONValue] in
      [
        ["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)],
      ]
    }
    try await type(actions)
  }

  /// Presses a key while others are held.
  func press(_ key: String, holding held: [String]) async throws {
    let downs = (held + [key]).map { ["type": "keyDown", "value": .string($0)] as JSONValue }
    let ups = ([key] + held.reversed()).map {
      ["type": "keyUp", "value": .string($0)] as JSONValue
    }
    try await type(downs + ups)
  }

  private func type(_ actions: [JSONValue]) async throws {
    try await command(
      "actions",
      ["actions": [["type": "key", "id": "keys", "actions": .array(actions)]]]
    )
  }

  /// Drags from the middle of an element with the left button by the given pixels, and releases it.
  func drag(_ selector: String, right: Int, down: Int, steps: Int = 4) async throws {
    try await press(on: selector, right: right, down: down, steps: steps)
    try await command("actions", method: "DELETE")
  }

  /// Drags from the middle of an element with the left button by the given pixels, and keeps it pressed.
  func press(on selector: String, right: Int, down: Int, steps count: Int = 4) async throws {
    let middle = try await run(
      """
      const element = document.querySelector(arguments[0]);
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2].map(Math.round);
      """,
      .string(selector)
    ).elements.compactMap(\.number)
    guard middle.count == 2 else { throw Failure(description: "\(selector) has no place") }
    let steps = (0...count).map { step -> JSONValue in
      [
        "type": "pointerMove", "duration": 10,
        "x": .number(middle[0] + Double(right * step / count)),
        "y": .number(middle[1] + Double(down * step / count)),
      ]
    }
    let actions = [steps[0], ["type": "pointerDown", "button": 0]] + steps.dropFirst()
    try await command(
      "actions",
      ["actions": [["type": "pointer", "id": "mouse", "actions": .array(Array(actions))]]]
    )
  }

  /// The accessible name of an element.
  func label(of element: Element) async throws -> String {
    try await command("element/\(element.id)/computedlabel", method: "GET").text ?? ""
  }

  /// The window as a PNG file.
  func screenshot() async throws -> Data {
    guard let text = try await command("screenshot", method: "GET").text,
      let data = Data(base64Encoded: text)
    else { throw Failure(description: "The driver has given no screenshot.") }
    return data
  }

  /// Sends a command and waits for its response without a timeout: the test's time limit ends a hang.
  private static func send(
    _ method: String,
    _ port: UInt16,
    _ path: String,
    _ body: JSONValue?
  ) async throws -> JSONValue {
    let value = try await LocalConnection.ask(method, path, body, port: port)["value"] ?? .null
    if let error = value["error"]?.text {
      let message = value["message"]?.text?.prefix { $0 != "\n" } ?? ""
      throw Failure(description: "\(method) \(path): \(error): \(message)")
    }
    return value
  }
}
#endif
