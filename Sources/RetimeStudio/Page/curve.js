// SPDX-License-Identifier: MPL-2.0
// How a speed curve is drawn: the waveform of the source, the line over it, holds, cuts, and two scales of time.
import { make, setVars } from "./dom.js";
import { clock } from "./format.js";
import { loops } from "./loops.js";
import { durationOf, isHold, sourceAt, sourceOf, speedAt } from "./map.js";
import { steps } from "./spectrogram.js";
import { drawWaveform, prepare } from "./waveform.js";

/** The speeds that have a line of their own, and to which points are drawn. */
export const detents = [0.25, 0.5, 1, 2];

/** The part of the source that is in view and the speeds between bottom and top, as places from 0 to 1. */
export class Scales {
  constructor(from, to, sections) {
    Object.assign(this, { from, to });
    const all = sections.flatMap((section) => (isHold(section) ? [] : section.speed));
    this.least = Math.min(0.1, ...all.map((speed) => speed / 1.2));
    this.most = Math.max(8, ...all.map((speed) => speed * 1.2));
  }

  x(time) { return (time - this.from) / (this.to - this.from); }
  time(x) { return this.from + x * (this.to - this.from); }
  y(speed) { return 1 - Math.log(speed / this.least) / Math.log(this.most / this.least); }
  speed(y) { return this.least * (this.most / this.least) ** (1 - y); }
}

/** Draws the part of the waveform that is in view. */
export function drawSound(canvas, waveform, end, scales) {
  const { width, height, context } = prepare(canvas);
  context.clearRect(0, 0, width, height);
  if (!waveform) return;
  const { peaks, duration } = waveform;
  const rate = peaks.length / (duration || end);
  const seen = peaks.slice(Math.floor(scales.from * rate), Math.ceil(scales.to * rate));
  const share = Math.min(1, ((duration || end) - scales.from) / (scales.to - scales.from));
  if (seen.length && share > 0) drawWaveform(canvas, seen, share);
}

/** Draws the line of the speeds: dashed where the source is played backwards, hatched where it is not played at all. */
export function drawLine(canvas, sections, end, scales) {
  const { width, height, context } = prepare(canvas);
  // Colours of the theme as the browser has worked them out, in properties that a canvas has no other use for.
  const { color: line, caretColor: backward, columnRuleColor: grid } = getComputedStyle(canvas);
  const [x, y] = [(time) => scales.x(time) * width, (speed) => scales.y(speed) * height];
  hatch(context, gaps(sections, end).map(([from, to]) => [x(from), x(to)]), height, grid);
  context.strokeStyle = grid;
  for (const speed of detents) stroke(context, [[0, y(speed)], [width, y(speed)]], speed === 1 ? 2 : 1);
  let last = null;
  for (const section of sections) {
    if (isHold(section)) continue;
    const isBackward = section.to < section.from;
    context.strokeStyle = isBackward ? backward : line;
    context.setLineDash(isBackward ? [6, 4] : []);
    const isPlain = section.speed[0] === section.speed[1];
    const shares = isPlain ? [0, 1] : Array.from({ length: 33 }, (_, index) => index / 32);
    const places = shares.map((u) => [x(sourceAt(section, u)), y(speedAt(section, u))]);
    const goesOn = last?.time === section.from && last.isBackward === isBackward;
    stroke(context, goesOn ? [last.place, ...places] : places, 3);
    last = { time: section.to, isBackward, place: [x(section.to), y(speedAt(section, 1))] };
  }
  context.setLineDash([]);
}

function stroke(context, places, width) {
  context.lineWidth = width;
  context.lineJoin = "round";
  context.beginPath();
  for (const [x, y] of places) context.lineTo(x, y);
  context.stroke();
}

/** The parts of the source that no section plays. */
function gaps(sections, end) {
  const played = sections.filter((section) => !isHold(section))
    .map(({ from, to }) => [Math.min(from, to), Math.max(from, to)]).sort((a, b) => a[0] - b[0]);
  const list = [];
  let at = 0;
  for (const [from, to] of [...played, [end, end]]) {
    if (from > at + 1e-6) list.push([at, from]);
    at = Math.max(at, to);
  }
  return list;
}

/** Hatches ranges of the width. */
export function hatch(context, ranges, height, color) {
  context.save();
  context.beginPath();
  for (const [from, to] of ranges) context.rect(from, 0, to - from, height);
  context.clip();
  context.strokeStyle = color;
  for (const [from, to] of ranges) {
    for (let x = from - height; x < to; x += 9) stroke(context, [[x, height], [x + height, 0]], 1.5);
  }
  context.restore();
}

/** Puts the seconds of the source below it, and the seconds of the result at the moments that they show. */
export function drawTimes(source, result, sections, scales) {
  const span = scales.to - scales.from;
  const most = Math.max(2, Math.floor(source.clientWidth / 64));
  const marks = (from, to, count) => {
    const [, step = to - from] = steps(to - from, count);
    const digits = Number.isInteger(step) ? 0 : step < 0.1 ? 2 : 1;
    const first = Math.ceil(from / step - 1e-9);
    const times = Array.from({ length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) }, (_, index) => (first + index) * step);
    return { times, digits };
  };
  const put = (place, at, words) => place.append(make("li", { vars: { at } }, words));
  source.replaceChildren();
  const { times, digits } = marks(scales.from, scales.to, most);
  for (const time of times) put(source, (time - scales.from) / span, clock(time, digits));
  result.replaceChildren();
  const duration = durationOf(sections);
  const taken = [];
  const fine = marks(0, duration, Math.max(most, Math.min(200, Math.round((most * duration) / span))));
  for (const time of fine.times) {
    const at = scales.x(sourceOf(sections, time));
    if (at < 0 || at > 1 || taken.some((other) => Math.abs(other - at) < 0.8 / most)) continue;
    taken.push(at);
    put(result, at, clock(time, fine.digits));
  }
}

/** The lines of the speeds, by name. */
export function drawSpeeds(place, scales) {
  place.replaceChildren(...detents.map((speed) => make("li", { vars: { at: 1 - scales.y(speed) } }, `${speed}×`)));
}

/** Draws a mark with the duration at each freeze frame, and one with the count in the middle of each loop. */
export function drawMarks(place, sections, scales) {
  const holds = sections.filter(isHold).map(({ hold, length }) => [hold, `${Number(length.toFixed(2))} s`]);
  const often = loops(sections).map(({ from, to, count }) => [(from + to) / 2, `${count} times`]);
  place.replaceChildren(...[...holds, ...often].map(([time, words]) => {
    const mark = make("li", {}, words);
    setVars(mark, { at: scales.x(time) });
    mark.hidden = time < scales.from || time > scales.to;
    return mark;
  }));
}
