// SPDX-License-Identifier: MPL-2.0
// Which part of a file is taken: for one file alone, the next one is taken whole.
import { clock } from "./format.js";
import { mediaOn } from "./pair.js";
import { recall, remember } from "./store.js";

let part = recall("part") ?? {};

/** What is written for a file: { start, end }, each of which may be missing. */
export function partFor(file) {
  const { of, start, end } = part;
  return file && of === file.id ? { start, end } : {};
}

/** Takes what was written into a field. */
export function takePart(file, name, value) {
  part = { of: file?.id, ...partFor(file), [name]: value };
  remember("part", part);
}

/** Wires the buttons that take the current time of the original. */
export function startPart(form, onTake) {
  for (const button of form.querySelectorAll("[data-takes]")) {
    button.addEventListener("click", () => {
      const media = mediaOn("original");
      if (!media) return;
      const field = form.elements[`part-${button.dataset.takes}`];
      field.value = clock(media.currentTime, 3);
      onTake(field);
    });
  }
}

/** Fills the In and Out fields, except the one being edited. */
export function fillPart(form, file, except) {
  const own = partFor(file);
  for (const [name, usually] of [["start", 0], ["end", file?.duration ?? 0]]) {
    const field = form.elements[`part-${name}`];
    if (field !== except) field.value = own[name] ?? "";
    field.placeholder = clock(usually, 2);
  }
}
