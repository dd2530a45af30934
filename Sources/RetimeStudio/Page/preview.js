// SPDX-License-Identifier: MPL-2.0
// Plays the original as the result will be, while it is drawn and before it is made.
import { byId, icon, setText } from "./dom.js";
import { editor } from "./editor.js";
import { clock } from "./format.js";
import { isHold } from "./map.js";
import { borrow, mediaOn } from "./pair.js";
import { canShift, shift } from "./pitch.js";
import { isPlayed, Playback } from "./playback.js";
import { currentPitch, currentSections, currentShift } from "./settings.js";
import { emit, on } from "./store.js";

const button = byId("preview");
const time = byId("preview-time");
/** Where a letter is written, or chosen by. */
const fields = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, dialog *";
let playback = null;
let asked = null;

/** Wires button and keys. */
export function startPreview() {
  button.addEventListener("click", toggle);
  addEventListener("keydown", press, true);
  on("settings selection files curve planned", () => {
    asked = null;
    draw();
  });
  on("time", (side) => {
    if (side !== "original") return;
    // Hidden pages get no animation frames, but still get the element's time updates.
    step();
    draw();
  });
  draw();
}

/** What is to be played, also while it is drawn: sections, or null. */
const sections = () => (editor.file ? editor.sections : asked ??= currentSections());

function toggle() {
  if (playback) stop();
  else begin();
}

function begin() {
  const media = mediaOn("original");
  if (button.disabled || !media) return;
  borrow(stop);
  playback = new Playback(media, sections(), stop);
  draw();
  run();
}

function stop() {
  if (!playback) return;
  playback.end();
  shift(playback.media, 1);
  time.value = playback.time;
  playback = null;
  borrow(null);
  emit("preview", null);
  draw();
}

function run() {
  step();
  if (playback) requestAnimationFrame(run);
}

function step() {
  if (!playback) return;
  const wanted = sections();
  if (wanted && wanted !== playback.sections) playback.change(wanted);
  if (mediaOn("original") !== playback.media || !playback.step(currentPitch() !== "follow")) return stop();
  const [semitones, keepsVoice] = currentShift();
  shift(playback.media, 2 ** (semitones / 12), keepsVoice);
  time.value = playback.time;
  setText(time, `${clock(playback.time)} / ${clock(playback.duration)}`);
  setText(byId("preview-note"), noteOf(playback.sections));
  emit("preview", playback.time);
}

function draw() {
  button.disabled = !playback && !(mediaOn("original")?.readyState && sections());
  button.replaceChildren(icon(playback ? "pause" : "play"), playback ? "Stop" : "Preview");
  time.hidden = !playback;
  if (!playback) setText(byId("preview-note"), "");
}

/** What the result has and the preview has not, in a sentence or two. */
function noteOf(list) {
  const isSilent = list.some((section) => !isHold(section) && section.speed.some((speed) => !isPlayed(section, speed)));
  return [
    isSilent && "Backwards, below 1/16 and above 16 times, only pictures are shown, as fast as the browser finds them.",
    currentPitch() === "shift" && !canShift() && "Semitones are heard in the result: over http the preview is as high as the original.",
  ].filter(Boolean).join(" ");
}

/** P begins and ends it, Escape ends it; so does the space bar, which pair.js hands on. */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && playback && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    event.stopPropagation();
    stop();
  } else if (event.key.toLowerCase() === "p" && !event.target.closest(fields)) {
    if (event.target !== document.body && !byId("stage").contains(event.target)) return;
    event.preventDefault();
    toggle();
  }
}
