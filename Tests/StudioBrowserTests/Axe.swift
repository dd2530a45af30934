// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import Testing

/// axe-core, an accessibility checker for web pages; `scripts/setup tests` fetches it.
///
/// https://github.com/dequelabs/axe-core/blob/v4.12.1/doc/API.md
enum Axe {
  /// The script as a browser reads it; nil where the package index could not be reached.
  static let source: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "")/.cache"
    return try? String(
      contentsOfFile: "\(cache)/retime/axe-core-4.12.1/axe.min.js",
      encoding: .utf8
    )
  }()

  /// Checks the visible elements by the rules of WCAG 2.2, A and AA, and best practices.
  static let run = """
    window.axeRuns ??= new Map();
    const [key] = arguments;
    if (!window.axeRuns.has(key)) {
      window.axeRuns.set(key, null);
      const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }).then(
        ({ violations, passes }) => window.axeRuns.set(key, { passes: passes.length, violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`)) }),
        (error) => window.axeRuns.set(key, { passes: 0, violations: [String(error)] }));
    }
    return window.axeRuns.get(key);
    """
}

extension Page {
  /// The violations that axe finds on the visible elements, stored under a unique name.
  func violations(_ key: String) async throws -> [String] {
    if try await driver.run("return typeof axe") == "undefined" {
      try await driver.run(try #require(Axe.source))
    }
    let found = try await driver.wait(for: Axe.run, .string(key))
    #expect((found["passes"]?.number ?? 0) > 15, "\(key): too little was looked at")
    return found["violations"]?.elements.compactMap(\.text) ?? ["no answer"]
  }

  /// Expects no violation on any screen size, in light and dark; a phone shows one of `views` at a time, or "" for the
  /// current one.
  func isOpenToAll(_ what: String, views: [String]) async throws {
    for dark in [false, true] {
      try await browser.show(dark: dark)
      for (width, isPhone) in [(360, true), (768, true), (1440, false), (2560, false)] {
        try await browser.show(width: width, height: 900, isPhone: isPhone)
        for view in isPhone ? views : ["all"] {
          if isPhone, !view.isEmpty { try await driver.click("nav.views [data-to=\(view)]") }
          let key = "\(what), \(view) at \(width), \(dark ? "dark" : "light")"
          #expect(try await violations(key) == [], "\(key)")
        }
      }
    }
    try await browser.show(width: 1440, height: 900)
    try await browser.show(dark: false)
  }
}
#endif
