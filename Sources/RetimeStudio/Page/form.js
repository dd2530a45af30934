// SPDX-License-Identifier: MPL-2.0
// The controls of the form, as a table of fields; settings.js brings them to life.
import { icon, make } from "./dom.js";
import { choice, only, segments, toggle } from "./fields.js";
import { helped } from "./help.js";
import { place, slider } from "./amount.js";
import { conformPanel, cuesPanel, hitsPanel, silencePanel, sizeField } from "./panels.js";

function amount() {
  const range = make("input", { id: "slider", type: "range", min: 0, max: slider.steps, step: 1, "aria-label": "Factor" });
  const marks = slider.detents.filter((factor) => factor !== 0.2);
  const detents = make("ol.detents", { "aria-hidden": "true" },
    marks.map((factor) => make("li", { vars: { at: place(factor) } }, String(factor))));
  return make("div.field.amount", only("scale reverse"),
    make("div.amount-head", {},
      make("label", { for: "amount" }, make("span.label", {}, "Factor, speed or length")),
      make("input", { id: "amount", name: "amount", type: "text", spellcheck: "false", "aria-describedby": "amount-words" })),
    make("div.slider", {}, range, detents),
    make("p.amount-words", { id: "amount-words" }),
    make("div.bars", { "aria-hidden": "true" }, make("span.bar-original"), make("span.bar-result")));
}

/** The In and Out points of the source; the buttons take the current time of the original. */
function part() {
  const field = (name, label, words) => make("div.field", {}, make("label.label", { for: `part-${name}` }, label),
    make("div.with-button", {},
      make("input", { id: `part-${name}`, name: `part-${name}`, type: "text", inputmode: "decimal", spellcheck: "false" }),
      make("button.quiet", { type: "button", "aria-label": words, title: words, dataset: { takes: name } }, icon("clock"))));
  return make("div.two.part", only("scale reverse silence conform fit"),
    field("start", "Begin at", "Begin where the original stands"), field("end", "End at", "End where the original stands"));
}

/** How high the sound is. */
function pitch() {
  const sound = only("scale reverse silence conform", "audio");
  return [
    helped("pitch", "How high the sound is", segments("pitch", "How high the sound is", [["follow", "As on a tape", "Slower is lower, faster is higher"],
      ["keep", "As it was", "As high as the source, however fast"], ["shift", "Semitones"]]), sound),
    make("div.two", { id: "semitones-label", ...sound },
      make("label.field", {}, make("span.label", {}, "Semitones above the source"),
        make("input", { name: "semitones", type: "text", inputmode: "decimal", spellcheck: "false" })),
      toggle("formants", "Same voice", "Only its height changes")),
  ];
}

/** The actions with the frames of the result in question, and those that encode. */
const framed = "scale reverse silence fit undo";
const encoding = `${framed} conform resample`;

const actions = [["scale", "Scale"], ["reverse", "Reverse"], ["silence", "Silence"], ["conform", "Conform"],
  ["fit", "Fit cues"], ["undo", "Undo"], ["resample", "Resample"], ["spectrogram", "Spectrogram"]];
const rates = ["8000", "16000", "22050", "32000", "44100", "48000", "88200", "96000", "192000"];

/** Everything of the form, in its order. */
export function makeForm() {
  const picture = "video";
  const fields = [
    make("div.tabs", { role: "radiogroup", "aria-label": "What to make" },
      actions.map(([value, text]) =>
        make("label", {}, make("input", { type: "radio", name: "action", value }), make("span", {}, text)))),
    make("p.about.soft", { id: "about" }),
    toggle("reverseScaled", "Change the length as well", null, only("reverse")),
    amount(),
    hitsPanel(),
    silencePanel(),
    make("p.soft", { id: "silence-words", role: "status" }),
    conformPanel(),
    cuesPanel(),
    part(),
    helped("fps", "Frames a second", segments("fps", "Frames a second", [["source", "Source"], ["24", "24"], ["30", "30"], ["60", "60"],
      ["vfr", "All", "Every picture once, at its new time: a variable frame rate"],
      ["other", "Other"]]), only(framed, picture)),
    make("label.field", { id: "fps-label", ...only(framed, picture) },
      make("span.label", {}, "As a number or a quotient, such as 25, 23.976 or 30000/1001"),
      make("input", { name: "fpsOther", type: "text", inputmode: "decimal", spellcheck: "false" })),
    choice("rate", "Sample rate", rates.map((rate) => [rate, `${Number(rate) / 1000} kHz`]), only("resample")),
    make("div.two", only(`${framed} conform`),
      helped("frames", "Which picture", choice("frames", "Which picture", [["nearest", "Nearest"], ["previous", "The one before"], ["next", "The one after"],
        ["blend", "Blend of both"], ["flow", "Made along the motion"]]), only(framed, picture)),
      helped("audioMethod", "Between samples", choice("audioMethod", "Between samples", [["sinc", "Sinc"], ["linear", "Linear"], ["smooth", "Smooth"]]),
        { id: "method-label", ...only("scale reverse silence conform", "audio") })),
    choice("flowQuality", "Motion", [["good", "Followed well"], ["fast", "Followed quickly"]],
      { id: "flow-label", ...only(framed, picture) }),
    ...pitch(),
    make("div.field.channels", only(encoding, "audio"), toggle("mono", "Single channel"),
      make("label", { id: "channel-label" }, make("span.hidden", {}, "Which channel"),
        make("select", { name: "channel" }))),
    toggle("boomerang", "Boomerang", "Forward, then backward", only("reverse")),
    segments("colors", "Colours", [["original", "Original"], ["viridis", "Viridis"], ["grey", "Grey"]],
      only("spectrogram")),
    toggle("axes", "Scales around the picture", "Time, frequency and level", only("spectrogram")),
    helped("quality", "Quality", segments("quality", "Quality", [["small", "Small", "Much smaller; differences are visible on a close look"],
      ["good", "Good", "Meant to be taken for the original"], ["best", "Best", "Larger, for what is worked on again"]]), only(encoding)),
    sizeField(),
    make("details.more", only(encoding), make("summary", {}, "More"),
      toggle("copyVideo", "Keep the encoded pictures", "Only their times change: quick, and without loss",
        only("scale conform", picture)),
      toggle("smart", "Smart rendering", "Frames that do not change are copied: quick, and without loss", only(framed, picture)),
      toggle("sdr", "Standard range", "HDR becomes what every player shows", only(`${framed} conform`, picture)),
      toggle("noVideo", "Leave the pictures out", null, only(encoding, picture)),
      toggle("noAudio", "Leave the sound out", null, only(`${framed} conform`, "both"))),
    make("div.output", {},
      make("label.field.grow", {}, make("span.label", {}, "Name"),
        make("input", { name: "name", type: "text", spellcheck: "false" })),
      make("label.field", { id: "container-label" }, make("span.label", {}, "Container"),
        make("select", { name: "container" }))),
    make("label.field", { id: "folder-label" }, make("span.label", {}, "Folder"), make("select", { name: "folder" })),
  ];
  for (const detent of fields[3].querySelectorAll(".detents li")) {
    if (detent.textContent === "1") detent.classList.add("is-one");
  }
  return fields;
}

/** What each action is for, in a sentence. */
export const about = {
  scale: "",
  reverse: "Picture and sound run backwards.",
  silence: "Removes silence, or speeds it up; video and subtitles follow. The waveform shows what is removed.",
  conform: "Shows each frame once, at another frame rate: from 240 to 30 is slow motion.",
  fit: "Plays each cue at the times of the same cue of another subtitle file, as a dubbed voice in a film. The pitch is preserved.",
  undo: "Gives a result of Retime the times of its source again, by the map that the file carries.",
  resample: "Changes the sample rate of the audio alone; the video is copied.",
  spectrogram: "A picture of which frequencies sound when.",
};
