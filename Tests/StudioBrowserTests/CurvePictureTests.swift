// SPDX-License-Identifier: MPL-2.0

#if Studio
import RetimeCore
import TestSupport
import Testing

extension StudioBrowserTests {
  /// A ramp is drawn, seen in the preview, made, and looked at: three times the same pictures.
  @Test(.timeLimit(.minutes(10)))
  func `A file is made along a curve, picture by picture as the preview has shown it`()
    async throws
  {
    let folder = try await Self.numbered()
    try await Page.open(folder) { page in
      let driver = page.driver
      try await openCurve(page)
      try await driver.run("document.getElementById('curve-shape').value = 'down'")
      try await page.write("1", into: "#shape-high")
      try await page.write("0.25", into: "#shape-low")
      try await driver.click("#curve-set")
      let text = try await driver.wait(
        for:
          "return document.getElementById('curve-json').value.includes('0.25') && document.getElementById('curve-json').value"
      ).text
      let document = try MapDocument(parsing: try #require(text))
      let end = try await length(page)
      let map = try TimeMap(document.parts(end: RationalTime(nanoseconds: Int64(end * 1e9))))
      let duration = try #require(map.duration).seconds
      #expect(abs(duration - end * 1.6) < 1e-6)
      // The preview is stopped at five moments.
      try await driver.run("document.activeElement.blur()")
      var previewed: [(time: Double, number: Int)] = []
      for moment in [0.2, 0.8, 1.4, 2, 2.6] {
        try await show(page, "original", Self.picture(map, moment) / 30)
        try await driver.press("p")
        try await driver.wait(
          for: "return Number(document.getElementById('preview-time').value) > arguments[0]",
          .number(moment + 0.1)
        )
        try await driver.press(Browser.Key.escape)
        let number = try await show(page, "original", nil)
        let time = try await driver.run("return document.getElementById('preview-time').value").text
        previewed.append((try #require(time.flatMap(Double.init)), number))
      }
      try await page.plan()
      try await driver.click("#start")
      #expect(abs(try await page.waitForMedia("result") - duration) < 0.1)
      for (time, number) in previewed {
        // 80 ms at full speed are 2.4 pictures, and a player shows the one before; those of the file are the nearest ones.
        let expected = Self.picture(map, time)
        #expect(abs(Double(number) - expected) <= 3.5, "\(time): \(number), \(expected)")
        let made = try await show(page, "result", time)
        #expect(abs(Double(made) - expected) <= 1.1, "\(time): \(made), \(expected)")
      }
    }
  }

  /// Which picture of the source a map shows at a time of the result, counted from 0, with what is between two.
  private static func picture(_ map: TimeMap, _ time: Double) -> Double {
    map.streamTime(ofOutput: RationalTime(nanoseconds: Int64(time * 1e9))).seconds * 30
  }

  /// How long the server says that the only file is, in seconds.
  private func length(_ page: Page) async throws -> Double {
    let script = "fetch('/api/files').then((one) => one.json()).then(arguments[0])"
    let answer = try await page.driver.command(
      "execute/async",
      ["script": .string(script), "args": []]
    )
    return try #require(answer["files"]?.elements.first?["duration"]?.number)
  }

  /// Sixty pictures in two seconds, each three levels of luma brighter than the last one, and a tone.
  static func numbered() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await Clips.ffmpeg([
      "-f", "lavfi", "-i", "color=black:size=160x90:rate=30:duration=2,format=yuv420p",
      "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2",
      "-vf", "geq=lum='16+3*N':cb=128:cr=128", "-c:v", "libvpx", "-deadline", "realtime",
      "-b:v", "4M", "-g", "15", "-c:a", "libvorbis", folder.file("clip.webm"),
    ])
    return folder
  }

  /// Goes to a time on a side, or stays where it is, and gives the number of the picture that is there.
  @discardableResult
  func show(_ page: Page, _ side: String, _ time: Double?) async throws -> Int {
    let level = try await page.driver.command(
      "execute/async",
      [
        "script": """
        const [side, time, done] = arguments;
        const video = document.querySelector(`#${side} video`);
        const look = () => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
          const context = canvas.getContext("2d");
          context.drawImage(video, 0, 0, 1, 1);
          done(context.getImageData(0, 0, 1, 1).data[1]);
        };
        // A picture is shown some time after its seek is over, if it is not there already.
        let isShown = false;
        const wait = (left) => (isShown || !left ? look() : requestAnimationFrame(() => wait(left - 1)));
        if (time === null) wait(2);
        else {
          video.requestVideoFrameCallback(function note(_, { mediaTime }) {
            isShown = Math.abs(mediaTime - time) < 0.05;
            if (!isShown) video.requestVideoFrameCallback(note);
          });
          video.addEventListener("seeked", () => wait(120), { once: true });
          video.currentTime = time;
        }
        """, "args": [.string(side), time.map { .number($0) } ?? .null],
      ]
    ).number
    return Int((try #require(level) * 219 / 255 / 3).rounded())
  }
}
#endif
