// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `A phone shows every part, and nothing overflows`() async throws {
    try await Page.open { page in
      try await page.browser.show(width: 390, height: 844, isPhone: true)
      try await page.choose("clip.webm")
      try await page.driver.click("nav.views [data-to=settings]")
      try await page.plan()
      try await page.start()
      for (number, view) in ["files", "stage", "settings", "jobs"].enumerated() {
        try await page.driver.click("nav.views [data-to=\(view)]")
        let visible = try await page.driver.run(
          "return [...document.querySelectorAll('.view')].filter((one) => one.checkVisibility()).map((one) => one.id)"
        )
        #expect(visible == [.string(view)])
        for width in [360, 390] {
          try await page.browser.show(width: width, height: 844, isPhone: true)
          #expect(try await page.outside(width: width) == [], "\(view)")
        }
        try await page.browser.keep("2\(number + 1)-phone-\(view)")
        try await page.browser.show(dark: true)
        try await page.browser.keep("2\(number + 1)-phone-\(view)-dark")
        try await page.browser.show(dark: false)
      }
    }
  }

  @Test func `Every control has a name, and every text is readable in light and dark`()
    async throws
  {
    let folder = try await Self.folderWithClip()
    _ = try folder.write([1, 2, 3], to: "broken.mp4")
    try await Page.open(folder) { page in
      try await page.waitForFile("broken.mp4")
      try await page.choose("clip.webm")
      try await page.plan()
      try await page.start()
      try await page.plan()
      try await page.unfold()
      try await controlsAreNamed(page, atLeast: 30)
      for width in [360, 768] {
        try await page.browser.show(width: width, height: 900, isPhone: true)
        for view in ["files", "stage", "settings", "jobs"] {
          try await page.driver.click("nav.views [data-to=\(view)]")
          try await controlsAreNamed(page, atLeast: 6)
          #expect(try await page.outside(width: width) == [], "\(view) at \(width)")
        }
      }
      try await page.browser.show(width: 1440, height: 900)
      for theme in ["light", "dark"] {
        try await page.driver.wait(
          for: """
            if (document.documentElement.dataset.theme === arguments[0]) return true;
            document.getElementById("theme").click();
            """,
          .string(theme)
        )
        try await page.browser.keep("09-\(theme)")
        let unread = try await page.driver.run(Self.unreadable).elements.compactMap(\.text)
        #expect(unread == [], "\(theme)")
      }
    }
  }

  /// Counts the noticeable work: each row is inserted once, and only the visible ones request waveforms.
  @Test func `Listing a hundred files takes the work of a hundred`() async throws {
    let folder = try TemporaryFolder()
    try await Clips.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", folder.file("tone 0.wav")])
    for number in 1..<100 {
      _ = try folder.write(folder.bytes(of: "tone 0.wav"), to: "tone \(number).wav")
    }
    try await Page.open(folder) { page in
      try await page.browser.runFirst(
        """
        window.added = 0;
        new MutationObserver((changes) => {
          for (const { target, addedNodes } of changes) {
            if (target.id === "file-list") window.added += addedNodes.length;
          }
        }).observe(document, { childList: true, subtree: true });
        """
      )
      try await page.driver.command("refresh")
      try await page.driver.wait(for: "return document.querySelectorAll('.row').length === 100")
      try await page.choose("tone 0.wav")
      try await page.waitForMedia("original")
      try await page.driver.wait(
        for:
          "return document.querySelectorAll('.row[data-state=ready] .strip canvas').length === 100"
      )
      #expect(try await page.driver.run("return window.added") == 100)
      let asked = try await page.driver.run(
        """
        const names = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
        return ["/api/files", "/api/jobs"].map((path) => names.filter((name) => name === path).length)
          .concat(names.filter((name) => name.endsWith("/waveform")).length);
        """
      ).elements.compactMap(\.number)
      #expect(asked[0] == 1 && asked[1] == 1)
      #expect((1...50).contains(asked[2]), "\(asked[2]) waveforms were asked for")
      try await page.browser.keep("11-hundred")
    }
  }

  func controlsAreNamed(_ page: Page, atLeast count: Int) async throws {
    let found = try await page.driver.run(
      """
      return [...document.querySelectorAll(
        "button, a, input, select, summary, video, audio, progress, [role=option], [role=slider]")]
        .filter((one) => one.checkVisibility());
      """
    )
    #expect(found.elements.count > count)
    for element in found.elements.compactMap(WebDriver.Element.init) {
      let label = try await page.driver.label(of: element)
      if label.isEmpty {
        let markup = try await page.driver.run(
          "return arguments[0].outerHTML",
          [.init(stringLiteral: WebDriver.Element.key): .string(element.id)]
        )
        Issue.record("no name: \(markup)")
      }
    }
  }

  /// Texts whose contrast is below 4.5 : 1 (WCAG 2.2, 1.4.3), except disabled ones.
  static let unreadable = """
    const parse = (color) => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      return { rgb: [r, g, b], alpha: a / 255 };
    };
    const light = ([r, g, b]) => {
      const [x, y, z] = [r, g, b].map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const background = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = parse(getComputedStyle(at).backgroundColor);
        if (color.alpha > 0.95) return color.rgb;
      }
      return [255, 255, 255];
    };
    const bad = [];
    for (const element of document.querySelectorAll("body *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(":disabled, label:has(:disabled), .hidden, .skip, .frequency-scale")) continue;
      const style = getComputedStyle(element);
      const [a, b] = [light(parse(style.color).rgb), light(background(element))].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      if (contrast < 4.5) bad.push(`${contrast.toFixed(2)} ${element.className}: ${element.textContent.trim().slice(0, 40)}`);
    }
    return bad;
    """
}
#endif
