// SPDX-License-Identifier: MPL-2.0
// Below each player a lane: waveform or spectrogram on common scales, with the play position.
import { byId, make, setText, setVars } from "./dom.js";
import { clock } from "./format.js";
import { mediaOn, seek } from "./pair.js";
import { drawSpectrogram, highestFrequency, spectrogramOf, steps } from "./spectrogram.js";
import { emit, on, recall, remember, shownJob } from "./store.js";
import { drawWaveform, loudestOf, waveformOf } from "./waveform.js";

const sides = ["original", "result"];
const shown = { original: null, result: null };
const lanes = Object.fromEntries(sides.map((side) => [side, makeLane(side)]));
let view = recall("lane") ?? "waveform";
let colors = recall("laneColors") ?? "original";
let stop = new AbortController();
/** The largest sample that a waveform shows, at its edges. */
let level = 1;

function makeLane(side) {
  const root = byId(`${side}-lane`);
  const canvas = make("canvas", { "aria-hidden": "true" });
  const words = make("p.lane-words.soft");
  const times = make("ol.time-scale", { "aria-hidden": "true" });
  const frequencies = make("ol.frequency-scale", { "aria-hidden": "true" });
  const head = make("span.playhead", { "aria-hidden": "true" });
  root.append(make("div.lane-picture", {}, canvas, frequencies, head, words), times);
  const to = (event) => {
    const box = canvas.getBoundingClientRect();
    seek(side, ((event.clientX - box.left) / box.width) * longest());
  };
  root.addEventListener("pointerdown", (event) => {
    if (!mediaOn(side)) return;
    root.setPointerCapture(event.pointerId);
    to(event);
  });
  root.addEventListener("pointermove", (event) => root.hasPointerCapture(event.pointerId) && to(event));
  root.addEventListener("keydown", (event) => {
    const media = mediaOn(side);
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }[event.key];
    if (!media || by === undefined) return;
    event.preventDefault();
    seek(side, Math.min(media.duration, Math.max(0, media.currentTime + by)));
  });
  new ResizeObserver(() => drawSide(side)).observe(canvas);
  return { root, canvas, words, times, frequencies, head };
}

/** Wires the choice of view: waveform or spectrogram. */
export function startLanes() {
  for (const input of document.querySelectorAll("input[name=lane]")) {
    input.checked = input.value === view;
    input.addEventListener("change", () => {
      view = input.value;
      remember("lane", view);
      drawAll();
    });
  }
  byId("lane-colors").value = colors;
  byId("lane-colors").addEventListener("change", (event) => {
    colors = event.target.value;
    remember("laneColors", colors);
    drawAll();
  });
  on("theme", drawAll);
  on("time", moveHead);
  on("moving", animate);
  on("preview", () => moveHead("original"));
  drawAll();
}

/** Shows other files; null leaves a side empty. */
export function setLanes(original, result) {
  const key = (file) => file && `${file.id} ${file.modified} ${file.hasWaveform} ${file.duration}`;
  if (key(original) === key(shown.original) && key(result) === key(shown.result)) return;
  Object.assign(shown, { original, result });
  drawAll();
}

/** The sample that is at the edge of the waveforms. */
export const loudestShown = () => level;

/** The duration that both lanes' widths stand for. */
export const longest = () => Math.max(0.001, ...sides.map((side) => shown[side]?.duration ?? 0));
const highest = () => Math.max(1, ...sides.map((side) => highestFrequency(shown[side])));

function drawAll() {
  stop.abort();
  stop = new AbortController();
  byId("lane-colors-label").hidden = view !== "spectrogram";
  for (const side of sides) {
    lanes[side].root.dataset.view = view;
    drawSide(side);
  }
  emit("lanes");
}

async function drawSide(side) {
  const { canvas, words, root } = lanes[side];
  const file = shown[side];
  const { signal } = stop;
  drawScales(side);
  moveHead(side);
  root.classList.toggle("is-empty", !file);
  setVars(root, { share: file ? (file.duration ?? 0) / longest() : 0 });
  if (!file?.hasWaveform) {
    canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
    setText(words, emptyWords(side));
    return;
  }
  // The audio may be shorter than the video.
  const shareOf = (duration) => (duration || file.duration) / longest();
  try {
    if (view === "waveform") {
      const { peaks, duration } = await waveformOf(file);
      const loudest = Math.max(...await Promise.all(sides.map((one) => loudestOn(one))));
      if (signal.aborted || shown[side] !== file) return;
      level = loudest;
      drawWaveform(canvas, peaks, shareOf(duration), loudest);
      emit("lanes");
    } else {
      const isWaiting = setTimeout(() => setText(words, "Computing the spectrogram …"), 200);
      const onProgress = (part) => {
        if (part && !signal.aborted) setText(words, `Computing the spectrogram … ${Math.round(part * 100)} %`);
      };
      const { image, duration } = await spectrogramOf(file, colors, onProgress).finally(() => clearTimeout(isWaiting));
      if (signal.aborted || shown[side] !== file) return;
      drawSpectrogram(canvas, image, shareOf(duration), highestFrequency(file) / highest());
      root.dataset.drawn = file.id;
    }
    setText(words, "");
  } catch (error) {
    if (error.name !== "AbortError" && !signal.aborted) setText(words, error.message);
  }
}

function emptyWords(side) {
  const file = shown[side];
  if (file) return highestFrequency(file) > 0 ? "Its sound is being looked at …" : "No sound in this file";
  const isPicture = shownJob()?.request.action === "spectrogram";
  return side === "result" && shown.original && !isPicture ? "The sound of the result" : "";
}

async function loudestOn(side) {
  if (!shown[side]?.hasWaveform) return 0;
  return waveformOf(shown[side]).then(({ peaks }) => loudestOf(peaks), () => 0);
}

function drawScales(side) {
  const { times, frequencies } = lanes[side];
  const duration = shown[side] ? longest() : 0;
  const units = duration > 90 ? [1.5, 3, 6] : [1, 2, 5];
  const marks = steps(duration, 6, units);
  const digits = Number.isInteger(marks[1] ?? 1) ? 0 : 1;
  times.replaceChildren(...marks.map((second) =>
    make("li", { vars: { at: second / duration } }, clock(second, digits))));
  const top = view === "spectrogram" && shown[side]?.hasWaveform ? highest() / 1000 : 0;
  frequencies.replaceChildren(...steps(top, 5).slice(1).map((kilohertz) =>
    make("li", { vars: { at: kilohertz / top } }, `${kilohertz} kHz`)));
}

function moveHead(side) {
  const media = mediaOn(side);
  const { root, head } = lanes[side];
  const time = media?.currentTime ?? 0;
  const duration = shown[side]?.duration ?? 0;
  head.hidden = !media || !shown[side];
  setVars(head, { at: Math.min(1, time / longest()) });
  root.setAttribute("aria-valuemax", duration.toFixed(2));
  root.setAttribute("aria-valuenow", time.toFixed(2));
  root.setAttribute("aria-valuetext", `${clock(time)} of ${clock(duration)}`);
  root.setAttribute("aria-disabled", String(!media));
}

/** Moves the playheads at every screen refresh while something plays. */
function animate() {
  for (const side of sides) moveHead(side);
  if (sides.some((side) => mediaOn(side) && !mediaOn(side).paused)) requestAnimationFrame(animate);
  else emit("still");
}
