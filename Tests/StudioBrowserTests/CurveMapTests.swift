// SPDX-License-Identifier: MPL-2.0

#if Studio
import TestSupport
import Testing

extension StudioBrowserTests {
  /// Compares the page's calculations for a map with the plan of `retime`.
  @Test func `A curve has the duration of the plan`() async throws {
    try await Page.open { page in
      try await page.choose("clip.webm")
      // The page's own plan comes first: a newer one would replace it.
      try await page.plan()
      for map in Self.maps {
        let both = try await page.driver.wait(for: Self.ask, .string(map)).elements.compactMap(
          \.number
        )
        try #require(both.count == 2, "\(map)")
        #expect(abs(both[0] - both[1]) < 1e-6, "\(map): \(both)")
      }
    }
  }

  /// Invariants of the curve's mathematics, for maps of every kind, in the browser that draws them.
  @Test func `Times, speeds and texts of a curve agree`() async throws {
    try await Page.open { page in
      for map in Self.maps {
        let wrong = try await page.driver.wait(for: Self.laws, .string(map))
        #expect(wrong == "none", "\(map)")
      }
      let wrong = try await page.driver.wait(for: Self.edits)
      #expect(wrong == "none")
    }
  }

  private static let maps = [
    #"[{"from":"0","to":"end","speed":"1"}]"#,
    #"[{"from":"0.25","to":"1","speed":"1/3"},{"from":"1","to":"4/3","speed":["1/3","2"]}]"#,
    #"[{"from":"0","to":"1","speed":["1","0.25"],"ease":"linear"},{"from":"1","to":"2","speed":["0.25","4"]}]"#,
    #"[{"from":"0","to":"1","speed":"1"},{"hold":"1","for":"3/7"},{"from":"1","to":"0.5","speed":["2","1"]}]"#,
    #"[{"from":"2","to":"0","speed":"1.7"},{"from":"0","to":"2","speed":["1000","1"]}]"#,
    #"[{"from":"0","to":"0:00.7","speed":"1"},{"from":"1.2","to":"end","speed":"1"},{"from":"0","to":"1","speed":"3"}]"#,
  ]

  /// Queries once, and returns both durations when they are known.
  private static let ask = """
    window.asked ??= {};
    const known = window.asked[arguments[0]] ??= { answer: null };
    const map = `{"retime-map":1,"sections":${arguments[0]}}`;
    const file = document.querySelector(".row[aria-selected=true]").dataset.id;
    known.run ??= (async () => {
      const [{ read, durationOf }, files, plan] = await Promise.all([
        import("/map.js"), fetch("/api/files").then((one) => one.json()),
        fetch("/api/plan", {
          method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ file, action: "scale", name: "o.mkv", map }),
        }).then((one) => one.json()),
      ]);
      const { duration } = files.files.find((one) => one.id === file);
      known.answer = [durationOf(read(map, duration).sections), plan.duration ?? plan.message];
    })().catch((error) => { known.answer = [String(error)]; });
    return known.answer;
    """

  private static let laws = """
    window.checked ??= {};
    const known = window.checked[arguments[0]] ??= { answer: null };
    known.run ??= import("/map.js").then((map) => {
      const { sections } = map.read(`{"retime-map":1,"sections":${arguments[0]}}`, 2);
      const again = map.read(map.write(sections, 2), 2).sections;
      if (JSON.stringify(again) !== JSON.stringify(sections)) return "text";
      const tiny = 1e-6;
      for (const { section, at, length } of map.timed(sections)) {
        if (map.isHold(section)) continue;
        if (Math.abs(map.sourceAt(section, 0) - section.from) > 1e-9) return "begin";
        if (Math.abs(map.sourceAt(section, 1) - section.to) > 1e-9) return "end";
        for (let u = 0.1; u < 0.95; u += 0.1) {
          const time = map.sourceAt(section, u);
          if (Math.abs(map.shareAt(section, time) - u) > 1e-6) return `share at ${u}`;
          const moved = (map.sourceAt(section, u + tiny) - map.sourceAt(section, u - tiny)) / (2 * tiny * length);
          const speed = map.speedAt(section, u);
          if (Math.abs(Math.abs(moved) - speed) > 1e-3 * speed) return `speed at ${u}: ${moved}, ${speed}`;
          if (Math.abs(map.sourceOf(sections, at + u * length) - time) > 1e-6) return `time at ${u}`;
          const first = map.resultOf(sections, time);
          if (!(first <= at + u * length + 1e-6)) return `result at ${u}`;
        }
      }
      return "none";
    }).then((answer) => { known.answer = answer; }, (error) => { known.answer = String(error); });
    return known.answer;
    """

  /// Edits of sections, by their effect on the duration.
  private static let edits = """
    window.edited ??= { answer: null };
    window.edited.run ??= Promise.all([import("/map.js"), import("/edits.js")]).then(([map, edits]) => {
      const whole = edits.whole(8);
      const is = (sections, length) => Math.abs(map.durationOf(sections) - length) < 1e-9;
      const lengths = {
        constant: 14, up: 6 + 3.2, down: 6 + 3.2, smoothstep: 6 + 3.2, triangle: 6 + 3.2, sine: 6 + 3.2, pulse: 6 + 5,
      };
      for (const [name, length] of Object.entries(lengths)) {
        if (!is(edits.shape(whole, 2, 4, name, 1, 0.25), length)) return name;
      }
      if (!is(edits.cut(whole, 2, 4), 6)) return "cut";
      if (!is(edits.shape(edits.cut(whole, 2, 4), 2, 4, "constant", 1, 2), 7)) return "what was cut comes back";
      if (edits.cut(whole, 0, 8) !== null) return "nothing is left";
      const turned = edits.reverse(whole, 2, 4);
      if (!is(turned, 8) || map.sourceOf(turned, 2.5) !== 3.5) return "reverse";
      if (JSON.stringify(edits.reverse(turned, 2, 4).map(({ from, to }) => [from, to])) !== "[[0,2],[2,4],[4,8]]") return "twice";
      if (!is(edits.hold(whole, 3, 1.5), 9.5) || !is(edits.hold(edits.hold(whole, 3, 1.5), 3, 0), 8)) return "hold";
      if (edits.hold(edits.cut(whole, 2, 4), 3, 1) !== null) return "hold in a cut";
      const parts = edits.split(whole, 4);
      const middle = edits.points(parts)[1];
      const bent = edits.move(parts, middle, 5, 0.5, 8);
      if (!is(bent, 5 / 0.75 + 3 / 0.75)) return "move";
      if (edits.move(parts, middle, 99, 1, 8)[0].to >= 8) return "a point stays between its neighbours";
      if (!is(edits.remove(bent, edits.points(bent)[1]), 8)) return "remove";
      const held = edits.hold(edits.cut(whole, 2, 4), 2, 1);
      const earlier = edits.move(held, edits.points(held)[1], 1, 1, 8);
      if (!is(earlier, 6) || earlier[1].hold !== 1) return "a hold goes with the point before a cut";
      const steps = edits.setEase(bent, 0, 8, "none");
      if (!is(steps, 5 + 3 / 0.5)) return "steps";
      if (!is(edits.setEase(steps, 0, 8, "smooth"), 5 / 0.75 + 3 / 0.5)) return "smooth again";
      return "none";
    }).then((answer) => { window.edited.answer = answer; }, (error) => { window.edited.answer = String(error); });
    return window.edited.answer;
    """
}
#endif
