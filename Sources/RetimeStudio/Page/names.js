// SPDX-License-Identifier: MPL-2.0
// The names that results cannot have, and those of the files that are picked beside the chosen one.
import { containers, propose, usualContainer } from "./naming.js";
import { beside, makesVideo } from "./request.js";
import { state } from "./store.js";

/** The names of what is, and of what is made, where the result of a file goes: to a folder of the form's. */
export function takenNames(file, folder) {
  const parent = (path) => path.slice(0, path.lastIndexOf("/") + 1);
  const names = new Set();
  const into = folder === beside ? parent(file.path) : `${folder.slice(1)}/`.replace(/^\/$/, "");
  for (const other of state.files.values()) if (parent(other.path) === into) names.add(other.name);
  for (const job of state.jobs.values()) {
    const isPicture = job.state === "done" && job.request.action === "spectrogram";
    if (["waiting", "running"].includes(job.state) || isPicture) names.add(job.name);
  }
  return names;
}

/** The name of what is made of a file beside the chosen one, as that is wished for; none of those that are given. */
export function nameBeside(file, { settings, container }, given) {
  const kind = makesVideo(settings, file) ? "video" : "audio";
  const own = containers[kind].includes(container) ? container : usualContainer(file, kind);
  const taken = [...takenNames(file, settings.folder), ...given];
  return propose(file, settings, settings.action === "spectrogram" ? "png" : own, new Set(taken));
}
