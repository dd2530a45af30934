// SPDX-License-Identifier: MPL-2.0
// A preset: what is asked for of any file, as the server keeps it. No part of it knows the page.
import { fit, taken, whole } from "./edits.js";
import { numberText, read, write } from "./map.js";
import { makeRequest, usual } from "./request.js";
import { timingSettings } from "./timing.js";

/** A placeholder for any file, with video and audio and infinite duration. */
const anyFile = { id: "", kind: "video", duration: Infinity, info: { tracks: [{ kind: "video" }, { kind: "audio" }] } };

/** The preset of settings, or { problem }; `curve` has the sections and the range that is meant: { sections, from, to, isAll }. */
export function makePreset(name, { map, mapProblem, keep: _, drop: __, ...settings }, container, curve) {
  if (settings.hits) return { problem: "Hits belong to one file: a preset cannot keep them." };
  if (settings.action === "fit") return { problem: "Cues belong to one file: a preset cannot keep them." };
  const drawn = map === undefined ? {} : drawnIn(curve, mapProblem);
  if (drawn.problem) return drawn;
  const made = makeRequest({ ...settings, map: drawn.map }, anyFile, "preset", false);
  if (made.problem) return made;
  const request = Object.fromEntries(Object.entries(made).filter(([key]) => !["file", "name", "overwrite", "folder"].includes(key)));
  if (drawn.map) request.map = JSON.parse(drawn.map);
  return { "retime-preset": 1, name, request, ...(drawn.map && { over: drawn.over }), ...(container && { container }) };
}

/** The map of a range: { map, over }, or { problem }. */
function drawnIn({ sections, from, to, isAll }, problem) {
  if (problem) return { problem: `The speed curve's text: ${problem}` };
  const part = isAll ? sections : taken(sections, from, to);
  if (!part.length) return { problem: "Nothing of that range is played: set another one." };
  const over = Number((to - from).toFixed(6));
  return { map: write(part, over), over: numberText(over) };
}

/** The settings that a preset's request means, of those that the form has. */
export function settingsOf(request) {
  const { factor, speed, duration, every, fps, pitch, formants, mono, channel, rate, map: _, ...same } = timingSettings(request);
  const settings = { ...usual, ...same };
  const length = /^\d+(\.\d+)?$/.test(duration ?? "") ? `${duration} s` : duration;
  const amount = factor ?? (speed && `${speed}x`) ?? length ?? (every && `every ${every} s`);
  if (amount !== undefined) settings.amount = String(amount);
  settings.reverseScaled = same.action === "reverse" && amount !== undefined;
  if (fps !== undefined) Object.assign(settings, isUsualRate(fps) ? { fps } : { fps: "other", fpsOther: String(fps) });
  if (pitch === "keep" || pitch === "follow") settings.pitch = pitch;
  else if (pitch !== undefined) Object.assign(settings, { pitch: "shift", semitones: String(pitch) });
  settings.formants = formants === "keep";
  settings.mono = mono === true || channel !== undefined;
  if (channel !== undefined) settings.channel = String(channel);
  if (rate !== undefined) settings.rate = String(rate);
  return settings;
}

/** What of settings makes no sense for any file; undefined where all of it does. */
export const problemOf = (settings) => makeRequest(settings, anyFile, "preset", false).problem;

const isUsualRate = (fps) => ["source", "24", "30", "60", "vfr"].includes(fps);

/** The sections of a file along a preset's map in a range: { sections }, or { problem }. */
export function sectionsFrom({ request, over }, before, { from, to }, end) {
  const length = Number(over);
  const text = typeof request.map === "string" ? request.map : JSON.stringify(request.map);
  const { sections, problem } = read(text, length);
  if (problem) return { problem };
  const made = fit(before ?? whole(end), from, to, sections, length);
  return made ? { sections: made } : { problem: "The range is too short for it: set a longer one." };
}
