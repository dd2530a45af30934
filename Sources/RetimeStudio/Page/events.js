// SPDX-License-Identifier: MPL-2.0
// Keeps the store as the server is: a snapshot on every connection, then what changes.
import { api } from "./api.js";
import { byId, setText } from "./dom.js";
import { emit, state } from "./store.js";

let source = null;
let timer = null;
let drawing = null;

/** Connects, and connects again for as long as the page is open. */
export function connect() {
  source?.close();
  source = new EventSource("/api/events");
  source.addEventListener("open", () => refresh().then(() => show(""), () => show("lost")));
  source.addEventListener("files", (event) => applyFiles(JSON.parse(event.data)));
  source.addEventListener("job", (event) => applyJob(JSON.parse(event.data)));
  source.addEventListener("jobs", (event) => removeJobs(JSON.parse(event.data).removed ?? []));
  source.addEventListener("queue", (event) => applyQueue(JSON.parse(event.data)));
  source.addEventListener("presets", (event) => applyPresets(JSON.parse(event.data)));
  source.addEventListener("error", () => {
    show("lost");
    clearTimeout(timer);
    timer = setTimeout(connect, 1000);
    source.close();
  });
}

/** Reads everything anew. */
export async function refresh() {
  const [files, jobs] = await Promise.all([api.files(), api.jobs()]);
  state.folder = files.folder;
  state.freeSpace = files.freeSpace;
  state.isWritable = files.isWritable;
  state.folders = files.folders;
  state.files = new Map(files.files.map((file) => [file.id, file]));
  state.jobs = new Map(jobs.jobs.map((job) => [job.id, job]));
  state.isPaused = jobs.isPaused;
  state.isLoaded = true;
  emit("files");
  emit("jobs");
}

function applyFiles({ files = [], removed = [], folders = state.folders, complete = false }) {
  state.folders = folders;
  if (complete) state.files.clear();
  for (const file of files) state.files.set(file.id, file);
  for (const id of removed) state.files.delete(id);
  if (!state.isLoaded) return;
  // Many files that come at once are drawn at once.
  clearTimeout(drawing);
  drawing = setTimeout(() => emit("files"), 30);
}

/** Takes a job as it now is. */
export function applyJob(job) {
  state.jobs.set(job.id, job);
  if (state.isLoaded) emit("jobs", job);
}

/** Takes the queue as it now is. */
export function applyQueue({ isPaused }) {
  state.isPaused = isPaused;
  if (state.isLoaded) emit("jobs");
}

/** Takes the presets as they now are. */
function applyPresets({ presets }) {
  state.presets = presets;
  emit("presets");
}

/** Takes jobs off the list. */
export function removeJobs(ids) {
  if (!ids.some((id) => state.jobs.delete(id))) return;
  if (state.shown && !state.jobs.has(state.shown)) state.shown = null;
  emit("jobs");
}

function show(what) {
  document.body.classList.toggle("is-lost", what === "lost");
  setText(byId("connection"), what === "lost" ? "The studio does not answer. Trying again …" : "");
}
