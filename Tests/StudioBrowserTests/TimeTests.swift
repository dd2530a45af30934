// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  /// A clip of 4 s whose audio is silent from 1 to 2.5 s.
  private static func talk(_ folder: TemporaryFolder) async throws {
    _ = try await Program.succeed(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=4", "-f",
        "lavfi", "-i",
        "aevalsrc='if(between(t,1,2.5),0,0.5*sin(2*PI*440*t))':s=48000:d=4",
      ] + webm + [folder.file("talk.webm")]
    )
  }

  private func duration(_ path: String) async throws -> Double {
    let text = try await Program.succeed(
      "ffprobe",
      ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path]
    ).text
    return try #require(text.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) })
  }

  @Test func `Silence is shown on the waveform, corrected by hand, and removed`() async throws {
    let folder = try TemporaryFolder()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      let driver = page.driver
      try await page.choose("talk.webm")
      try await page.pick("action", "silence")
      #expect(try await page.asked().hasPrefix("retime silence talk.webm"))
      let marks = { (name: String) in
        try await driver.run(
          "return document.getElementById('marks').dataset[arguments[0]]",
          .string(name)
        )
      }
      #expect(try await marks("cut") == "1")
      // 1.5 s without the margins of 0.2 s; Vorbis moves the edges by a block.
      let words = try await page.text("#silence-words")
      let removed = try #require(words.firstMatch(of: /^Removed: 1 range, ([0-9.]+) s/)?.1)
      #expect(abs(try #require(Double(removed)) - 1.1) < 0.05, "\(words)")
      try await page.browser.keep("80-silence")
      // The level that is found is drawn, and so is one that is written.
      #expect(try await marks("level").text.flatMap(Double.init) != nil)
      try await page.write("-30 ", into: "[name=threshold]")
      #expect(try await page.asked().contains("--threshold=-30"))
      #expect(try await marks("level") == "-30")
      try await page.write("12", into: "[name=threshold]")
      try await driver.wait(
        for: """
          const fault = document.getElementById("fault");
          return fault?.textContent.includes("--threshold 12")
            && document.querySelector("[name=threshold]").getAttribute("aria-invalid") === "true";
          """
      )
      try await page.write("auto", into: "[name=threshold]")
      try await page.plan()
      #expect(try await driver.run("return document.getElementById('fault')") == .null)
      // Ranges that are kept and removed, by the keyboard alone.
      try await page.write("1.5", into: "#range-from")
      try await page.write("2", into: "#range-to")
      try await driver.run("document.getElementById('range-keep').focus()")
      try await driver.press(Browser.Key.space)
      try await page.write("3.5", into: "#range-from")
      try await page.write("0:04", into: "#range-to")
      try await driver.click("#range-drop")
      let asked = try await page.asked()
      #expect(asked.contains("--keep=1.5-2") && asked.contains("--drop=3.5-4"), "\(asked)")
      #expect(try await marks("cut") == "3")
      #expect(try await page.text("#range-list").contains("Keep 0:01.50 to 0:02.00"))
      try await driver.click("#range-list li:nth-child(2) button")
      #expect(!(try await page.asked().contains("--drop")))
      try await driver.click("#range-list li button")
      #expect(!(try await page.asked().contains("--keep")))
      let made = try await page.start()
      #expect(abs(made - 2.9) < 0.15, "\(made)")
      #expect(abs(try await duration(folder.file("talk (no silence).webm")) - made) < 0.1)
    }
  }

  @Test func `Silence fits to a duration, and becomes a speed curve`() async throws {
    let folder = try TemporaryFolder()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      try await page.choose("talk.webm")
      try await page.pick("action", "silence")
      try await page.pick("quiet", "length")
      #expect(try await page.text("#plan").contains("Write the duration"))
      try await page.write("3", into: "[name=silenceLength]")
      #expect(try await page.asked().contains("--duration=3"))
      #expect(try await page.text("#plan .to").hasPrefix("3.0"))
      #expect(try await page.text("#silence-words").contains("Sped up"))
      try await page.pick("quiet", "speed")
      #expect(try await page.asked().contains("--quiet-speed=6"))
      try await page.browser.keep("81-silence-speed")
      try await page.driver.click("#edit-curve")
      #expect(try await page.asked().contains("--map=talk.map.json"))
      #expect(
        try await page.driver.run("return document.getElementById('curve-on').checked") == true
      )
    }
  }

  @Test func `A result has a size, another file's duration, and another frame rate`() async throws {
    let folder = try await Self.folderWithClip()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      try await page.waitForFile("talk.webm")
      try await page.choose("clip.webm")
      try await page.write("60 kB", into: "[name=fitSize]")
      #expect(try await page.asked().contains("--fit-size=60kB"))
      try await page.write("60 apples", into: "[name=fitSize]")
      try await page.driver.wait(
        for: "return document.getElementById('fault')?.textContent.includes('file size')"
      )
      try await page.write(" ", into: "[name=fitSize]")
      try await page.unfold()
      try await page.select("match", "talk.webm")
      #expect(try await page.asked().contains("--match=talk.webm"))
      #expect(try await page.text("#plan .to").hasPrefix("4.0"))
      #expect(try await page.driver.run("return document.querySelector('.amount').hidden") == true)
      try await page.browser.keep("82-match")
      #expect(abs(try await page.start() - 4) < 0.1)
      try await page.pick("action", "conform")
      try await page.write("12,5", into: "[name=conformFps]")
      let asked = try await page.asked()
      #expect(
        asked.hasPrefix("retime conform clip.webm") && asked.contains("--fps=12.5"),
        "\(asked)"
      )
      try await page.browser.keep("83-conform")
      try await page.pick("action", "scale")
      try await page.select("match", "")
      try await page.write("every 0.5 s", into: "#amount")
      #expect(try await page.asked().contains("--every=0.5"))
      #expect(try await page.text("#amount-words").contains("time lapse"))
    }
  }

  @Test func `Hits are flags that are moved, and the plan follows`() async throws {
    let folder = try TemporaryFolder()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      let driver = page.driver
      try await page.choose("talk.webm")
      try await page.unfold()
      try await page.write("1", into: "#hit-source")
      try await page.write("nowhere", into: "#hit-output")
      try await driver.click("#hit-add")
      #expect(try await page.text("#hit-problem").contains("two times"))
      try await page.write("1.5", into: "#hit-output")
      try await driver.click("#hit-add")
      #expect(try await page.asked().contains("--hit=1=1.5"))
      try await page.write("3", into: "#hit-source")
      try await page.write("3.5", into: "#hit-output")
      try await driver.click("#hit-add")
      try await page.wait(for: ".flag", toBe: ["0:01.5", "0:03.5"])
      try await driver.run("document.querySelector('.flag').focus()")
      try await driver.press(Browser.Key.right)
      let asked = try await page.asked()
      #expect(asked.contains("--hit=1.01=1.5") && asked.contains("--hit=3=3.5"), "\(asked)")
      try await page.browser.keep("84-hits")
      try await driver.click("#edit-curve")
      #expect(try await page.asked().contains("--map="))
    }
  }

  @Test func `A plan is exported for an editor, whose timeline is drawn as a curve`() async throws {
    let folder = try TemporaryFolder()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      let driver = page.driver
      try await page.choose("talk.webm")
      try await page.pick("action", "silence")
      try await page.plan()
      try await page.unfold()
      for format in ["otio", "edl", "fcpxml", "mlt"] {
        try await driver.run(
          """
          const make = URL.createObjectURL;
          window.exported = null;
          URL.createObjectURL = (blob) => { blob.text().then((text) => { window.exported = text; }); return make.call(URL, blob); };
          document.getElementById("export-format").value = arguments[0];
          document.getElementById("export").click();
          """,
          .string(format)
        )
        let text = try await driver.wait(for: "return window.exported").text ?? ""
        try await driver.wait(
          for:
            "return document.getElementById('export-words').textContent.includes(`.${arguments[0]}”`)",
          .string(format)
        )
        #expect(text.contains("talk.webm"), "\(format): \(text.prefix(200))")
        try await page.drop("cut.\(format)", holding: text)
        try await page.isNoted("“cut.\(format)” is drawn")
        #expect(try await page.asked().contains("--map=talk.map.json"))
        #expect(
          abs(
            try await page.driver.run(
              "return document.getElementById('curve').dataset.duration - 0"
            ).number ?? 0
          ) - 2.9 < 0.2
        )
        try await page.pick("action", "silence")
        try await page.plan()
        try await page.unfold()
      }
      try await page.browser.keep("85-export")
    }
  }

  @Test func `A result is undone, and cues are fitted`() async throws {
    let folder = try TemporaryFolder()
    try await Self.talk(folder)
    try await Page.open(folder) { page in
      let driver = page.driver
      try await page.choose("talk.webm")
      #expect(try await driver.run("return document.getElementById('made-undo').hidden") == true)
      try await page.write("2", into: "#amount")
      try await page.plan()
      try await page.start()
      try await page.choose("talk (factor 2).webm")
      try await driver.click("#made-undo")
      #expect(try await page.asked().hasPrefix("retime undo 'talk (factor 2).webm'"))
      #expect(try await page.text("#plan .to").hasPrefix("4.0"))
      try await page.browser.keep("86-undo")
      try await page.choose("talk.webm")
      try await page.pick("action", "fit")
      let give = { (side: String, text: String) in
        _ = try await driver.run(
          """
          const chooser = document.getElementById(`cues-${arguments[0]}-file`);
          const data = new DataTransfer();
          data.items.add(new File([arguments[1]], `${arguments[0]}.srt`));
          chooser.files = data.files;
          chooser.dispatchEvent(new Event("change"));
          """,
          .string(side),
          .string(text)
        )
      }
      try await give("from", "nothing")
      try await driver.wait(
        for: "return document.getElementById('cues-problem').textContent.includes('from.srt')"
      )
      try await give(
        "from",
        "1\n00:00:00,500 --> 00:00:01,000\nA\n\n2\n00:00:03,000 --> 00:00:03,500\nB\n"
      )
      try await give("to", "1\n00:00:01,000 --> 00:00:01,600\nA\n")
      try await driver.wait(
        for: "return document.getElementById('plan').innerText.includes('2 cues')"
      )
      try await give(
        "to",
        "1\n00:00:01,000 --> 00:00:01,600\nA\n\n2\n00:00:04,000 --> 00:00:04,500\nB\n"
      )
      #expect(try await page.asked().contains("--table=talk.cues.csv"))
      #expect(try await page.text("#plan .to").hasPrefix("5.0"))
      try await page.browser.keep("87-cues")
      try await page.write("0.9", into: "[name=slowest]")
      try await driver.wait(
        for: "return document.getElementById('plan').innerText.includes('cue 1')"
      )
    }
  }
}
#endif
