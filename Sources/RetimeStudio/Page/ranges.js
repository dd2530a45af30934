// SPDX-License-Identifier: MPL-2.0
// Ranges of a file that silence removal keeps or removes, whatever their level.
import { secondsOf } from "./amount.js";
import { byId, icon, make, setText } from "./dom.js";
import { drafts } from "./drafts.js";
import { clock } from "./format.js";
import { longest } from "./lanes.js";
import { mediaOn } from "./pair.js";
import { currentAction } from "./settings.js";
import { on, selectedFile } from "./store.js";

const marked = drafts("ranges");
let onChange = null;

/** The ranges of a file as a request has them: { keep, drop }, lists of "A-B". */
export function rangesFor(file) {
  const list = marked.of(file) ?? [];
  const texts = (kind) => list.filter((one) => one.kind === kind).map(({ from, to }) => `${from}-${to}`);
  return { keep: texts("keep"), drop: texts("drop") };
}

/** Wires the fields, the buttons and the waveform. */
export function startRanges(changed) {
  onChange = changed;
  byId("range-keep").addEventListener("click", () => add("keep"));
  byId("range-drop").addEventListener("click", () => add("drop"));
  for (const button of byId("silence-panel").querySelectorAll("[data-at]")) {
    button.addEventListener("click", () => {
      const media = mediaOn("original");
      if (media) byId(button.dataset.at).value = clock(media.currentTime, 3);
    });
  }
  for (const id of ["range-from", "range-to"]) byId(id).addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  byId("original-lane").addEventListener("pointerdown", press, true);
  on("selection files", draw);
  draw();
}

/** Marks the range that is written; says what is wrong with it otherwise. */
function add(kind) {
  const file = selectedFile();
  const [from, to] = ["range-from", "range-to"].map((id) => secondsOf(byId(id).value));
  const isRange = from !== null && to !== null && from < to;
  setText(byId("range-problem"), isRange ? "" : "Write two times, such as 5 and 7.5 or 1:00 and 1:30, the earlier one first.");
  if (!file || !isRange) return;
  marked.set(file, [...marked.of(file) ?? [], { kind, from, to }].sort((a, b) => a.from - b.from));
  for (const id of ["range-from", "range-to"]) byId(id).value = "";
  byId("range-from").focus();
  changed();
}

function changed() {
  draw();
  onChange();
}

function draw() {
  const file = selectedFile();
  const list = marked.of(file) ?? [];
  byId("range-list").replaceChildren(...list.map((one, index) => {
    const words = `${one.kind === "keep" ? "Keep" : "Remove"} ${clock(one.from, 2)} to ${clock(one.to, 2)}`;
    const click = () => {
      marked.set(file, list.filter((_, other) => other !== index));
      changed();
      byId("range-from").focus();
    };
    return make("li", { dataset: { kind: one.kind } }, make("span", {}, words),
      make("button.quiet.small", { type: "button", "aria-label": `Unmark: ${words}`, click }, icon("close")));
  }));
}

/** With Shift, a drag on the waveform writes a range into the fields. */
function press(event) {
  if (!event.shiftKey || event.button !== 0 || currentAction() !== "silence") return;
  event.stopImmediatePropagation();
  event.preventDefault();
  const lane = byId("original-lane");
  const end = selectedFile()?.duration ?? 0;
  const timeOf = ({ clientX }) => {
    const box = lane.querySelector("canvas").getBoundingClientRect();
    return Math.min(end, Math.max(0, ((clientX - box.left) / box.width) * longest()));
  };
  const first = timeOf(event);
  lane.setPointerCapture(event.pointerId);
  const drag = (moved) => {
    moved.stopImmediatePropagation();
    const ends = [first, timeOf(moved)].sort((a, b) => a - b);
    for (const [index, id] of ["range-from", "range-to"].entries()) byId(id).value = clock(ends[index], 3);
  };
  const finish = () => {
    lane.removeEventListener("pointermove", drag, true);
    for (const type of ["pointerup", "pointercancel"]) lane.removeEventListener(type, finish, true);
  };
  lane.addEventListener("pointermove", drag, true);
  for (const type of ["pointerup", "pointercancel"]) lane.addEventListener(type, finish, true);
}
