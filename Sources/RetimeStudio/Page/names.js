// SPDX-License-Identifier: MPL-2.0
// The names that results cannot have, and those of the files that are picked beside the chosen one.
import { isOffered, propose, usualContainer } from "./naming.js";
import { beside, makesVideo } from "./request.js";
import { state } from "./store.js";

const parent = (path) => path.slice(0, path.lastIndexOf("/") + 1);

/** Where the result of a file goes: to a folder of the form's. */
const placeOf = (file, folder) => (folder === beside ? parent(file.path) : `${folder.slice(1)}/`.replace(/^\/$/, ""));

/** The names of what is there, and of what is made. */
export function takenNames(file, folder) {
  const names = new Set();
  const into = placeOf(file, folder);
  for (const other of state.files.values()) if (parent(other.path) === into) names.add(other.name);
  for (const job of state.jobs.values()) {
    const isPicture = job.state === "done" && job.request.action === "spectrogram";
    if (["waiting", "running"].includes(job.state) || isPicture) names.add(job.name);
  }
  return names;
}

/** Names what is made of one file after another beside the chosen one, as that is wished for: as none before, nor as `first`. */
export function namesBeside({ settings, container }, first) {
  // What is taken in a folder is gathered once, however many files are picked.
  const taken = new Map();
  return (file) => {
    const place = placeOf(file, settings.folder);
    if (!taken.has(place)) taken.set(place, takenNames(file, settings.folder).add(first));
    const kind = makesVideo(settings, file) ? "video" : "audio";
    const own = isOffered(kind, container) ? container : usualContainer(file, kind);
    const name = propose(file, settings, settings.action === "spectrogram" ? "png" : own, taken.get(place));
    taken.get(place).add(name);
    return name;
  };
}
