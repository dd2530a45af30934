// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport
import Testing

extension StudioBrowserTests {
  @Test func `The preview shifts the pitch, with a curve and without`() async throws {
    let folder = try TemporaryFolder()
    try await Clips.ffmpeg([
      "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=30", folder.file("a.wav"),
    ])
    try await Page.open(folder) { page in
      let driver = page.driver
      try await preview(page, factor: "2")
      try await isHeard(page, semitones: 7)
      // During playback, and along a curve.
      try await page.write("-5", into: "[name=semitones]")
      try await isHeard(page, semitones: -5)
      try await driver.click("#curve-on")
      try await page.write("+12", into: "[name=semitones]")
      try await isHeard(page, semitones: 12)
      #expect(try await page.text("#preview-note") == "")
      try await page.pick("pitch", "keep")
      try await isHeard(page, semitones: 0)
      // Afterwards the original has its own pitch.
      try await page.pick("pitch", "shift")
      try await isHeard(page, semitones: 12)
      try await driver.click("#preview")
      try await driver.wait(for: "return document.getElementById('preview-time').hidden")
      try await driver.run("document.querySelector('#original audio').play()")
      try await isHeard(page, semitones: 0)
    }
  }

  @Test func `Formants of the preview are preserved, or shifted with the pitch`()
    async throws
  {
    let folder = try TemporaryFolder()
    // A fundamental of 110 Hz, with a formant around 1,000 Hz.
    let vowel = (1...59).map { part in
      let frequency = 110 * Double(part)
      let level = 0.05 / (1 + pow((frequency - 1000) / 120, 2))
      return "\(level)*sin(2*PI*\(frequency)*t)"
    }
    try await Clips.ffmpeg([
      "-f", "lavfi", "-i", "aevalsrc=\(vowel.joined(separator: "+")):s=48000:d=30",
      folder.file("a.wav"),
    ])
    try await Page.open(folder) { page in
      let driver = page.driver
      try await preview(page, factor: "1")
      try await isSpoken(page, mouth: 1000 * pow(2, 7.0 / 12), throat: 110 * pow(2, 7.0 / 12))
      try await driver.click("[name=formants]")
      try await isSpoken(page, mouth: 1000, throat: 110 * pow(2, 7.0 / 12))
      try await page.write("-5", into: "[name=semitones]")
      try await isSpoken(page, mouth: 1000, throat: 110 * pow(2, -5.0 / 12))
      try await driver.click("[name=formants]")
      try await isSpoken(
        page,
        mouth: 1000 * pow(2, -5.0 / 12),
        throat: 110 * pow(2, -5.0 / 12)
      )
    }
  }

  /// Plays a preview of a.wav, seven semitones higher.
  private func preview(_ page: Page, factor: String) async throws {
    try await page.browser.runFirst(Self.heard)
    try await page.driver.command("refresh")
    try await page.choose("a.wav")
    try await page.waitForMedia("original")
    try await page.write(factor, into: "#amount")
    try await page.pick("pitch", "shift")
    try await page.write("+7", into: "[name=semitones]")
    try await page.driver.run("document.activeElement.blur()")
    try await page.driver.click("#preview")
  }

  /// Waits until the output is loudest around a frequency, with partials at the given distance.
  private func isSpoken(_ page: Page, mouth: Double, throat: Double) async throws {
    try await page.driver.wait(
      for: """
        const { mouth, throat } = window.voiceHeard();
        return Math.abs(mouth / arguments[0] - 1) < 0.08 && Math.abs(throat / arguments[1] - 1) < 0.02;
        """,
      .number(mouth),
      .number(throat)
    )
  }

  @Test func `Backwards, the clock is at most 80 ms ahead of the frames`() async throws {
    try await Page.open { page in
      try await openCurve(page, #"[{"from":"2","to":"0","speed":"1"}]"#)
      try await page.driver.run(
        """
        window.away = [];
        const video = document.querySelector("#original video");
        const clock = document.getElementById("preview-time");
        let seen = null, isSought = false;
        video.addEventListener("seeked", () => { isSought = true; });
        // The clock's state when it is set, not when the page gets the event: that delay grows with the load of the
        // machine.
        const note = () => { if (isSought && !video.seeking) seen = video.currentTime; };
        const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime");
        Object.defineProperty(video, "currentTime", { get: time.get, set(value) { note(); time.set.call(video, value); } });
        new MutationObserver(() => {
          note();
          if (seen !== null && !clock.hidden) window.away.push(Math.abs(2 - Number(clock.value) - seen));
        }).observe(clock, { attributes: true, attributeFilter: ["value"] });
        window.seen = window.away;
        """
      )
      try await page.driver.click("#preview")
      try await page.driver.wait(for: Self.ended)
      let away = try await page.driver.run("return window.away").elements.compactMap(\.number)
        .sorted()
      try #require(away.count > 10)
      print("backwards: median \(away[away.count / 2]), most \(away[away.count - 1]) s away")
      #expect(away[away.count - 1] < 0.08)
    }
  }

  /// Waits until the output is a tone the given number of semitones above 440 Hz.
  private func isHeard(_ page: Page, semitones: Double) async throws {
    try await page.driver.wait(
      for: "return Math.abs(window.pitchHeard() / arguments[0] - 1) < 0.02",
      .number(440 * pow(2, semitones / 12))
    )
  }

  /// Analyses all Web Audio output of a page: the loudest frequency in hertz.
  private static let heard = """
    const connect = AudioNode.prototype.connect;
    let analyser = null;
    AudioNode.prototype.connect = function (to, ...rest) {
      if (to instanceof AudioDestinationNode) {
        analyser = new AnalyserNode(to.context, { fftSize: 8192, smoothingTimeConstant: 0 });
        connect.call(this, analyser);
      }
      return connect.call(this, to, ...rest);
    };
    window.pitchHeard = () => {
      const levels = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(levels);
      const loudest = levels.indexOf(Math.max(...levels));
      return levels[loudest] < -60 ? 0 : (loudest * analyser.context.sampleRate) / analyser.fftSize;
    };
    // The centre of the spectrum, and the lag of the highest autocorrelation.
    window.voiceHeard = () => {
      const { fftSize, context: { sampleRate } } = analyser;
      const levels = new Float32Array(fftSize / 2);
      analyser.getFloatFrequencyData(levels);
      let [sum, power] = [0, 0];
      levels.forEach((level, bin) => {
        sum += bin * 10 ** (level / 10);
        power += 10 ** (level / 10);
      });
      const samples = new Float32Array(fftSize);
      analyser.getFloatTimeDomainData(samples);
      let [best, most] = [1, 0];
      for (let lag = Math.round(sampleRate / 200); lag < sampleRate / 65; lag += 1) {
        let alike = 0;
        for (let index = lag; index < fftSize; index += 1) alike += samples[index] * samples[index - lag];
        if (alike > most) [best, most] = [lag, alike];
      }
      return { mouth: (sum / power) * (sampleRate / fftSize), throat: sampleRate / best };
    };
    """
}
#endif
