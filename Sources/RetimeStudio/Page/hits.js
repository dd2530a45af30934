// SPDX-License-Identifier: MPL-2.0
// Hits: moments of a file that are to be at given times of its result. They are flags above the waveform, and a list.
import { secondsOf } from "./amount.js";
import { hasCurve } from "./curves.js";
import { byId, icon, make, setText, setVars } from "./dom.js";
import { drafts } from "./drafts.js";
import { clock } from "./format.js";
import { longest } from "./lanes.js";
import { mediaOn } from "./pair.js";
import { currentAction } from "./settings.js";
import { on, selectedFile } from "./store.js";

const marked = drafts("hits");
const flags = make("div.flags", { id: "hit-flags", role: "group", "aria-label": "Hits" });
const row = make("div.lanes", { id: "hit-row" }, flags);
let onChange = null;

/** The hits of a file as a request has them: { hits }, or nothing. */
export function hitsFor(file) {
  const list = marked.of(file) ?? [];
  return list.length && !hasCurve(file) ? { hits: list.map(([source, output]) => `${source}=${output}`) } : {};
}

/** Wires the fields and the flags. */
export function startHits(changed) {
  onChange = changed;
  document.querySelector(".lanes").before(row);
  byId("hit-add").addEventListener("click", add);
  byId("hits").querySelector("[data-at]").addEventListener("click", () => {
    const media = mediaOn("original");
    if (media) byId("hit-source").value = clock(media.currentTime, 3);
  });
  for (const id of ["hit-source", "hit-output"]) {
    byId(id).addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add();
    });
  }
  flags.addEventListener("pointerdown", grab);
  flags.addEventListener("keydown", press);
  on("selection files settings curve lanes", draw);
  draw();
}

const rounded = (time) => Number(Math.min(selectedFile().duration, Math.max(0, time)).toFixed(3));

function add() {
  const file = selectedFile();
  const [source, output] = ["hit-source", "hit-output"].map((id) => secondsOf(byId(id).value));
  const isHit = source !== null && output !== null;
  setText(byId("hit-problem"), isHit ? "" : "Write two times, such as 12.5 and 20: that moment of the original is at 20 s of the result.");
  if (!file || !isHit) return;
  for (const id of ["hit-source", "hit-output"]) byId(id).value = "";
  take([...marked.of(file) ?? [], [source, output]]);
  byId("hit-source").focus();
}

function take(list) {
  marked.set(selectedFile(), list.toSorted((a, b) => a[0] - b[0]));
  draw();
  onChange();
}

const current = () => marked.of(selectedFile()) ?? [];
const without = (index) => current().filter((_, other) => other !== index);

/** Puts the source time of a hit elsewhere; its time in the result stays. */
function move(index, time) {
  const hit = [rounded(time), current()[index][1]];
  take([...without(index), hit]);
  flags.children[current().findIndex(([source, output]) => source === hit[0] && output === hit[1])]?.focus();
}

function draw() {
  const file = selectedFile();
  const list = current();
  const isShown = currentAction() === "scale" && file && !hasCurve(file) && list.length > 0;
  row.hidden = !isShown;
  setText(byId("hit-count"), list.length ? String(list.length) : "");
  byId("hit-limits").hidden = !list.length;
  byId("hit-list").replaceChildren(...list.map(([source, output], index) => make("li", {},
    make("span", {}, `${clock(source, 2)} is at ${clock(output, 2)}`),
    make("button.quiet.small", { type: "button", "aria-label": `Remove the hit at ${clock(source, 2)}`, click: () => take(without(index)) }, icon("close")))));
  if (!isShown) return flags.replaceChildren();
  while (flags.children.length > list.length) flags.lastElementChild.remove();
  while (flags.children.length < list.length) flags.append(make("button.flag", { type: "button" }));
  for (const [index, [source, output]] of list.entries()) {
    const flag = flags.children[index];
    setVars(flag, { at: Math.min(1, source / longest()) });
    setText(flag, clock(output, 1));
    flag.title = `${clock(source, 2)} of the original is at ${clock(output, 2)} of the result. Drag it, or press the arrow keys; Delete removes it.`;
    flag.setAttribute("aria-label", `Hit: ${clock(source, 2)} at ${clock(output, 2)}`);
  }
}

const indexOf = (element) => [...flags.children].indexOf(element.closest("button"));

/** A drag moves the moment of the original. */
function grab(event) {
  const index = indexOf(event.target);
  if (index < 0 || event.button !== 0) return;
  const box = flags.getBoundingClientRect();
  const flag = flags.children[index];
  let time = null;
  flag.setPointerCapture(event.pointerId);
  const drag = (moved) => {
    time = rounded(((moved.clientX - box.left) / box.width) * longest());
    setVars(flag, { at: time / longest() });
  };
  const end = () => {
    flag.removeEventListener("pointermove", drag);
    for (const type of ["pointerup", "pointercancel"]) flag.removeEventListener(type, end);
    if (time !== null) move(index, time);
  };
  flag.addEventListener("pointermove", drag);
  for (const type of ["pointerup", "pointercancel"]) flag.addEventListener(type, end);
}

/** Arrow keys move the moment of the original by a hundredth of a second, and with up and down its time in the result. */
function press(event) {
  const index = indexOf(event.target);
  const by = (event.shiftKey ? 1 : 0.01) * ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0);
  if (index < 0 || (!by && event.key !== "Delete" && event.key !== "Backspace")) return;
  event.preventDefault();
  event.stopPropagation();
  const [source, output] = current()[index];
  if (!by) take(without(index));
  else if (event.key === "ArrowLeft" || event.key === "ArrowRight") move(index, source + by);
  else {
    take(current().map((hit, other) => (other === index ? [source, Math.max(0, Number((output + by).toFixed(3)))] : hit)));
    flags.children[index]?.focus();
  }
}
