// SPDX-License-Identifier: MPL-2.0
// The queue and what has been made: one card a job, kept and brought up to date.
import { api } from "./api.js";
import { makeCard } from "./card.js";
import { byId, setText } from "./dom.js";
import { applyJob, removeJobs } from "./events.js";
import { offerUndo } from "./made.js";
import { drag, inOrder, move } from "./order.js";
import { emit, on, select, state } from "./store.js";
import { announce, complain, note } from "./toasts.js";

const cards = new Map();
const spoken = new Map();

/** Whether a job is still to end. */
export const isOpen = (job) => job.state === "waiting" || job.state === "running";

/** Wires the lists and the dialog that asks before something is deleted. */
export function startJobs() {
  on("jobs files selection", draw);
  on("jobs", (job) => job && speak(job));
}

/** Cancels a job that waits or runs. */
export async function cancel(job) {
  try {
    applyJob(await api.cancel(job.id));
    announce(`${job.name} is cancelled.`);
  } catch (error) {
    complain(error);
  }
}

/** Shows a job beside its source. */
export function show(job) {
  if (state.files.has(job.source.id)) select(job.source.id, job.id);
  else if (state.files.has(job.result)) select(job.result);
  emit("open");
}

/** Takes a job off the list; one that has a result is asked about first. */
export async function remove(job) {
  const choice = job.state === "done" ? await ask(job) : "forget";
  if (choice !== "forget" && choice !== "delete") return;
  try {
    const trashed = await api.forget(job.id, choice === "delete");
    removeJobs([job.id]);
    emit("selection");
    if (trashed) offerUndo(trashed);
    else if (choice === "delete") note(`${job.name} was gone already.`);
  } catch (error) {
    complain(error);
  }
}

function ask(job) {
  const dialog = byId("delete-dialog");
  setText(byId("delete-text"), `“${job.name}” will be gone from the folder. For a little while it can come back.`);
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

function draw() {
  const all = [...state.jobs.values()];
  for (const [id, card] of cards) {
    if (!state.jobs.has(id)) {
      card.element.remove();
      cards.delete(id);
    }
  }
  const open = inOrder(all.filter(isOpen));
  fill(byId("queue"), open);
  fill(byId("results"), all.filter((job) => !isOpen(job)).sort((a, b) => b.id - a.id));
  byId("jobs-empty").hidden = all.length > 0;
  const badge = byId("queue-badge");
  badge.hidden = open.length === 0;
  setText(badge, String(open.length));
}

function fill(list, jobs) {
  list.hidden = jobs.length === 0;
  const focused = document.activeElement;
  jobs.forEach((job, index) => {
    const card = cards.get(job.id) ?? makeCard(job, { cancel, show, remove, move, drag });
    cards.set(job.id, card);
    card.update(job);
    if (list.children[index] !== card.element) list.insertBefore(card.element, list.children[index] ?? null);
  });
  // What is moved loses the focus.
  if (list.contains(focused) && document.activeElement !== focused) focused.focus();
}

/** Says quarters of the progress, and the end. */
function speak(job) {
  const quarter = job.state === "running" ? Math.floor((job.progress?.fraction ?? 0) * 4) : job.state;
  if (spoken.get(job.id) === quarter) return;
  const isNew = !spoken.has(job.id);
  spoken.set(job.id, quarter);
  if (typeof quarter === "number" && quarter > 0) announce(`${job.name}: ${quarter * 25} percent`);
  if (!isNew && job.state === "done") announce(`${job.name} is done.`);
  if (!isNew && job.state === "failed") announce(`${job.name} has failed. ${job.message ?? ""}`);
}
