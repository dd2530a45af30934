// SPDX-License-Identifier: MPL-2.0
// Two subtitle files of the user's: the times of the cues in a file, and in its result.
import { api } from "./api.js";
import { byId, setText } from "./dom.js";
import { drafts } from "./drafts.js";
import { on, selectedFile } from "./store.js";

const sides = ["from", "to"];
const chosen = drafts("cues");
let onChange = null;

/** The cues of a file as a request has them: { table }, or { cuesProblem }. */
export function cuesFor(file) {
  const { from, to } = chosen.of(file) ?? {};
  if (!from || !to) return { cuesProblem: "Choose two subtitle files with the same cues." };
  if (from.cues.length !== to.cues.length) {
    return { cuesProblem: `“${from.name}” has ${from.cues.length} cues, and “${to.name}” has ${to.cues.length}. Choose files with the same cues.` };
  }
  return { table: from.cues.map((times, index) => `${[...times, ...to.cues[index]].join(",")}\n`).join("") };
}

/** Wires the choosers. */
export function startCues(changed) {
  onChange = changed;
  for (const side of sides) {
    const chooser = byId(`cues-${side}-file`);
    byId(`cues-${side}`).addEventListener("click", () => chooser.click());
    chooser.addEventListener("change", () => {
      if (chooser.files.length) take(side, chooser.files[0]);
      chooser.value = "";
    });
  }
  on("selection files", draw);
  draw();
}

/** Reads a file; the server knows the formats. */
async function take(side, file) {
  const target = selectedFile();
  if (!target) return;
  try {
    const { cues } = await api.cues(file);
    chosen.set(target, { ...chosen.of(target), [side]: { name: file.name, cues } });
    setText(byId("cues-problem"), "");
    draw();
    onChange();
  } catch (error) {
    setText(byId("cues-problem"), `“${file.name}” was not read: ${error.message}`);
  }
}

function draw() {
  const file = selectedFile();
  for (const side of sides) {
    const one = chosen.of(file)?.[side];
    setText(byId(`cues-${side}-name`), one ? `${one.name}, ${one.cues.length} cues` : "none");
  }
}
