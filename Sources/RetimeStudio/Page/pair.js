// SPDX-License-Identifier: MPL-2.0
// Original and result as a pair: play both, in step, in a loop; in step the space bar plays both, else the last one used.
import { byId, icon, setText } from "./dom.js";
import { clock } from "./format.js";
import { emit, on, recall, remember, shownJob } from "./store.js";

/** What does something of its own with the space bar. */
const ownSpace = "input, select, textarea, button, a, summary, video, audio, dialog, [role=option]";
/** How many times as fast the original is played by itself. */
let pace = 1;
/** Ends the preview, which has the original for itself while it plays. */
let release = null;
const pair = { original: null, result: null, last: "original", isFollowing: false };
const both = byId("play-both");
const inStep = byId("in-step");
const loop = byId("loop");

/** The media element on a side, "original" or "result", or null. */
export const mediaOn = (side) => pair[side];

/** Wires the buttons below the players. */
export function startPair() {
  loop.checked = recall("loop") ?? false;
  inStep.checked = recall("inStep") ?? false;
  both.addEventListener("click", toggleBoth);
  loop.addEventListener("change", () => {
    remember("loop", loop.checked);
    apply();
  });
  inStep.addEventListener("change", () => {
    remember("inStep", inStep.checked);
    apply();
  });
  on("play", () => toggle(pair.original));
  addEventListener("keydown", (event) => {
    const isTaken = event.target.closest(ownSpace);
    if (event.key !== " " || isTaken || event.defaultPrevented) return;
    event.preventDefault();
    toggle(pair[pair.last] ?? pair.original);
  });
}

/** Takes a side's new media element, or null. */
export function setMedia(side, media) {
  pair[side] = media;
  if (!media && pair.last === side) pair.last = "original";
  if (media) {
    media.addEventListener("play", () => {
      // One that was made to play leads nobody: by now, the one that leads may have been paused.
      if (!wasLed(media, "play")) {
        pair.last = side;
        lead(side, true);
      }
      drawButton();
      emit("moving");
    });
    media.addEventListener("pause", () => {
      // What has come to its end lets the other one come to its own.
      if (!wasLed(media, "pause") && pair[side] === media && !media.ended) lead(side, false);
      drawButton();
    });
    media.addEventListener("ended", drawButton);
    media.addEventListener("seeking", () => {
      if (!pair.isFollowing) pair.last = side;
    });
    for (const type of ["timeupdate", "seeked", "loadedmetadata"]) {
      media.addEventListener(type, () => drawTime(side));
    }
    media.addEventListener("seeked", () => follow(side));
  }
  drawTime(side);
  drawButton();
  apply();
}

const otherThan = (side) => (side === "original" ? "result" : "original");

/** Whether both sides go together, however one of them is played. */
const isInStep = () => !release && inStep.checked && !inStep.disabled;

/** For each media element, how many events are to come because the other side was played or paused. */
const led = new WeakMap();

/** Whether an event came because the other side was played or paused; each is asked for once. */
function wasLed(media, type) {
  const counts = led.get(media);
  if (!counts?.[type]) return false;
  counts[type] -= 1;
  return true;
}

/** In step, the other side plays and pauses with this one, from the same moment on. */
function lead(side, isPlaying) {
  if (!isInStep()) return;
  const other = pair[otherThan(side)];
  if (other.paused !== isPlaying) return;
  if (!other.ended) align(side);
  const counts = led.get(other) ?? { play: 0, pause: 0 };
  led.set(other, counts);
  counts[isPlaying ? "play" : "pause"] += 1;
  // A browser that refuses to play sends no event.
  if (isPlaying) other.play().catch((error) => { if (error.name === "NotAllowedError") counts.play -= 1; });
  else other.pause();
}

/** Goes to a time on one side, and to the same moment on the other when they are in step. */
export function seek(side, seconds) {
  const media = pair[side];
  if (!media || !Number.isFinite(media.duration)) return;
  pair.last = side;
  media.currentTime = Math.min(Math.max(0, seconds), media.duration);
}

/** Sets the playback rate of the original when the sides are not in sync. */
export function setPace(value) {
  pace = value;
  apply();
}

/** How many times as fast the original is played by itself. */
export const paceNow = () => pace;

/** Lends control of the original's playback rate; `onStop` is called to end the loan, null returns it. */
export function borrow(onStop) {
  release = onStop;
  apply();
}

/** Plays or pauses one; a browser that refuses is no failure, its own controls are there. */
export function toggle(media) {
  if (release) return release();
  if (!media) return;
  if (media.paused) media.play().catch(() => {});
  else media.pause();
}

function toggleBoth() {
  if (release) return release();
  const media = [pair.original, pair.result].filter(Boolean);
  if (media.some((one) => !one.paused)) {
    for (const one of media) one.pause();
    return;
  }
  for (const one of media) if (one.ended) one.currentTime = 0;
  if (isInStep()) align("result");
  for (const one of media) one.play().catch(() => {});
}

/** Result ÷ original duration when both run forward from end to end, else null. */
function ratio() {
  const { action, start, end, map } = shownJob()?.request ?? {};
  if (start || end || map) return null;
  const [from, to] = [pair.original?.duration, pair.result?.duration];
  return from && to && Number.isFinite(to / from) && ["scale", "resample"].includes(action) ? to / from : null;
}

function follow(side) {
  if (isInStep() && !pair.isFollowing && pair.last === side) align(side);
}

/** Brings the other side to the moment that this one shows. */
function align(side) {
  const other = otherThan(side);
  const target = pair[side].currentTime * (side === "original" ? ratio() : 1 / ratio());
  if (Math.abs(pair[other].currentTime - target) < 0.05) return;
  pair.isFollowing = true;
  pair[other].addEventListener("seeked", () => { pair.isFollowing = false; }, { once: true });
  pair[other].currentTime = target;
}

function apply() {
  const scale = ratio();
  const speed = scale === null ? null : 1 / scale;
  const canStep = speed !== null && speed >= 0.0625 && speed <= 16;
  inStep.disabled = !canStep;
  byId("in-step-label").title = canStep
    ? "Plays the original as fast as the result, so that both show the same moment"
    : "Needs a result of the whole original that runs forward";
  if (pair.result) pair.result.loop = loop.checked;
  if (!pair.original) return;
  pair.original.loop = loop.checked && !release;
  if (!release) pair.original.playbackRate = inStep.checked && canStep ? speed : pace;
}

function drawButton() {
  const media = [pair.original, pair.result].filter(Boolean);
  const isPlaying = media.some((one) => !one.paused && !one.ended);
  both.disabled = media.length < 2;
  both.replaceChildren(icon(isPlaying ? "pause" : "play"), isPlaying ? "Pause" : "Play both");
}

function drawTime(side) {
  const media = pair[side];
  const isKnown = media && Number.isFinite(media.duration);
  setText(byId(`${side}-time`), isKnown ? `${clock(media.currentTime)} / ${clock(media.duration)}` : "");
  if (isKnown) apply();
  emit("time", side);
}
