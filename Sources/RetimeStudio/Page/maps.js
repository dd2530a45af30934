// SPDX-License-Identifier: MPL-2.0
// Files with a map: dropped on the page or opened below the curve, they are drawn over the chosen file.
import { api } from "./api.js";
import { setSections } from "./curves.js";
import { byId } from "./dom.js";
import { read } from "./map.js";
import { selectedFile } from "./store.js";
import { complain, note } from "./toasts.js";
import { takeFiles } from "./upload.js";

/** What editors write, and tables; the server reads them. */
const timelines = [".otio", ".edl", ".fcpxml", ".mlt", ".csv"];

/** Wires the chooser and the drop. */
export function startMaps() {
  const chooser = byId("curve-file");
  byId("curve-open").addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", () => {
    if (chooser.files.length) take(chooser.files[0]);
    chooser.value = "";
  });
  for (const ending of [...timelines, ".map.json"]) takeFiles(ending, take);
}

/** Draws the map of a file; of a timeline, the server reads it. */
async function take(file) {
  const target = selectedFile();
  try {
    if (!(target?.duration > 0)) throw new Error("choose a video or a sound for it first.");
    const isTimeline = timelines.some((ending) => file.name.toLowerCase().endsWith(ending));
    const rate = target.info?.tracks?.find((track) => track.kind === "video")?.frameRate;
    const map = isTimeline ? (await api.timeline(file, rate)).map : await file.text();
    const { sections, problem } = read(map, target.duration);
    if (problem) throw new Error(problem);
    const scale = byId("form").querySelector("[name=action][value=scale]");
    if (!scale.checked) scale.click();
    setSections(target, sections);
    note(`“${file.name}” is drawn over ${target.name}.`);
  } catch (error) {
    complain(new Error(`“${file.name}” was not drawn: ${error.message}`));
  }
}
