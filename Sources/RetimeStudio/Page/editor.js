// SPDX-License-Identifier: MPL-2.0
// The speed curve under the players: what is seen of it, and what pointer and keys do to it.
import * as curves from "./curves.js";
import { drawLine, drawMarks, drawSound, drawSpeeds, drawTimes, Scales } from "./curve.js";
import { byId, setText, setVars } from "./dom.js";
import { clock, duration } from "./format.js";
import { durationOf, resultOf } from "./map.js";
import { mediaOn, seek } from "./pair.js";
import { drawPoints, startPoints } from "./points.js";
import { currentAction } from "./settings.js";
import { on, selectedFile } from "./store.js";
import { drawStrip } from "./strip.js";
import { startTools } from "./tools.js";
import { waveformOf } from "./waveform.js";

const root = byId("curve");
const ground = byId("curve-ground");
const [sound, line] = [byId("curve-sound"), byId("curve-line")];
const view = { of: null, from: 0, to: 0 };
const range = { from: 0, to: 0 };
/** Sections that are being drawn, before the pointer is let go. */
let drawing = null;
/** The time of the result that the preview plays; null while there is none. */
let previewed = null;
let isAsked = false;

/** What the other parts of the editor need of it. */
export const editor = {
  /** The chosen file where its curve is drawn, else null. */
  get file() { return isPossible() && curves.hasCurve(selectedFile()) ? selectedFile() : null; },
  /** The sections as they are seen now; null where the text means none. */
  get sections() { return drawing ?? (this.file && curves.curveOf(this.file).sections); },
  get scales() {
    lookAt(this.file);
    return new Scales(view.from, view.to, this.sections ?? []);
  },
  /** The range that tools work on: all of the source where none is set. */
  get range() {
    const end = this.file?.duration ?? 0;
    return range.to > range.from ? { ...range, isAll: false } : { from: 0, to: end, isAll: true };
  },
  /** The current time of the original. */
  get time() { return mediaOn("original")?.currentTime ?? 0; },
  /** The current time rounded to milliseconds, as written into a map. */
  get mark() { return Number(this.time.toFixed(3)); },
  /** The duration of a video frame in seconds, or 0.1 without video. */
  get step() {
    const [over, under = 1] = (this.file?.info?.tracks?.find((track) => track.kind === "video")?.frameRate ?? "10").split("/");
    return Number(under) / Number(over);
  },
  /** Takes sections, which can be undone; null changes nothing. */
  take(sections) {
    drawing = null;
    if (sections && this.file) curves.setSections(this.file, sections);
    else draw();
  },
  /** Shows sections while a pointer moves them. */
  show(sections) {
    drawing = sections;
    draw();
  },
  setRange(from, to) {
    Object.assign(range, from < to ? { from, to } : { from: to, to: from });
    draw();
  },
  /** Zooms the view around the current time of the original. */
  zoom(by) {
    const end = this.file?.duration ?? 0;
    const span = Math.min(end, Math.max(4 * this.step, (view.to - view.from) / by));
    const from = Math.min(end - span, Math.max(0, this.time - span / 2));
    Object.assign(view, { from, to: from + span });
    draw();
  },
};

/** Wires the editor. */
export function startEditor() {
  startPoints(editor);
  startTools(editor);
  on("selection files settings curve theme still", draw);
  on("time", (side) => {
    if (side !== "original") return;
    keepInView();
    moveHead();
  });
  on("moving", follow);
  on("preview", (time) => {
    previewed = time;
    moveHead();
  });
  new ResizeObserver(draw).observe(ground);
  ground.addEventListener("pointerdown", press);
  draw();
}

/** Whether a curve can be drawn for the chosen file. */
function isPossible() {
  const file = selectedFile();
  return file?.state === "ready" && file.duration > 0 && currentAction() === "scale";
}

/** Whether something moves that decoding thumbnails would slow down. */
const isBusy = () => drawing !== null || previewed !== null || !mediaOn("original")?.paused;

/** Another file is seen from end to end, without a range. */
function lookAt(file) {
  const key = `${file?.id} ${file?.modified}`;
  if (view.of === key) return;
  Object.assign(view, { of: key, from: 0, to: file?.duration ?? 1 });
  Object.assign(range, { from: 0, to: 0 });
  drawing = null;
}

function draw() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    drawNow();
  });
}

function drawNow() {
  const { file } = editor;
  byId("curve-label").hidden = !isPossible();
  byId("curve-on").checked = curves.hasCurve(selectedFile());
  root.hidden = !file;
  if (!file) return;
  const { scales, sections } = editor;
  root.classList.toggle("is-bad", !sections);
  drawSpeeds(byId("curve-speeds"), scales);
  drawSoundOf(file, scales);
  drawStrip(byId("curve-strip"), mediaOn("original"), scales, isBusy);
  drawRange(scales);
  moveHead();
  drawPoints(scales);
  drawMarks(byId("curve-holds"), sections ?? [], scales);
  drawLine(line, sections ?? [], file.duration, scales);
  if (!sections) return setText(byId("curve-length"), "");
  drawTimes(byId("curve-source"), byId("curve-result"), sections, scales);
  const result = durationOf(sections);
  root.dataset.duration = result;
  setText(byId("curve-length"), `${duration(file.duration)} become ${duration(result)}`);
}

/** Draws the waveform unless it is drawn already, as while a point is dragged. */
async function drawSoundOf(file, scales) {
  const color = getComputedStyle(sound).color;
  const key = JSON.stringify([file.id, file.modified, file.hasWaveform, scales.from, scales.to, sound.clientWidth, color]);
  if (key === sound.dataset.drawn) return;
  sound.dataset.drawn = key;
  const waveform = file.hasWaveform ? await waveformOf(file).catch(() => null) : null;
  if (sound.dataset.drawn === key) drawSound(sound, waveform, file.duration, scales);
}

function drawRange(scales) {
  const { from, to, isAll } = editor.range;
  const mark = byId("curve-range");
  mark.hidden = isAll;
  setVars(mark, { from: Math.max(0, scales.x(from)), to: Math.min(1, scales.x(to)) });
  setText(byId("curve-range-words"), isAll ? "All of it" : `${clock(from, 2)} to ${clock(to, 2)}`);
  byId("curve-all").disabled = isAll;
}

/** Scrolls to the current time of the original if it is out of view. */
function keepInView() {
  const { file, time } = editor;
  if (!file || drawing || view.of === null || (time >= view.from && time <= view.to)) return;
  editor.zoom(1);
}

function moveHead() {
  const { file, time, scales } = editor;
  if (!file) return;
  const head = byId("curve-head");
  const at = scales.x(time);
  head.hidden = at < 0 || at > 1;
  setVars(head, { at });
  const result = previewed ?? (editor.sections ? resultOf(editor.sections, time) : null);
  ground.setAttribute("aria-valuemax", file.duration.toFixed(2));
  ground.setAttribute("aria-valuenow", time.toFixed(2));
  const shown = result === null ? "not in the result" : `${clock(result, 2)} in the result`;
  ground.setAttribute("aria-valuetext", `${clock(time, 2)}, ${shown}`);
  setText(byId("curve-time"), `${clock(time, 2)} → ${result === null ? "left out" : clock(result, 2)}`);
}

/** Moves the playhead at every screen refresh while the original plays. */
function follow() {
  moveHead();
  if (mediaOn("original") && !mediaOn("original").paused) requestAnimationFrame(follow);
}

/** A press goes to a time; a drag sets the range from there. */
function press(event) {
  const timeOf = ({ clientX }) => {
    const box = ground.getBoundingClientRect();
    return Math.min(editor.file.duration, Math.max(0, editor.scales.time((clientX - box.left) / box.width)));
  };
  if (event.button !== 0 || !editor.file) return;
  const [first, start] = [timeOf(event), event.clientX];
  ground.setPointerCapture(event.pointerId);
  seek("original", first);
  const drag = (moved) => Math.abs(moved.clientX - start) > 4 && editor.setRange(first, timeOf(moved));
  ground.addEventListener("pointermove", drag);
  const end = () => {
    ground.removeEventListener("pointermove", drag);
    for (const type of ["pointerup", "pointercancel"]) ground.removeEventListener(type, end);
  };
  for (const type of ["pointerup", "pointercancel"]) ground.addEventListener(type, end);
}
