// SPDX-License-Identifier: MPL-2.0
// A map of sections: its text, and which moment of the source is shown when. No part of it knows the page.
//
// A section is { from, to, speed: [first, last], ease } or { hold, length }: seconds of the source, speeds above 0.
// Backwards is from a later time to an earlier one. "none" is one speed, whatever comes next.
import { seconds } from "./amount.js";
import { loops } from "./loops.js";

/** How speed goes from the first to the last of a section, over the share `u` of its time: its value, and its integral. */
const easings = {
  none: { value: () => 0, integral: () => 0 },
  linear: { value: (u) => u, integral: (u) => (u * u) / 2 },
  smooth: { value: (u) => u * u * (3 - 2 * u), integral: (u) => u ** 3 - u ** 4 / 2 },
};

export const isHold = (section) => section.hold !== undefined;

/** What speeds a section may have. */
export const speeds = { least: 0.001, most: 1000 };

/** How long a section lasts in the result, in seconds. */
export function lengthOf(section) {
  if (isHold(section)) return section.length;
  return (2 * Math.abs(section.to - section.from)) / (section.speed[0] + section.speed[1]);
}

/** The sections with the time of the result at which each begins, { section, at, length }. */
export function timed(sections) {
  let at = 0;
  return sections.map((section) => {
    const length = lengthOf(section);
    const place = { section, at, length };
    at += length;
    return place;
  });
}

/** How long all sections last in the result, in seconds. */
export const durationOf = (sections) => sections.reduce((sum, section) => sum + lengthOf(section), 0);

/** The time of the source at a share `u` of a section's time. */
export function sourceAt(section, u) {
  if (isHold(section)) return section.hold;
  const { from, to, speed: [first, last], ease } = section;
  const direction = to < from ? -1 : 1;
  return from + direction * lengthOf(section) * (first * u + (last - first) * easings[ease].integral(u));
}

/** The speed at a share `u` of a section's time. */
export function speedAt({ speed: [first, last], ease }, u) {
  return first + (last - first) * easings[ease].value(u);
}

/** The share of a section's time at which it shows a time of the source. */
export function shareAt(section, time) {
  const [low, high] = [Math.min(section.from, section.to), Math.max(section.from, section.to)];
  const aim = Math.min(high, Math.max(low, time));
  if (section.speed[0] === section.speed[1]) return (aim - section.from) / (section.to - section.from);
  const isBackward = section.to < section.from;
  let [least, most] = [0, 1];
  for (let step = 0; step < 52; step += 1) {
    const middle = (least + most) / 2;
    if ((sourceAt(section, middle) < aim) !== isBackward) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

/** The section that is played at a time of the result, { section, at, length, share }: so much of its time is over. */
export function placeOf(sections, time) {
  const places = timed(sections);
  const place = places.find(({ at, length }) => time < at + length) ?? places.at(-1);
  return { ...place, share: Math.min(1, Math.max(0, (time - place.at) / place.length)) };
}

/** The time of the source that is shown at a time of the result. */
export function sourceOf(sections, time) {
  const { section, share } = placeOf(sections, time);
  return sourceAt(section, share);
}

/** The time of the result nearest to `near` at which a time of the source is shown; null where it never is. */
export function resultOf(sections, source, near = 0) {
  let found = null;
  for (const { section, at, length } of timed(sections)) {
    const { hold, from = hold, to = hold } = section;
    if (source < Math.min(from, to) || source > Math.max(from, to)) continue;
    const time = isHold(section) ? Math.min(at + length, Math.max(at, near)) : at + length * shareAt(section, source);
    if (found === null || Math.abs(time - near) < Math.abs(found - near)) found = time;
  }
  return found;
}

/** The same, or where the next time of the source is shown that is; null where none is. */
export function resultFrom(sections, source, near = 0) {
  const begins = sections.filter((section) => !isHold(section)).map(({ from, to }) => Math.min(from, to));
  const next = Math.min(...begins.filter((time) => time > source));
  return resultOf(sections, source, near) ?? (next < Infinity ? resultOf(sections, next, near) : null);
}

/** A number as a text that is exact where it can be: "0.25", "1/3", else six decimals. */
export function numberText(value) {
  const decimals = Number(value.toFixed(6));
  if (decimals === value) return String(decimals);
  for (const under of [3, 7, 9, 11, 13, 24, 25, 30, 60, 1001, 24000, 30000, 60000]) {
    const over = Math.round(value * under);
    if (over / under === value) return `${over}/${under}`;
  }
  return String(decimals);
}

/** The text of a map, a section a line, for a source that ends at `end`. */
export function write(sections, end) {
  const time = (value) => (Math.abs(value - end) < 1e-6 ? "end" : numberText(value));
  const lines = sections.map((section) => {
    if (isHold(section)) return { hold: time(section.hold), for: numberText(section.length) };
    const [first, last] = section.speed.map(numberText);
    const where = { from: time(section.from), to: time(section.to) };
    return first === last ? { ...where, speed: first } : { ...where, speed: [first, last], ease: section.ease };
  });
  return `{"retime-map":1,"sections":[\n${lines.map((line) => `  ${JSON.stringify(line)}`).join(",\n")}]}\n`;
}

/** The sections of a map's text for a source that ends at `end`: { sections }, or { problem }. */
export function read(text, end) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `That is no JSON: ${error.message}` };
  }
  const map = value?.["retime-map"] === undefined ? value?.map : value;
  if (String(map?.["retime-map"]) !== "1") return { problem: "A map begins with {\"retime-map\":1, \"sections\":[" };
  if (!Array.isArray(map.sections) || map.sections.length === 0) return { problem: "A map needs a list of sections." };
  const sections = [];
  for (const [index, one] of map.sections.entries()) {
    const section = sectionOf(one, end);
    if (section.problem) return { problem: `Section ${index + 1}: ${section.problem}` };
    sections.push(section);
  }
  return { sections: withSteps(sections) };
}

function sectionOf(value, end) {
  if (value === null || typeof value !== "object") return { problem: "it is none." };
  if (value.hold !== undefined) {
    const [hold, length] = [timeOf(value.hold, end), numberOf(value.for)];
    if (!(hold >= 0 && hold <= end)) return { problem: `“hold” must be a time of the source, up to ${numberText(end)}.` };
    return length > 0 ? { hold, length } : { problem: "“for” must be seconds above 0." };
  }
  const [from, to] = [timeOf(value.from, end), timeOf(value.to, end)];
  for (const time of [from, to]) {
    if (!(time >= 0 && time <= end)) return { problem: `“from” and “to” must be times of the source, up to ${numberText(end)}.` };
  }
  if (from === to) return { problem: "it begins where it ends: give a hold." };
  const given = [value.speed].flat().map(numberOf);
  const speed = given.length === 1 ? [given[0], given[0]] : given;
  if (speed.length !== 2 || !speed.every((one) => one >= speeds.least && one <= speeds.most)) {
    return { problem: `“speed” must be one number from ${speeds.least} to ${speeds.most}, or two.` };
  }
  const ease = value.ease ?? "smooth";
  return ["smooth", "linear"].includes(ease) ? { from, to, speed, ease } : { problem: "“ease” is smooth or linear." };
}

/** Marks a section of constant speed as a step if the next section does not continue at that time and speed. */
function withSteps(sections) {
  const made = sections.map((section, index) => {
    if (isHold(section) || section.speed[0] !== section.speed[1]) return section;
    const next = sections.slice(index + 1).find((one) => !isHold(one));
    const goesOn = next?.from === section.to && next.speed[0] === section.speed[1];
    return { ...section, ease: goesOn || !next ? "smooth" : "none" };
  });
  // Each pass of a loop takes the easing of the last pass, whose next section is known.
  for (const { first, size, end } of loops(made)) {
    for (let index = first; index < end - size; index += 1) {
      const { ease } = made[end - size + ((index - first) % size)];
      if (ease) made[index].ease = ease;
    }
  }
  return made;
}

/** The number of a text, "1/4" or "0.25"; NaN for what is none. */
export function numberOf(written) {
  const text = String(written ?? "").trim();
  const parts = text.match(/^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?))?$/);
  return parts ? Number(parts[1]) / Number(parts[2] ?? 1) : NaN;
}

/** The time of a text: "end", a number, or [hh:]mm:ss. */
function timeOf(written, end) {
  const text = String(written ?? "").trim();
  if (text === "end") return end;
  if (!/^(\d+:)?\d+:\d+(\.\d+)?$/.test(text)) return numberOf(text);
  return seconds(text);
}
