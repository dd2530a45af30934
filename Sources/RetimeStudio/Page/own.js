// SPDX-License-Identifier: MPL-2.0
// What is marked of one file alone and determines its times: ranges of silence, cues, and hits.
import { cuesFor, startCues } from "./cues.js";
import { hitsFor, startHits } from "./hits.js";
import { rangesFor, startRanges } from "./ranges.js";

/** The settings of a file that an action has a use for. */
export function timesFor(file, { action }) {
  if (action === "silence") return rangesFor(file);
  if (action === "fit") return cuesFor(file);
  return action === "scale" ? hitsFor(file) : {};
}

/** Wires their panels; `onChange` is called when something is marked. */
export function startOwn(onChange) {
  startRanges(onChange);
  startCues(onChange);
  startHits(onChange);
}
