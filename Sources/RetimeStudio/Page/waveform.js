// SPDX-License-Identifier: MPL-2.0
// Waveforms: fetched once a file, drawn in the colour of the canvas.
import { api } from "./api.js";
import { make } from "./dom.js";
import { on } from "./store.js";

const fetched = new Map();
const strips = new WeakMap();

/** The waveform of a file; one request, however often it is asked for. */
export function waveformOf(file) {
  const key = `${file.id} ${file.modified}`;
  if (!fetched.has(key)) {
    const answer = api.waveform(file.id);
    answer.catch(() => fetched.delete(key));
    fetched.set(key, answer);
  }
  return fetched.get(key);
}

/** The largest sample of some peaks; what is all but silent stays small. */
export const loudestOf = (peaks) => peaks.reduce((most, [low, high]) => Math.max(most, -low, high), 0.02);

/** Draws peaks over the share of the width that they last; `loudest` reaches from top to bottom. */
export function drawWaveform(canvas, peaks, share = 1, loudest = loudestOf(peaks)) {
  const { width, height, context } = prepare(canvas);
  const middle = height / 2;
  const span = Math.max(1, width * share);
  context.beginPath();
  for (let x = 0; x < span; x += 1) {
    const first = Math.floor((x / span) * peaks.length);
    const last = Math.max(first + 1, Math.floor(((x + 1) / span) * peaks.length));
    let low = 0;
    let high = 0;
    for (const peak of peaks.slice(first, last)) {
      low = Math.min(low, peak[0]);
      high = Math.max(high, peak[1]);
    }
    const top = middle - (high / loudest) * (middle - 1);
    const bottom = middle - (low / loudest) * (middle - 1);
    context.rect(x, top, 1, Math.max(1, bottom - top));
  }
  context.fill();
}

/** Makes the canvas as sharp as the screen, empty, and of its own colour. */
export function prepare(canvas) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  context.fillStyle = getComputedStyle(canvas).color;
  return { width, height, context };
}

const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) fill(target);
  }
}, { rootMargin: "200px" });

async function fill(canvas) {
  watcher.unobserve(canvas);
  try {
    const { peaks } = await waveformOf(strips.get(canvas));
    canvas.dataset.isDrawn = "yes";
    drawWaveform(canvas, peaks);
  } catch {
    canvas.remove();
  }
}

/** A small waveform for the list, fetched when it comes into view. */
export function waveformStrip(file) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  strips.set(canvas, file);
  watcher.observe(canvas);
  return canvas;
}

on("theme", () => {
  for (const canvas of document.querySelectorAll("canvas[data-is-drawn]")) fill(canvas);
});
