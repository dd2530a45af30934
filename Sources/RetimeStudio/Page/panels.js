// SPDX-License-Identifier: MPL-2.0
// The panels of actions that find the times themselves: silence, another frame rate, cues, hits, another file's length.
import { make } from "./dom.js";
import { line, moment, only, segments, toggle } from "./fields.js";

const number = { inputmode: "decimal" };

/** How silence is found, and what becomes of it. */
export function silencePanel() {
  return make("div.panel", { id: "silence-panel", ...only("silence") },
    segments("quiet", "Silence", [["cut", "Remove"], ["speed", "Speed up"], ["length", "Fit to duration"]]),
    make("div.two", { id: "silence-speeds" },
      line("quietSpeed", "Speed of silence", "--quiet-speed", number),
      line("loudSpeed", "Speed of the rest", "--loud-speed", number)),
    make("div.three", { id: "silence-length" },
      line("silenceLength", "Duration", "--duration", { placeholder: "1:00", ...number }),
      line("speechSpeed", "Speech at most", "--speech-speed", number),
      line("restSpeed", "Silence at most", "--rest-speed", number)),
    make("div.two", {},
      line("threshold", "Threshold in dBFS, or auto", "--threshold"),
      line("longestPause", "Longest pause in s", "--longest-pause", { placeholder: "no limit", ...number })),
    make("div.three", { id: "silence-margins" },
      line("margin", "Margin in s", "--margin", number),
      line("shortest", "Shortest silence", "--shortest", number),
      line("shortestLoud", "Shortest loud part", "--shortest-loud", number)),
    rangesPanel());
}

/** Ranges that are kept or removed, whatever their level. */
function rangesPanel() {
  return make("fieldset.field", {}, make("legend.label", {}, "Ranges that are kept or removed, whatever their level"),
    make("div.two", {},
      moment("range-from", "From", "Take the time of the original as the start", { "aria-describedby": "range-hint" }),
      moment("range-to", "To", "Take the time of the original as the end", { "aria-describedby": "range-hint" })),
    make("div.row-buttons", {},
      make("button.small", { id: "range-keep", type: "button" }, "Keep"),
      make("button.small", { id: "range-drop", type: "button" }, "Remove"),
      make("span.soft", { id: "range-hint" }, "or Shift and drag on the waveform")),
    make("p.bad-words", { id: "range-problem", role: "status" }),
    make("ul.ranges", { id: "range-list", "aria-label": "Marked ranges" }));
}

/** The frame rate at which each frame is shown once. */
export const conformPanel = () => make("div.panel", { id: "conform-panel", ...only("conform") },
  line("conformFps", "Frame rate, such as 25, 23.976 or 24000/1001", "--fps", { list: "conform-rates", ...number }),
  make("datalist", { id: "conform-rates" },
    ["24", "24000/1001", "25", "30", "30000/1001", "50", "60"].map((value) => make("option", { value }))));


/** Two subtitle files: the times of the cues in the source, and in the result. */
export function cuesPanel() {
  const file = (side, label) => make("div.field", {}, make("span.label", { id: `cues-${side}-label` }, label),
    make("div.row-buttons", {},
      make("button.small", { type: "button", id: `cues-${side}`, "aria-describedby": `cues-${side}-name` }, "Choose a subtitle file"),
      make("span.soft", { id: `cues-${side}-name` })),
    make("input", { id: `cues-${side}-file`, type: "file", accept: ".srt,.vtt,.ass,.ssa,.ttml,.xml,.lrc,.sbv,.scc", hidden: true,
      "aria-labelledby": `cues-${side}-label` }));
  return make("div.panel", { id: "cues-panel", ...only("fit") },
    file("from", "Cues as they are in the original"), file("to", "The same cues at their new times"),
    make("p.bad-words", { id: "cues-problem", role: "status" }),
    limits(),
    toggle("bestEffort", "Best effort", "Cues that do not fit are placed as near as these speeds allow"));
}

/** The speeds between given times. */
const limits = (attributes = {}) => make("div.two", attributes,
  line("slowest", "Lowest speed", "--slowest", number), line("fastest", "Highest speed", "--fastest", number));

/** Times in place of a factor: the duration of another file, or moments of the source at given times of the result. */
export function hitsPanel() {
  return make("details.hits", { id: "hits", ...only("scale") },
    make("summary", {}, "Match a file, or hits ", make("span.count", { id: "hit-count" })),
    make("label.field", { id: "match-label" }, make("span.label", {}, "Match the duration of"),
      make("select", { name: "match", dataset: { option: "--match" } })),
    make("p.label", {}, "Hits: moments at given times of the result"),
    make("ul.ranges", { id: "hit-list", "aria-label": "Hits" }),
    make("div.two", {},
      moment("hit-source", "Moment of the original", "Take the time of the original"),
      make("div.field", {}, make("label.label", { for: "hit-output" }, "Its time in the result"),
        make("input", { id: "hit-output", type: "text", inputmode: "decimal", spellcheck: "false", autocomplete: "off" }))),
    make("div.row-buttons", {}, make("button.small", { id: "hit-add", type: "button" }, "Add a hit"),
      make("span.soft", {}, "Flags on the waveform can be dragged")),
    make("p.bad-words", { id: "hit-problem", role: "status" }),
    make("div.two", { id: "hit-limits" },
      line("hitSlowest", "Lowest speed", "--slowest", number), line("hitFastest", "Highest speed", "--fastest", number)));
}

/** The size that the file may have. */
export const sizeField = () => line("fitSize", "File size at most, such as 25M", "--fit-size",
  { placeholder: "by the quality" }, { id: "size-label", class: "field in-row", ...only("scale reverse silence conform fit undo", "video") });
