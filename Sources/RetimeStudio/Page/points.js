// SPDX-License-Identifier: MPL-2.0
// The points of a speed curve: buttons that are dragged, and moved with arrow keys.
import { detents } from "./curve.js";
import { byId, make, setVars } from "./dom.js";
import { move, points, remove } from "./edits.js";
import { clock, factor } from "./format.js";

const place = byId("curve-points");
const near = 7;
let editor = null;
/** The point that was used last, by its place in the list. */
let selected = -1;
let drag = null;

/** Wires what is done to points. */
export function startPoints(owner) {
  editor = owner;
  place.addEventListener("pointerdown", grab);
  place.addEventListener("focusin", (event) => choose(indexOf(event.target)));
  place.addEventListener("keydown", press);
}

const indexOf = (button) => [...place.children].indexOf(button.closest("button"));

/** The points as they are now, also where they are not drawn yet; while one is dragged, they stay the same points. */
const current = () => (drag ? drag.list.map((point) => now(point, editor.sections)) : points(editor.sections ?? []));

/** The point that was used last: { time, speed }, or null. */
export const selectedPoint = () => current()[selected] ?? null;

/** Puts the points where they are now. */
export function drawPoints(scales) {
  const list = current();
  while (place.children.length > list.length) place.lastElementChild.remove();
  while (place.children.length < list.length) place.append(make("button.point", { type: "button" }));
  for (const [index, point] of list.entries()) {
    const button = place.children[index];
    const x = scales.x(point.time);
    button.hidden = x < -0.001 || x > 1.001;
    setVars(button, { x, y: scales.y(point.speed) });
    button.setAttribute("aria-label", words(point));
    button.title = words(point);
  }
  if (selected >= list.length) selected = -1;
  choose(selected);
}

const words = ({ time, speed }) => `Speed ${factor(speed)} at ${clock(time, 2)}`;

/** A point as it is in other sections of the same number. */
function now(point, sections) {
  const [[index, name]] = point.times;
  const [[level, which]] = point.levels;
  return { ...point, time: sections[index][name], speed: sections[level].speed[which] };
}

function choose(index) {
  selected = index;
  for (const [at, button] of [...place.children].entries()) button.classList.toggle("is-chosen", at === index);
  editor.onChoose?.(selectedPoint());
}

/** Moves the point that was used last; what cannot be is as near as it can be. */
export function moveSelected(time, speed) {
  const point = selectedPoint();
  if (point) editor.take(move(editor.sections, point, time, speed, editor.file.duration));
}

/** Takes the point that was used last away. */
export function removeSelected() {
  const point = selectedPoint();
  const sections = point && remove(editor.sections, point);
  if (!sections) return;
  choose(-1);
  editor.take(sections);
  byId("curve-ground").focus();
}

/** Chooses the point at a time. */
export function choosePoint(time) {
  const index = points(editor.sections).findIndex((point) => Math.abs(point.time - time) < 1e-6);
  if (index >= 0) selected = index;
}

function grab(event) {
  const button = event.target.closest("button");
  if (!button || event.button !== 0) return;
  const index = indexOf(button);
  const start = editor.sections;
  drag = { list: points(start) };
  choose(index);
  place.setPointerCapture(event.pointerId);
  const box = place.getBoundingClientRect();
  const { scales } = editor;
  const [x, y] = [event.clientX, event.clientY];
  const point = drag.list[index];
  let sections = null;
  const to = (moved) => {
    const left = box.width * scales.x(point.time) + moved.clientX - x;
    const top = box.height * scales.y(point.speed) + moved.clientY - y;
    if (!sections && Math.hypot(moved.clientX - x, moved.clientY - y) < 3) return;
    const [time, speed] = moved.altKey ? free(left, top, box, scales) : snapped(left, top, box, scales);
    sections = move(start, point, time, speed, editor.file.duration);
    editor.show(sections);
  };
  const end = () => {
    place.removeEventListener("pointermove", to);
    for (const type of ["pointerup", "pointercancel"]) place.removeEventListener(type, end);
    drag = null;
    editor.take(sections);
    place.children[index]?.focus();
  };
  place.addEventListener("pointermove", to);
  for (const type of ["pointerup", "pointercancel"]) place.addEventListener(type, end);
  event.preventDefault();
}

function free(left, top, box, scales) {
  return [Number(scales.time(left / box.width).toFixed(3)), Number(scales.speed(top / box.height).toFixed(3))];
}

/** Snaps to the current time of the original or to the nearest frame, and to a round speed. */
function snapped(left, top, box, scales) {
  const [time, speed] = free(left, top, box, scales);
  const isAtHead = Math.abs(scales.x(editor.time) * box.width - left) < near;
  const round = detents.find((detent) => Math.abs(scales.y(detent) * box.height - top) < near);
  return [isAtHead ? editor.mark : toPicture(time), round ?? Number(speed.toFixed(2))];
}

/** The time of the nearest frame, rounded to microseconds. */
const toPicture = (time) => Number((Math.round(time / editor.step) * editor.step).toFixed(6));

function press(event) {
  const point = current()[indexOf(event.target)];
  if (!point) return;
  const far = event.shiftKey ? 10 : 1;
  const [time, speed] = {
    ArrowLeft: [-editor.step * far, 0], ArrowRight: [editor.step * far, 0],
    ArrowUp: [0, 0.05 * far], ArrowDown: [0, -0.05 * far],
  }[event.key] ?? [];
  if (time === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const level = Number(Math.max(0.05, point.speed + speed).toFixed(3));
  moveSelected(time ? toPicture(point.time + time) : point.time, speed ? level : point.speed);
}
