// SPDX-License-Identifier: MPL-2.0
// What the plan removes and speeds up, drawn over the waveform of the original, with the threshold of silence.
import { hatch } from "./curve.js";
import { byId, make, setText } from "./dom.js";
import { duration } from "./format.js";
import { longest, loudestShown } from "./lanes.js";
import { partsOf, planOf, plannedSections } from "./planned.js";
import { currentAction, currentThreshold } from "./settings.js";
import { on, selectedFile } from "./store.js";
import { prepare } from "./waveform.js";

const canvas = make("canvas.marks", { id: "marks", "aria-hidden": "true" });

/** Wires the drawing. */
export function startMarks() {
  on("planned selection settings lanes theme", draw);
  new ResizeObserver(draw).observe(byId("original-lane"));
  draw();
}

function draw() {
  const file = selectedFile();
  const sections = plannedSections(file);
  const isSilence = currentAction() === "silence";
  const parts = sections ? partsOf(sections, file.duration) : { cut: [], fast: [] };
  const [cut, fast] = [parts.cut, isSilence ? parts.fast : []];
  setText(byId("silence-words"), sections && isSilence ? words(cut, fast) : "");
  if (!sections) {
    canvas.remove();
    return;
  }
  if (!canvas.isConnected) byId("original-lane").querySelector("canvas").after(canvas);
  canvas.dataset.cut = cut.length;
  canvas.dataset.fast = fast.length;
  const { width, height, context } = prepare(canvas);
  // Colours of the theme as the browser has worked them out, in properties that a canvas has no other use for.
  const { columnRuleColor: line, caretColor: wash } = getComputedStyle(canvas);
  context.clearRect(0, 0, width, height);
  const x = (time) => (time / longest()) * width;
  context.fillStyle = wash;
  context.globalAlpha = 0.7;
  for (const [from, to] of [...cut, ...fast]) context.fillRect(x(from), 0, x(to) - x(from), height);
  context.globalAlpha = 1;
  hatch(context, cut.map(([from, to]) => [x(from), x(to)]), height, line);
  const isWaveform = byId("original-lane").dataset.view === "waveform";
  const level = isSilence && isWaveform ? levelOf(planOf(file)) : null;
  const share = level === null ? 2 : 10 ** (level / 20) / loudestShown();
  canvas.dataset.level = level ?? "";
  if (share > 1) return;
  context.fillStyle = line;
  for (const side of [-1, 1]) context.fillRect(0, height / 2 + side * share * (height / 2 - 1), width, 1.5);
}

/** The threshold in dBFS: the one that is written, or the one that the plan says it has found; null where neither is known. */
function levelOf(plan) {
  const written = currentThreshold();
  if (written !== null) return written;
  const found = plan?.changed.map((text) => text.match(/audio below ([-−]?[\d.]+) dB/)).find(Boolean);
  return found ? Number(found[1].replace("−", "-")) : null;
}

function words(cut, fast) {
  const sum = (list) => duration(list.reduce((all, [from, to]) => all + to - from, 0));
  const ranges = (list) => `${list.length} ${list.length === 1 ? "range" : "ranges"}, ${sum(list)} in all`;
  return [cut.length && `Removed: ${ranges(cut)}.`, fast.length && `Sped up: ${ranges(fast)}.`].filter(Boolean).join(" ") || "Nothing is removed.";
}
