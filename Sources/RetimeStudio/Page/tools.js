// SPDX-License-Identifier: MPL-2.0
// What can be done to a speed curve by buttons, fields and keys, and its text.
import { secondsOf } from "./amount.js";
import * as curves from "./curves.js";
import { byId, setText } from "./dom.js";
import * as edits from "./edits.js";
import { factor } from "./format.js";
import { numberOf, speeds } from "./map.js";
import { split } from "./naming.js";
import { mediaOn, paceNow, seek, setPace } from "./pair.js";
import { choosePoint, moveSelected, removeSelected, selectedPoint } from "./points.js";
import { on, selectedFile } from "./store.js";
import { complain } from "./toasts.js";
import { makeToolbar } from "./toolbar.js";

byId("curve").append(...makeToolbar());
const text = byId("curve-json");
let editor = null;
/** What is looped is written out in the map, as often as it is played. */
const mostLoops = 100;

/** Wires buttons, fields and keys. */
export function startTools(owner) {
  editor = owner;
  editor.onChoose = fillPoint;
  byId("curve-on").addEventListener("change", (event) => curves.turn(selectedFile(), event.target.checked));
  for (const [id, action] of Object.entries(actions)) byId(`curve-${id}`).addEventListener("click", action);
  byId("curve-shape").addEventListener("change", showExponent);
  showExponent();
  byId("point-time").addEventListener("change", movePoint);
  byId("point-speed").addEventListener("change", movePoint);
  text.addEventListener("input", () => curves.setText(editor.file, text.value));
  byId("curve").addEventListener("keydown", press);
  on("selection files curve", fill);
  fill();
}

const showExponent = () => {
  byId("shape-power").closest("label").hidden = byId("curve-shape").value !== "power";
};

const say = (text) => complain(new Error(text));

/** Changes the sections in the range; says so where that leaves nothing. */
function change(how, ...rest) {
  const { sections } = editor;
  if (!sections) return;
  const { from, to } = editor.range;
  const made = how(sections, from, to, ...rest);
  if (made) editor.take(made);
  else say("That would leave nothing of it. Set a range first: In and Out take the time at which the original stands.");
}

const actions = {
  undo: () => curves.undo(editor.file),
  redo: () => curves.redo(editor.file),
  in: () => mark("in"),
  out: () => mark("out"),
  all: () => editor.setRange(0, 0),
  add: () => {
    const time = editor.mark;
    if (!editor.sections) return;
    editor.take(edits.split(editor.sections, time));
    choosePoint(time);
  },
  remove: removeSelected,
  cut: () => change(edits.cut),
  reverse: () => change(edits.reverse),
  smooth: () => change(edits.setEase, "smooth"),
  even: () => change(edits.setEase, "linear"),
  steps: () => change(edits.setEase, "none"),
  hold: () => {
    const length = secondsOf(byId("hold-length").value);
    if (length === null || !editor.sections) return say("Write for how many seconds the picture shall stand.");
    const made = edits.hold(editor.sections, editor.mark, length);
    if (made) editor.take(made);
    else say("The original stands where nothing is played. Go to a part that is.");
  },
  set: () => {
    const [low, high, exponent] = ["shape-low", "shape-high", "shape-power"].map((id) => numberOf(byId(id).value.replace(",", ".")));
    if (!(low > 0 && high > 0 && low <= speeds.most && high <= speeds.most)) return say("Write speeds such as 1 and 0.25.");
    if (!(exponent > 0)) return say("Write an exponent above 0, such as 2 or 0.5.");
    change(edits.shape, byId("curve-shape").value, low, high, exponent);
  },
  repeat: () => {
    const count = Number(byId("loop-count").value);
    if (!(Number.isInteger(count) && count >= 1 && count <= mostLoops)) return say(`Write how many times, from 1 to ${mostLoops}.`);
    change(edits.repeat, count);
  },
  nearer: () => editor.zoom(2),
  farther: () => editor.zoom(0.5),
};

/** Sets the In or Out point at the current time of the original; moves the other point if the range would be empty. */
function mark(which) {
  const { from, to } = editor.range;
  const time = editor.mark;
  if (which === "in") editor.setRange(time, to > time ? to : editor.file.duration);
  else editor.setRange(from < time ? from : 0, time);
}

function movePoint() {
  const point = selectedPoint();
  const time = secondsOf(byId("point-time").value);
  const speed = numberOf(byId("point-speed").value.replace(",", "."));
  if (point && time !== null && speed > 0) moveSelected(time, speed);
  else fillPoint(point);
}

function fillPoint(point) {
  for (const [id, value] of [["point-time", point?.time.toFixed(3)], ["point-speed", point && factor(point.speed)]]) {
    const field = byId(id);
    field.disabled = !point;
    if (document.activeElement !== field) field.value = value ?? "";
  }
  byId("curve-remove").disabled = !point?.joins;
}

function fill() {
  const { file } = editor;
  if (!file) return;
  const { text: written, problem } = curves.curveOf(file);
  if (document.activeElement !== text) text.value = written;
  text.setAttribute("aria-invalid", String(Boolean(problem)));
  setText(byId("curve-problem"), problem ?? "");
  const { back, on: forth } = curves.canGo(file);
  byId("curve-undo").disabled = !back;
  byId("curve-redo").disabled = !forth;
  const link = byId("curve-download");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([written], { type: "application/json" }));
  link.download = `${split(file.name)[0]}.map.json`;
}

/** Handles the keyboard shortcuts, except in text fields. */
function press(event) {
  if (event.target.matches("input, textarea, select") || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const name = `${isCommand ? "Ctrl-" : ""}${event.shiftKey ? "Shift-" : ""}${key}`;
  const action = keys[name];
  if (!action) return;
  event.preventDefault();
  action();
}

const step = (seconds) => seek("original", editor.time + seconds);

/** Plays the original, twice as fast with each further press. */
function play() {
  const media = mediaOn("original");
  if (media?.paused) media.play().catch(() => {});
  else setPace(Math.min(8, paceNow() * 2));
}

function pause() {
  mediaOn("original")?.pause();
  setPace(1);
}

const keys = {
  i: actions.in, o: actions.out, a: actions.add, h: actions.hold, x: actions.cut, r: actions.reverse,
  j: () => step(-1), k: pause, l: play, "+": actions.nearer, "Shift-+": actions.nearer, "-": actions.farther,
  Delete: removeSelected, Backspace: removeSelected, Escape: actions.all,
  "Ctrl-z": actions.undo, "Ctrl-y": actions.redo, "Ctrl-Shift-z": actions.redo,
  ArrowLeft: () => step(-editor.step), ArrowRight: () => step(editor.step),
  "Shift-ArrowLeft": () => step(-1), "Shift-ArrowRight": () => step(1),
  Home: () => seek("original", 0), End: () => seek("original", Infinity),
};
