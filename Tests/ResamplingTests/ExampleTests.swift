// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct `The example of the documentation` {
  @Test func `The documentation's example is compiled`() throws {
    let page = try Repository.text(of: "docs/library.md")
    let file = try Repository.text(of: "Tests/ResamplingTests/Example.swift")
    let code = file.split(separator: "\n\n", maxSplits: 1)[1]
    #expect(page.contains("```swift\n\(code)\n"))
  }

  @Test func `The example works as the page states`() throws {
    let output = try tone(seconds: 1)
    #expect(output.count == 96_000)
  }
}
