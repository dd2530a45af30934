// SPDX-License-Identifier: MPL-2.0
// Examples for new users: a click fills in the settings, Start runs the job.
import { byId, make } from "./dom.js";
import { takeWish } from "./settings.js";
import { bar, sketch, wave } from "./sketch.js";
import { emit, on, selectedFile } from "./store.js";

const examples = [
  ["Slow motion", "Twice as long, with pictures made in between", [bar("original", 1, 6, 60), bar("result", 1, 18, 120)],
    { amount: "2", frames: "flow", pitch: "keep" }],
  ["In a hurry", "Half as long, and voices as high as they are", [bar("original", 1, 6, 120), bar("result", 1, 18, 60)],
    { amount: "0.5", pitch: "keep" }],
  ["Backwards", "From the end to the beginning", [bar("original", 1, 6, 100), bar("result", 1, 18, 100), { of: "result", d: "M120 21h-14m5 -5l-5 5l5 5" }],
    { action: "reverse" }],
  ["Another voice", "Four semitones higher, as long as it was", [wave("original", 1, 15, 56, 4), wave("result", 64, 15, 56, 6)],
    { amount: "1", pitch: "shift", semitones: "+4", formants: true }],
  ["What sounds when", "The spectrogram of a sound", [6, 14, 9, 24, 18, 11, 5].map((height, index) => bar("result", 1 + index * 17, 28 - height, 12, height)),
    { action: "spectrogram" }],
  ["Speeds along a curve", "Slow where it matters: draw it over the sound", [{ of: "result", d: "M1 8H30C50 8 46 26 64 26S80 8 100 8H120" }], null],
];

/** Draws them; without a file there is nothing to do them with. */
export function startExamples() {
  const list = byId("examples");
  list.append(...examples.map(([name, text, picture, wish]) => make("li", {},
    make("button.example", { type: "button", click: () => ask(wish) }, sketch(124, 30, picture), make("strong", {}, name), make("span.soft", {}, text)))));
  const draw = () => { list.hidden = selectedFile()?.state !== "ready"; };
  on("files selection", draw);
  draw();
}

function ask(wish) {
  const curve = byId("curve-on");
  if (wish) {
    if (curve.checked) curve.click();
    takeWish(wish);
    emit("wished");
  } else {
    takeWish({});
    if (!curve.checked) curve.click();
    emit("open");
    byId("curve").scrollIntoView({ block: "nearest" });
  }
}
