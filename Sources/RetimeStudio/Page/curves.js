// SPDX-License-Identifier: MPL-2.0
// The speed curve of each file, with undo and redo. Drafts persist across reloads.
import { whole } from "./edits.js";
import { read, write } from "./map.js";
import { emit, recall, remember } from "./store.js";

/** The maximum number of stored drafts; the most recently changed ones are kept. */
const most = 50;
let drafts = recall("curves") ?? {};
const histories = new Map();

/** The last parse result, cached because every screen refresh needs it. */
let last = { text: null, end: 0, meaning: null };

/** The curve of a file: { isOn, text, sections, problem }; what a text means is known where its end is. */
export function curveOf(file) {
  const end = file.duration;
  const { isOn = false, text = write(whole(end), end) } = drafts[file.id] ?? {};
  if (last.text !== text || last.end !== end) last = { text, end, meaning: read(text, end) };
  return { isOn, text, sections: null, problem: null, ...last.meaning };
}

/** Whether a curve can be drawn for a file, and is. */
export const hasCurve = (file) => Boolean(file?.duration && drafts[file.id]?.isOn);

/** The map that a file's result follows: { map, mapProblem }. */
export function mapOf(file) {
  const { text, problem } = curveOf(file);
  return { map: text, mapProblem: problem };
}

/** Draws a file along its curve, or as one speed again. */
export function turn(file, isOn) {
  keep(file, { isOn, text: curveOf(file).text });
}

/** Takes a text; what is typed in one go is undone in one go. */
export function setText(file, text, isTyped = true) {
  const before = curveOf(file).text;
  if (text === before) return;
  const history = historyOf(file);
  history.undone.length = 0;
  if (!isTyped || !history.isTyped) history.done.push(before);
  history.isTyped = isTyped;
  keep(file, { isOn: true, text });
}

/** Takes sections as they were drawn. */
export const setSections = (file, sections) => setText(file, write(sections, file.duration), false);

/** Whether there is something to undo, and something to do again. */
export function canGo(file) {
  const { done, undone } = historyOf(file);
  return { back: done.length > 0, on: undone.length > 0 };
}

/** Undoes the last change. */
export const undo = (file) => go(file, "done", "undone");

/** Does again what was undone. */
export const redo = (file) => go(file, "undone", "done");

function go(file, from, to) {
  const history = historyOf(file);
  if (!history[from].length) return;
  history[to].push(curveOf(file).text);
  history.isTyped = false;
  keep(file, { isOn: true, text: history[from].pop() });
}

function historyOf(file) {
  if (!histories.has(file.id)) histories.set(file.id, { done: [], undone: [], isTyped: false });
  return histories.get(file.id);
}

function keep(file, draft) {
  const { [file.id]: _, ...others } = drafts;
  drafts = Object.fromEntries([...Object.entries(others), [file.id, draft]].slice(-most));
  remember("curves", drafts);
  emit("curve");
}
