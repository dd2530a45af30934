// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import RetimeCore
import TestSupport
import Testing

extension StudioBrowserTests {
  /// A ramp is drawn, previewed and exported: the frames are the same three times.
  @Test func `An exported curve has the frames of its preview`()
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
      #expect(abs(try await page.start() - duration) < 0.1)
      for (time, number) in previewed {
        // A player displays the frame that started before a moment. 80 ms of the result contain 2.4 frames at full
        // speed, fewer where it is slower.
        let expected = Self.picture(map, time)
        let passing = Self.picture(map, time + 0.08) - expected
        #expect(abs(Double(number) - expected) <= 1.1 + passing, "\(time): \(number), \(expected)")
        // The file's frame starts up to a 30th of a second earlier and is the nearest source frame: half a frame away,
        // and in slower sections up to a whole frame before, as none is early.
        let made = Double(try await show(page, "result", time))
        let earliest = Self.picture(map, max(0, time - 1 / 30))
        #expect(made >= earliest - 1.1, "\(time): \(made), from \(earliest)")
        #expect(made <= expected + 0.6, "\(time): \(made), until \(expected)")
      }
    }
  }

  /// Speech is slowed by a curve: the audio of the preview is compared with that of the file.
  @Test func `An exported file has the audio of its preview, at the same times`() async throws {
    let folder = try TemporaryFolder()
    try Data(contentsOf: URL(fileURLWithPath: Repository.file("media/rabbit-small.webm")))
      .write(to: URL(fileURLWithPath: folder.file("clip.webm")))
    try await Page.open(folder) { page in
      let driver = page.driver
      try await openCurve(page, Self.slowing)
      try await page.plan()
      try await driver.run(SoundTap.begin)
      try await watch(page)
      try await page.start()
      // A busy machine makes one playback stutter; a wrong schedule is wrong in each of them.
      var (lag, likeness) = (Double.infinity, -1.0)
      for _ in 0..<5 where abs(lag) >= 0.08 || likeness <= 0.8 {
        try await driver.run(
          "window.seen = []; Object.assign(window.tapped, { levels: [], clocks: [] })"
        )
        try await driver.click("#preview")
        try await driver.wait(for: Self.ended)
        let found = try await driver.wait(for: SoundTap.compare)
        lag = try #require(found["lag"]?.number)
        likeness = try #require(found["likeness"]?.number)
        print("sound of preview and result: \(lag) s apart, correlation \(likeness)")
      }
      #expect(likeness > 0.8)
      #expect(abs(lag) < 0.08)
    }
  }

  private static let slowing =
    #"[{"from":"0","to":"0.8","speed":"1"},{"from":"0.8","to":"1.4","speed":["1","0.4"]},{"from":"1.4","to":"2.2","speed":"0.4"}]"#

  /// The source frame of a map at a time of the result, counted from 0, with a fraction.
  ///
  /// At the end, where a preview is stopped too late, it is the last one.
  private static func picture(_ map: TimeMap, _ time: Double) -> Double {
    min(59, map.streamTime(ofOutput: RationalTime(nanoseconds: Int64(time * 1e9))).seconds * 30)
  }

  /// The duration of the only file in seconds, as the server reports it.
  private func length(_ page: Page) async throws -> Double {
    let script = "fetch('/api/files').then((one) => one.json()).then(arguments[0])"
    let answer = try await page.driver.answer(of: script)
    return try #require(answer["files"]?.elements.first?["duration"]?.number)
  }

  /// Sixty frames in two seconds, each three levels of luma brighter than the last one, and a tone.
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

  /// Seeks on a side, or stays, and returns the number of the displayed frame.
  @discardableResult
  func show(_ page: Page, _ side: String, _ time: Double?) async throws -> Int {
    let level = try await page.driver.answer(
      of: """
        const [side, time, done] = arguments;
        const video = document.querySelector(`#${side} video`);
        const look = () => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
          const context = canvas.getContext("2d");
          context.drawImage(video, 0, 0, 1, 1);
          done(context.getImageData(0, 0, 1, 1).data[1]);
        };
        // A frame is displayed some time after its seek has ended, if it is not displayed already.
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
        """,
      .string(side),
      time.map { .number($0) } ?? .null
    ).number
    return Int((try #require(level) * 219 / 255 / 3).rounded())
  }
}
/// Scripts that record the preview's audio and align it with that of the result.
private enum SoundTap {
  /// Records the level of the original's audio hundreds of times a second, with the time at which it is audible.
  static let begin = """
    const context = new AudioContext();
    const source = context.createMediaElementSource(document.querySelector("#original video"));
    const tap = context.createScriptProcessor(256, 1, 1);
    const clock = document.getElementById("preview-time");
    window.tapped = { levels: [], clocks: [] };
    tap.onaudioprocess = ({ inputBuffer, playbackTime }) => {
      let power = 0;
      for (const sample of inputBuffer.getChannelData(0)) power += sample * sample;
      const { contextTime, performanceTime } = context.getOutputTimestamp();
      if (!clock.hidden) window.tapped.levels.push([playbackTime - contextTime + performanceTime / 1000, Math.sqrt(power / 256)]);
    };
    new MutationObserver(() => {
      if (!clock.hidden) window.tapped.clocks.push([performance.now() / 1000, Number(clock.value)]);
    }).observe(clock, { attributes: true, attributeFilter: ["value"] });
    source.connect(context.destination);
    source.connect(tap).connect(context.destination);
    """

  /// The delay of the preview's audio after the result's in seconds, and their correlation.
  static let compare = """
    const step = 0.005;
    const { levels, clocks } = window.tapped;
    window.tapped.made ??= fetch(document.querySelector("#result video").currentSrc)
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes))
      .then((sound) => { window.tapped.sound = sound; });
    const { sound } = window.tapped;
    if (!sound) return null;
    // The time in the result at which a moment of the preview was audible.
    let at = 0;
    const moments = levels.map(([wall, level]) => {
      while (at < clocks.length - 2 && clocks[at + 1][0] < wall) at += 1;
      const [[from, first], [to, last]] = [clocks[at], clocks[at + 1]];
      return [first + (wall - from) * Math.min(1.5, (last - first) / Math.max(1e-3, to - from)), level];
    });
    const count = Math.floor(sound.duration / step);
    const fill = (list) => {
      const [sums, numbers] = [new Float64Array(count), new Float64Array(count)];
      for (const [time, level] of list) {
        const index = Math.floor(time / step);
        if (index < 0 || index >= count) continue;
        sums[index] += level;
        numbers[index] += 1;
      }
      let last = 0;
      // Levels at such a rate are smoothed over 30 ms.
      const filled = sums.map((sum, index) => (last = numbers[index] ? sum / numbers[index] : last));
      return filled.map((_, index) => {
        const part = filled.slice(Math.max(0, index - 3), index + 4);
        return part.reduce((one, other) => one + other, 0) / part.length;
      });
    };
    const samples = sound.getChannelData(0);
    const made = [];
    for (let begin = 0; begin + 256 <= samples.length; begin += 64) {
      let power = 0;
      for (let index = begin; index < begin + 256; index += 1) power += samples[index] * samples[index];
      made.push([(begin + 128) / sound.sampleRate, Math.sqrt(power / 256)]);
    }
    const [heard, given] = [fill(moments), fill(made)];
    const likeness = (lag) => {
      let [one, other, both, a, b, n] = [0, 0, 0, 0, 0, 0];
      for (let index = 60; index < count - 60; index += 1) {
        const [x, y] = [heard[index + lag], given[index]];
        a += x; b += y; one += x * x; other += y * y; both += x * y; n += 1;
      }
      return (both - a * b / n) / Math.sqrt((one - a * a / n) * (other - b * b / n));
    };
    let best = { lag: 0, likeness: -1 };
    for (let lag = -60; lag <= 60; lag += 1) {
      const now = likeness(lag);
      if (now > best.likeness) best = { lag: lag * step, likeness: now };
    }
    return best;
    """
}
#endif
