// SPDX-License-Identifier: MPL-2.0
// What the page knows, and who wants to hear of changes.

/** Files and jobs by id, the chosen file, others that are picked beside it, and the job whose result is shown. */
export const state = {
  folder: "", freeSpace: null, isWritable: true, isLoaded: false, isPaused: false,
  files: new Map(), folders: [], jobs: new Map(), presets: [], selected: null, beside: new Set(), shown: null,
};

const listeners = new Map();

/** Calls `listener` when one of `topics` changes: "files", "jobs", "presets", "selection", "picked", "settings", "theme". */
export function on(topics, listener) {
  for (const topic of topics.split(" ")) {
    listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
  }
}

/** Tells who listens. */
export function emit(topic, detail) {
  for (const listener of listeners.get(topic) ?? []) listener(detail);
}

/** The file that is chosen, or null. */
export const selectedFile = () => state.files.get(state.selected) ?? null;

/** The files that a Start is for: the chosen one, and those that are picked beside it. */
export const picked = () => [state.selected, ...state.beside].map((id) => state.files.get(id)).filter(Boolean);

/** The job whose result is shown beside the original, or null. */
export const shownJob = () => state.jobs.get(state.shown) ?? null;

/** The jobs of a file, newest first. */
export function jobsOf(id) {
  return [...state.jobs.values()].filter((job) => job.source.id === id).sort((a, b) => b.id - a.id);
}

/** Chooses a file alone, and its newest job, or that one. */
export function select(id, jobId = null) {
  state.selected = id;
  state.beside = new Set();
  state.shown = jobId ?? jobsOf(id)[0]?.id ?? null;
  remember("selected", id);
  remember("shown", state.shown);
  remember("beside", []);
  emit("selection");
}

/** Picks files beside the chosen one. */
export function pick(ids) {
  state.beside = new Set(ids);
  state.beside.delete(state.selected);
  remember("beside", [...state.beside]);
  emit("picked");
}

/** Picks a file, or no longer; without the chosen one, the next of them is chosen. */
export function togglePick(id) {
  const [next, ...rest] = state.beside;
  if (id !== state.selected) pick(state.beside.has(id) ? [...state.beside].filter((one) => one !== id) : [...state.beside, id]);
  else if (next) {
    select(next);
    pick(rest);
  }
}

const key = "retime-studio";

/** What an earlier visit has left under a name. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}")[name] ?? null;
  } catch {
    return null;
  }
}

/** Keeps something for the next visit; without storage the page works all the same. */
export function remember(name, value) {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...all, [name]: value }));
  } catch {
    // Private windows may have no storage.
  }
}
