// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A range is looped three times, edited as one, and restored`() async throws {
    let folder = try await Self.numbered()
    try await Page.open(folder) { page in
      let driver = page.driver
      try await openCurve(page)
      for (time, button) in [(0.5, "in"), (1, "out")] {
        try await page.seek(time)
        try await driver.click("#curve-\(button)")
      }
      try await page.write("0", into: "#loop-count")
      try await driver.click("#curve-repeat")
      try await page.isNoted("from 1 to 100")
      try await page.write("3", into: "#loop-count")
      try await driver.click("#curve-repeat")
      try await looped(page, "3 times", sections: 5)
      // Its points move all of it: at the start of the loop all three get faster there.
      #expect(try await driver.run("return document.querySelectorAll('.point').length") == 4)
      try await driver.run("document.querySelectorAll('.point')[1].focus()")
      try await driver.wait(for: "return !document.getElementById('point-speed').disabled")
      try await page.write("2\u{E007}", into: "#point-speed")
      try await driver.wait(
        for: """
          const { sections } = JSON.parse(document.getElementById("curve-json").value);
          return sections.filter(({ speed }) => speed[0] === "2" && speed[1] === "1").length === 3;
          """
      )
      try await driver.click("#curve-undo")
      try await looped(page, "3 times", sections: 5)
      // The frames of the result repeat.
      try await page.plan()
      let duration = try await page.start()
      #expect(abs(duration - 3) < 0.1)
      for moment in [0.6, 0.9] {
        let first = try await show(page, "result", moment)
        #expect(abs(Double(first) - moment * 30) <= 1.1)
        for later in [0.5, 1.0] {
          let other = try await show(page, "result", moment + later)
          #expect(abs(other - first) <= 1, "\(moment) + \(later): \(other), \(first)")
        }
      }
      // The count is changed, and undone.
      for (count, sections) in [(2, 4), (1, 3)] {
        try await page.write("\(count)", into: "#loop-count")
        try await driver.click("#curve-repeat")
        try await looped(page, count == 1 ? "" : "\(count) times", sections: sections)
      }
    }
  }

  @Test func `A power curve goes from one speed to another with the given exponent`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await openCurve(page)
      let isShown = "return document.getElementById('shape-power').checkVisibility()"
      #expect(try await driver.run(isShown) == false)
      try await driver.run(
        """
        const shape = document.getElementById("curve-shape");
        shape.value = "power";
        shape.dispatchEvent(new Event("change"));
        """
      )
      #expect(try await driver.run(isShown) == true)
      try await page.write("0", into: "#shape-power")
      try await driver.click("#curve-set")
      try await page.isNoted("exponent above 0")
      try await page.write("3", into: "#shape-power")
      try await driver.click("#curve-set")
      let speeds = try await driver.wait(
        for: """
          const { sections } = JSON.parse(document.getElementById("curve-json").value);
          return sections.length === 12 && sections.flatMap(({ speed }) => speed).map(Number);
          """
      ).elements.compactMap(\.number)
      for (index, speed) in speeds.enumerated() {
        let share = Double((index + 1) / 2) / 12
        #expect(abs(speed - (1 - 0.75 * share * share * share)) < 1e-3, "\(index): \(speed)")
      }
      try await page.plan()
    }
  }

  /// Waits until the curve has `count` sections and its loop shows the number of repetitions.
  private func looped(_ page: Page, _ words: String, sections: Int) async throws {
    try await page.driver.wait(
      for: """
        const { sections } = JSON.parse(document.getElementById("curve-json").value);
        return sections.length === arguments[1] && document.getElementById("curve-holds").innerText.trim() === arguments[0];
        """,
      .string(words),
      .number(Double(sections))
    )
  }
}
#endif
