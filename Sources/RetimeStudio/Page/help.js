// SPDX-License-Identifier: MPL-2.0
// Help for the form's expert terms: a question mark opens a sentence and a drawing.
import { make } from "./dom.js";
import { bar, pictures, sketch, wave } from "./sketch.js";

/** A rolling ball in three source frames, and below them the result frames with one or two ball positions each. */
const rolling = (width, ...places) => [
  ...pictures("original", 1, [0, 0.5, 1].map((at) => [55, [at]])),
  ...pictures("result", 28, places.map((at) => [width, ...[at].flat().map((one, _, { length }) => [one, 1 / length])])),
];
const twice = rolling(26, 0, 0, 0.5, 0.5, 1, 1);
const tone = wave("original", 1, 14, 86, 6);
const dots = [[6, 30], [38, 10], [70, 34], [102, 18], [134, 28], [166, 12]];
const marks = dots.map(([x, y]) => ({ of: "original", isFull: true, d: `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0` }));

/** A curve quantized to steps of `step` pixels; 0 draws it smooth. */
function drawn(step) {
  const at = (x) => 25 - 16 * Math.sin((x / 84) * 2 * Math.PI);
  const left = (x) => (step ? Math.round(at(x) / step) * step : at(x));
  const line = Array.from({ length: 43 }, (_, index) => `${2 + 2 * index} ${left(2 * index).toFixed(1)}`);
  return [{ of: "result", d: `M${line.join("L")}` }];
}

/** The help for each term: [its purpose, [an option, its effect, its drawing]...]. */
const words = {
  fps: ["How many pictures the result shows in a second.", [
    ["Source", "As many as the original: twice as long, each is shown twice.", twice],
    ["All", "Each picture of the original once, for as long as it then lasts.", rolling(55, 0, 0.5, 1)],
  ]],
  frames: ["What is shown where the original has no picture, as in slow motion.", [
    ["Nearest", "The picture that is nearest in time: sharp, and it may stutter.", twice],
    ["Blend of both", "The two around it, one over the other: smooth, and double.", rolling(26, 0, [0, 0.5], 0.5, [0.5, 1], 1, 1)],
    ["Made along the motion", "A new one, in which things are where they were on their way.", rolling(26, 0, 0.25, 0.5, 0.75, 1, 1)],
  ]],
  audioMethod: ["How sound goes from one sample to the next.", [
    ["Sinc", "As what was recorded went: nothing is lost that can be heard.", [{ of: "result", d: "M6 30C16 6 28 4 38 10S58 40 70 34S90 18 102 18S122 31 134 28S156 10 166 12" }, ...marks]],
    ["Linear", "In straight lines: quick, and a little duller.", [{ of: "result", d: `M${dots.map((one) => one.join(" ")).join("L")}` }, ...marks]],
    ["Smooth", "In steps with rounded edges: an effect.", [{ of: "result", d: "M6 30C26 30 18 10 38 10S50 34 70 34S82 18 102 18S114 28 134 28S146 12 166 12" }, ...marks]],
  ]],
  quality: ["How near the result comes to what goes into it, and how much room it takes.", [
    ["Small", "Much smaller. Differences are visible on a close look.", [...drawn(6), bar("result", 100, 22, 20)]],
    ["Good", "Meant to be taken for the original.", [...drawn(2.5), bar("result", 100, 22, 40)]],
    ["Best", "Larger: for what is cut or changed again.", [...drawn(0), bar("result", 100, 22, 70)]],
  ]],
  pitch: ["How high the sound is when it is slower or faster.", [
    ["As on a tape", "Slower is lower, faster is higher.", [tone, wave("result", 1, 40, 172, 6)]],
    ["As it was", "As high as the original, however fast.", [tone, wave("result", 1, 40, 172, 12)]],
    ["Semitones", "Higher or lower by as many steps of a piano as you say.", [tone, wave("result", 1, 40, 86, 9)]],
  ]],
};

/** A field with its question mark; `attributes` are those of both together. */
export function helped(name, label, field, attributes = {}) {
  const [what, lines] = words[name];
  const id = `help-${name}`;
  const card = make("div.help-card", { id, popover: "auto", tabindex: "0", role: "dialog", "aria-label": label },
    make("p.help-title", {}, label), make("p", {}, what),
    make("dl", {}, lines.flatMap(([word, text, picture]) => [make("dt", {}, word), make("dd", {}, text, sketch(174, 50, picture))])));
  const button = make("button.help.quiet", { type: "button", popovertarget: id, "aria-label": `What “${label}” means` }, "?");
  card.addEventListener("beforetoggle", () => place(card, button));
  return make("div.helped", attributes, field, button, card);
}

/** Beside the form on a desk, where the question was asked; in the middle on a phone. */
function place(card, button) {
  const { top } = button.getBoundingClientRect();
  card.style.setProperty("--top", `${Math.max(8, Math.min(top - 16, innerHeight - 480))}px`);
}
