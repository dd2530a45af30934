// SPDX-License-Identifier: MPL-2.0

#if Studio
import Testing

extension StudioBrowserTests {
  @Test func `The first screen shows the actions, and a click fills the form`() async throws {
    try await Page.open { page in
      let driver = page.driver
      try await page.choose("clip.webm")
      // A player of useful size: most of the middle, as long as there is no result.
      let shares = try await driver.run(
        """
        const width = (one) => document.querySelector(one).getBoundingClientRect().width;
        return [width("#original") / width("#stage"), width("#original")];
        """
      ).elements.compactMap(\.number)
      #expect(shares[0] > 0.6 && shares[1] > 500, "\(shares)")
      try await page.browser.keep("48-first")
      try await driver.click(".example")
      try await driver.wait(
        for: "return document.querySelector('.become .to')?.textContent.startsWith('4.0')"
      )
      #expect(try await driver.run(Self.asked) == ["scale", "2", "flow", "keep"])
      try await driver.click("li:nth-child(3) .example")
      #expect(try await driver.run(Self.asked) == ["reverse", "0.5", "nearest", "follow"])
      try await driver.click("li:nth-child(6) .example")
      try await driver.wait(for: "return document.getElementById('curve').checkVisibility()")
      try await driver.click("li:nth-child(2) .example")
      #expect(try await driver.run("return document.getElementById('curve-on').checked") == false)
      try await driver.wait(
        for: "return document.querySelector('.become .to')?.textContent.startsWith('1.0')"
      )
      try await page.start()
      #expect(
        try await driver.run("return document.querySelector('.example').checkVisibility()")
          == false
      )
    }
  }

  @Test func `Expert terms are explained, and every text is readable`() async throws {
    let folder = try await Self.folderWithClip("\u{5E9}\u{5DC}\u{5D5}\u{5DD} (1).webm")
    try await Page.open(folder) { page in
      let driver = page.driver
      try await driver.wait(for: "return document.querySelector('.row[data-state=ready]')")
      for (width, isPhone) in [(1440, false), (360, true)] {
        try await page.browser.show(width: width, height: 900, isPhone: isPhone)
        if isPhone { try await driver.click("nav.views [data-to=settings]") }
        for word in ["fps", "frames", "audioMethod", "pitch"] {
          try await driver.click("[popovertarget=help-\(word)]")
          try await driver.wait(
            for: """
              const card = document.getElementById(`help-${arguments[0]}`);
              const { left, top, right, bottom } = card.getBoundingClientRect();
              return card.matches(":popover-open") && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
                && card.querySelectorAll("dd svg").length > 1;
              """,
            .string(word)
          )
          if word == "frames" { try await page.browser.keep("49-help-\(width)") }
          if Axe.source != nil {
            #expect(try await page.violations("help \(word) \(width)") == [])
          }
          try await driver.press(Browser.Key.escape)
          try await driver.wait(
            for: "return !document.querySelector(':popover-open')"
          )
        }
        #expect(try await driver.run(Self.small) == .array([]))
      }
      // A right-to-left name has its number at its left; the text around it is unaffected.
      #expect(
        try await driver.run(
          "return getComputedStyle(document.querySelector('.row .name')).unicodeBidi"
        ) == "plaintext"
      )
      try await page.browser.show(width: 1440, height: 900)
      for dark in [false, true] {
        try await page.browser.show(dark: dark, isContrasty: true)
        try await page.browser.keep("50-contrast-\(dark ? "dark" : "light")")
        let unread = try await driver.run(
          Self.unreadable.replacing("contrast < 4.5", with: "contrast < 7")
        ).elements.compactMap(\.text)
        #expect(unread == [], "dark: \(dark)")
      }
      try await page.browser.show(dark: false)
    }
  }

  /// The values of the form.
  private static let asked = """
    const { action, amount, frames, pitch } = document.getElementById("form").elements;
    return [action.value, amount.value, frames.value, pitch.value];
    """

  /// Texts that are smaller than 12 pixels.
  private static let small = """
    return [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
      && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      && parseFloat(getComputedStyle(one).fontSize) < 12).map((one) => one.outerHTML.slice(0, 80));
    """
}
#endif
