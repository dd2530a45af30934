// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  /// Compares the work of a step, which does not depend on the load of the machine; times are printed.
  @Test func `Dragging a point takes the same work for two hours as for two seconds`()
    async throws
  {
    let folder = try await Self.folderWithClip()
    try await Clips.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=16x16:rate=1:duration=7200",
      "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=8000:duration=7200",
      "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libvorbis", "-aq", "0",
      folder.file("long.webm"),
    ])
    try await Page.open(folder) { page in
      try await page.browser.runFirst(Self.counted)
      try await page.driver.command("refresh")
      var work: [String: JSONValue] = [:]
      for name in ["clip.webm", "long.webm"] {
        try await openTriangle(page, name)
        try await page.driver.run("window.begin()")
        try await drag(page)
        work[name] = try await page.driver.run("return window.end()")
      }
      let (short, long) = (try #require(work["clip.webm"]), try #require(work["long.webm"]))
      print("drag: two seconds \(short), two hours \(long)")
      for one in [short, long] {
        #expect((one["frames"]?.number ?? 0) > 20, "\(one)")
        for none in ["seeks", "requests", "waveforms"] {
          #expect(one[none] == 0, "\(none): \(one)")
        }
      }
      for kind in ["paths", "pictures", "elements"] {
        let (few, many) = (short[kind]?.number ?? 0, long[kind]?.number ?? .infinity)
        #expect(many <= few * 1.25 + 8, "\(kind): \(short), \(long)")
      }
      // Repeated drags leak no memory, nor do the frames below the pointer.
      let first = try await page.browser.heap()
      for _ in 0..<6 { try await drag(page) }
      let last = try await page.browser.heap()
      print("heap: \(first) bytes, after six more drags \(last)")
      #expect(last - first < 500_000)
    }
  }

  /// Drags the second point there and back.
  private func drag(_ page: Page) async throws {
    for right in [120, -120] {
      try await page.driver.drag(
        "#curve-points button:nth-child(2)",
        right: right,
        down: right / 4,
        steps: 60
      )
    }
  }

  /// Opens the curve of a file, with three points, once it is completely drawn.
  private func openTriangle(_ page: Page, _ name: String) async throws {
    let driver = page.driver
    try await page.choose(name)
    try await page.waitForMedia("original")
    try await driver.click("#curve-on")
    try await driver.run("document.getElementById('curve-shape').value = 'triangle'")
    try await driver.click("#curve-set")
    try await driver.wait(
      for: """
        const strip = document.getElementById("curve-strip").dataset;
        const sound = JSON.parse(document.getElementById("curve-sound").dataset.drawn);
        return document.querySelectorAll(".point").length === 3 && sound[2] && Number(strip.count) > 0 && strip.count === strip.wanted;
        """
    )
    try await page.plan()
  }

  /// Counts draws, allocations, seeks and requests for each redraw of the curve.
  private static let counted = """
    const all = { frames: 0, paths: 0, pictures: 0, elements: 0, seeks: 0, requests: 0, waveforms: 0 };
    let counts = { ...all };
    let times = [];
    const note = (kind, of, name, when = () => true) => {
      const own = of[name];
      of[name] = function (...rest) {
        if (when(this, rest)) counts[kind] += 1;
        return own.apply(this, rest);
      };
    };
    const canvas = CanvasRenderingContext2D.prototype;
    note("frames", canvas, "clearRect", (one) => one.canvas.id === "curve-line");
    note("waveforms", canvas, "clearRect", (one) => one.canvas.id === "curve-sound");
    for (const name of ["lineTo", "rect"]) note("paths", canvas, name);
    note("pictures", canvas, "drawImage");
    note("elements", Document.prototype, "createElement");
    // The duration and the estimate are requested a moment after each change, even if the next one has started by then.
    const later = ["/api/plan", "/api/estimate"];
    note("requests", window, "fetch", (_, [address]) => window.isHeld && !later.includes(address));
    const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime");
    Object.defineProperty(HTMLMediaElement.prototype, "currentTime", {
      ...time, set(value) { counts.seeks += window.isHeld ? 1 : 0; time.set.call(this, value); },
    });
    addEventListener("pointerdown", () => { window.isHeld = true; }, true);
    addEventListener("pointerup", () => { window.isHeld = false; }, true);
    let last = null;
    const tick = () => {
      const now = performance.now();
      if (window.isHeld && last !== null) times.push(now - last);
      last = window.isHeld ? now : null;
      requestAnimationFrame(tick);
    };
    tick();
    window.begin = () => { [counts, times] = [{ ...all }, []]; };
    window.end = () => {
      const { frames, paths, pictures, elements, ...rest } = counts;
      const order = times.toSorted((one, other) => one - other);
      const at = (share) => Number(order[Math.floor(share * (order.length - 1))].toFixed(1));
      return { ...rest, frames, paths: paths / frames, pictures: pictures / frames, elements: elements / frames,
        screens: order.length, median: at(0.5), most: at(0.95) };
    };
    """
}
#endif
