// SPDX-License-Identifier: MPL-2.0
// The buttons and fields below a speed curve, as a table; tools.js brings them to life.
import { icon, make } from "./dom.js";

const button = (id, text, title, attributes = {}) =>
  make("button", { id: `curve-${id}`, type: "button", title, ...attributes }, text);

const field = (id, text, attributes = {}) => make("label", {}, make("span.label", {}, text),
  make("input", { id, type: "text", inputmode: "decimal", spellcheck: "false", autocomplete: "off", ...attributes }));

const group = (...parts) => make("span.group", {}, ...parts);

const shapes = [
  ["constant", "Constant"], ["up", "Ramp up"], ["down", "Ramp down"], ["smoothstep", "Smoothstep"], ["pulse", "Pulse"],
  ["triangle", "Triangle"], ["sine", "Sine"], ["power", "Power"],
];

/** What is done to points, and to the range. */
function tools() {
  const choice = make("label", {}, make("span.label", {}, "Shape"),
    make("select", { id: "curve-shape" }, shapes.map(([value, text]) => make("option", { value }, text))));
  return [
    make("div.curve-tools", {},
      group(button("add", "Add a point", "A point where the original stands (A)"),
        field("point-time", "Time", { disabled: true }), field("point-speed", "Speed", { disabled: true }),
        button("remove", "Remove it", "Delete", { disabled: true })),
      group(button("hold", "Hold", "The picture stands where the original stands (H); for 0 seconds it goes on"),
        field("hold-length", "for seconds", { value: "1" }))),
    make("div.curve-tools", {},
      group(make("strong", { id: "curve-range-words" }), button("in", "In", "The range begins where the original stands (I)"),
        button("out", "Out", "The range ends where the original stands (O)"), button("all", "All", "No range (Escape)")),
      group(choice, field("shape-low", "from", { value: "1" }), field("shape-high", "to", { value: "0.25" }),
        field("shape-power", "exponent", { value: "2", title: "Above 1 the change is mostly at the end, below 1 at the start" }),
        button("set", "Set", "Gives the range this shape")),
      group(button("smooth", "Smooth", "Slowly at first and at last"), button("even", "Even", "Evenly from point to point"),
        button("steps", "Steps", "One speed from point to point")),
      group(field("loop-count", "Times", { value: "2" }),
        button("repeat", "Play it so often", "Repeats the range this number of times; 1 removes the repeat")),
      group(button("reverse", "Turn around", "Backwards, or forwards again (R)"),
        button("cut", "Cut out", "Leaves the range out (X)"))),
  ];
}

const keys = [
  ["← →", "a picture back or on, with Shift a second"], ["J", "a second back"], ["K", "pause"],
  ["L", "play, again twice as fast"], ["P", "preview"], ["A", "a point"], ["I O", "the range"], ["X", "cut out"], ["R", "turn around"],
  ["H", "hold"], ["Delete", "removes a point"], ["+ −", "larger, smaller"], ["Ctrl-Z", "undo"], ["Ctrl-Shift-Z", "redo"],
];

/** The keys, and the map as text. */
function details() {
  const words = keys.map(([key, what]) => make("li", {}, make("kbd", {}, key), ` ${what}`));
  return [
    make("details", {}, make("summary", {}, "Keys"), make("ul.curve-keys", {}, ...words),
      make("p.soft", {}, "On a point, arrows move it. With Alt, what is dragged goes anywhere.")),
    make("details", {}, make("summary", {}, "As text"),
      make("label", {}, make("span.label", {}, "The map, as “retime --map” reads it"),
        make("textarea", { id: "curve-json", spellcheck: "false", "aria-describedby": "curve-problem" })),
      make("p.is-bad-words", { id: "curve-problem", role: "status" }),
      make("a.button", { id: "curve-download", download: true }, icon("download"), "Download"),
      button("open", "Open a file", "A map, a timeline of an editor, or a table of start, end and speed"),
      make("input", { id: "curve-file", type: "file", accept: ".json,.otio,.edl,.fcpxml,.mlt,.csv", hidden: true, "aria-label": "A map to open" })),
  ];
}

/** Everything below the video, in order. */
export const makeToolbar = () => [...tools(), ...details()];
