// SPDX-License-Identifier: MPL-2.0
// What can be done to the sections of a map. Each gives new sections, or null where it would leave nothing or changes nothing.
import { again, merged } from "./loops.js";
import { isHold, shareAt, speedAt, speeds } from "./map.js";

/** The shortest section that is made by hand, in seconds. */
const shortest = 0.001;
const near = (one, other) => Math.abs(one - other) < shortest / 2;

/** A map that changes nothing of a source that ends at `end`. */
export const whole = (end) => [{ from: 0, to: end, speed: [1, 1], ease: "smooth" }];

/** Sections that have a border at a time of the source; an eased one that is divided goes through the same speed there. */
export function split(sections, time) {
  return sections.flatMap((section) => {
    if (isHold(section)) return [section];
    const { from, to, speed: [first, last] } = section;
    if (time <= Math.min(from, to) + shortest / 2 || time >= Math.max(from, to) - shortest / 2) return [section];
    const middle = first === last ? first : Number(speedAt(section, shareAt(section, time)).toFixed(3));
    return [{ ...section, to: time, speed: [first, middle] }, { ...section, from: time, speed: [middle, last] }];
  });
}

/** Whether a section lies in a range of the source; a hold at its very ends does not. */
function isWithin(section, from, to) {
  if (isHold(section)) return section.hold > from + shortest / 2 && section.hold < to - shortest / 2;
  const { from: one, to: other } = section;
  return Math.min(one, other) > from - shortest / 2 && Math.max(one, other) < to + shortest / 2;
}

/** Puts something in place of each row of sections that lie in a range: `make(row)`. */
function replace(sections, from, to, make) {
  const result = [];
  let row = [];
  const flush = () => {
    if (row.length) result.push(...(row.every(isHold) ? row : make(row)));
    row = [];
  };
  for (const section of split(split(sections, from), to)) {
    if (isWithin(section, from, to)) row.push(section);
    else {
      flush();
      result.push(section);
    }
  }
  flush();
  return result.some((section) => !isHold(section)) ? result : null;
}

/** Leaves a range out. */
export const cut = (sections, from, to) => replace(sections, from, to, () => []);

/** Repeats the sections of a range `count` times. */
export const repeat = (sections, from, to, count) => replace(sections, from, to, (row) => again(row, count));

/** Plays what is played of a range the other way. */
export const reverse = (sections, from, to) => replace(sections, from, to, (row) =>
  row.toReversed().map((section) => (isHold(section)
    ? section : { ...section, from: section.to, to: section.from, speed: section.speed.toReversed() })));

/** Lets the speed of a range go evenly ("linear"), slowly at first and at last ("smooth"), or in steps ("none"). */
export const setEase = (sections, from, to, ease) => replace(sections, from, to, (row) => row.map((section, index) => {
  if (isHold(section)) return section;
  const { speed: [first, last] } = section;
  // A step has lost the speed that it went to: that is where the next section begins.
  const next = row.slice(index + 1).find((one) => !isHold(one));
  const aim = section.ease === "none" && next ? next.speed[0] : last;
  return { ...section, ease, speed: ease === "none" ? [first, first] : [first, aim] };
}));

/** The number of linear pieces that approximate a power curve. */
const pieces = 12;

/** The shapes that a range can be given: pieces as shares of the range, speeds from `low` to `high`. */
export const shapes = {
  constant: (low, high) => [[0, 1, high, high, "none"]],
  up: (low, high) => [[0, 1, low, high, "linear"]],
  down: (low, high) => [[0, 1, high, low, "linear"]],
  smoothstep: (low, high) => [[0, 1, low, high, "smooth"]],
  triangle: (low, high) => [[0, 0.5, low, high, "linear"], [0.5, 1, high, low, "linear"]],
  pulse: (low, high) => [[0, 0.25, low, low, "none"], [0.25, 0.75, high, high, "none"], [0.75, 1, low, low, "none"]],
  sine: (low, high) => [0, 1, 2, 3].map((part) =>
    [part / 4, (part + 1) / 4, part % 2 ? high : low, part % 2 ? low : high, "smooth"]),
  power: (low, high, exponent) => {
    const at = (part) => Number((low + (high - low) * (part / pieces) ** exponent).toFixed(4));
    return Array.from({ length: pieces }, (_, part) => [part / pieces, (part + 1) / pieces, at(part), at(part + 1), "linear"]);
  },
};

/** Gives a range a shape. */
export const shape = (sections, from, to, name, low, high, exponent) => put(sections, from, to, (start, end) =>
  shapes[name](low, high, exponent).map(([a, b, first, last, ease]) =>
    ({ from: rounded(start, end, a), to: rounded(start, end, b), speed: [first, last], ease })));

/** What is played of a range, as that of a source that begins there. */
export const taken = (sections, from, to) => split(split(sections, from), to).filter((section) => isWithin(section, from, to))
  .map((section) => moved(section, (time) => Number((time - from).toFixed(6))));

/** Scales sections made for a source of `over` seconds to a range; holds keep their duration. */
export const fit = (sections, from, to, pieces, over) => put(sections, from, to, (start, end) =>
  pieces.map((piece) => moved(piece, (time) => rounded(start, end, time / over)))
    .filter((piece) => isHold(piece) || piece.from !== piece.to));

const moved = (section, at) => (isHold(section)
  ? { ...section, hold: at(section.hold) } : { ...section, from: at(section.from), to: at(section.to) });

/** Puts `pieces(start, end)` into a range; a part of the source that was cut there comes back with it. */
function put(sections, from, to, pieces) {
  let isFound = false;
  const result = replace(sections, from, to, (row) => {
    isFound = true;
    const played = row.filter((section) => !isHold(section));
    return pieces(played[0].from, played.at(-1).to);
  });
  if (isFound) return result;
  const next = sections.findIndex((section) => !isHold(section) && Math.min(section.from, section.to) > to - shortest / 2);
  const index = next < 0 ? sections.length : next;
  return [...sections.slice(0, index), ...pieces(from, to), ...sections.slice(index)];
}

/** A share of a range, to the microsecond but at its ends. */
function rounded(start, end, share) {
  if (share === 0 || share === 1) return share ? end : start;
  return Number((start + (end - start) * share).toFixed(6));
}

/** Freezes the frame at `time` for `length` seconds, or unfreezes it for 0; null if no section plays that time. */
export function hold(sections, time, length) {
  const bare = sections.filter((section) => !isHold(section) || !near(section.hold, time));
  const parts = split(bare, time);
  const after = parts.findIndex((section) => !isHold(section) && near(section.to, time));
  const before = parts.findIndex((section) => !isHold(section) && near(section.from, time));
  const index = after >= 0 ? after + 1 : before;
  if (index < 0) return null;
  if (length <= 0) return bare;
  const at = after >= 0 ? parts[after].to : parts[before].from;
  return [...parts.slice(0, index), { hold: at, length }, ...parts.slice(index)];
}

/**
 * The points that can be moved: { time, speed, times, levels, joins }.
 *
 * `times` are the ends that move with it, [index, "from" or "to" or "hold"], and `levels` the speeds, [index, 0 or 1].
 */
export function points(sections) {
  const list = [];
  let before = null;
  // Holds at a point between two sections move with it.
  const holds = (first, end, time) => sections.slice(first, end).flatMap((section, index) =>
    (isHold(section) && near(section.hold, time) ? [[first + index, "hold"]] : []));
  const end = (index, next) => list.push({
    time: sections[index].to, speed: sections[index].speed[1], levels: [[index, 1]], joins: null,
    times: [[index, "to"], ...holds(index + 1, next, sections[index].to)],
  });
  for (const [index, section] of sections.entries()) {
    if (isHold(section)) continue;
    const last = before === null ? null : sections[before];
    const isJoined = last !== null && last.to === section.from;
    const times = [[index, "from"], ...holds((before ?? -1) + 1, index, section.from)];
    const levels = [[index, 0]];
    if (isJoined) {
      times.push([before, "to"]);
      if (last.ease !== "none") {
        if (last.speed[1] === section.speed[0]) levels.push([before, 1]);
        else list.push({ time: last.to, speed: last.speed[1], times, levels: [[before, 1]], joins: null });
      }
    } else if (last !== null) end(before, index);
    list.push({ time: section.from, speed: section.speed[0], times, levels, joins: isJoined ? [before, index] : null });
    before = index;
  }
  if (before !== null) end(before, sections.length);
  return merged(list);
}

/** Moves a point to a time and a speed, as far as its neighbours let it; the source ends at `end`. */
export function move(sections, point, time, speed, end) {
  let [least, most] = [0, end];
  for (const [index, name] of point.times) {
    if (name === "hold") continue;
    const other = sections[index][name === "from" ? "to" : "from"];
    if (other < sections[index][name]) least = Math.max(least, other + shortest);
    else most = Math.min(most, other - shortest);
  }
  const at = Math.min(most, Math.max(least, time));
  const level = Math.min(speeds.most, Math.max(speeds.least, speed));
  const result = sections.map((section) => (isHold(section) ? { ...section } : { ...section, speed: [...section.speed] }));
  for (const [index, name] of point.times) result[index][name] = at;
  for (const [index, which] of point.levels) {
    result[index].speed[which] = level;
    if (result[index].ease === "none") result[index].speed[1 - which] = level;
  }
  return result;
}

/** Removes a point and joins the sections before and after it; null at an end. */
export function remove(sections, point) {
  if (!point.joins) return null;
  const [first, second] = point.joins.map((index) => sections[index]);
  if ((first.to < first.from) !== (second.to < second.from)) return null;
  const last = first.ease === "none" ? first.speed[0] : second.speed[1];
  const joined = { ...first, to: second.to, speed: [first.speed[0], last] };
  const [from, to] = point.joins;
  return [...sections.slice(0, from), joined, ...sections.slice(to + 1)];
}
