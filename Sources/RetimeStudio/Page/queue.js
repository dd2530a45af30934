// SPDX-License-Identifier: MPL-2.0
// What is done to all of the queue: it is paused, its list is cleared, and its end is told outside of the page.
import { api } from "./api.js";
import { byId, setText } from "./dom.js";
import { applyQueue, removeJobs } from "./events.js";
import { isOpen, show } from "./jobs.js";
import { emit, on, recall, remember, state } from "./store.js";
import { announce, complain } from "./toasts.js";

const box = byId("notify");
/** The jobs that were seen before they were over. */
const open = new Set();

/** Wires the buttons above the queue. */
export function startQueue() {
  byId("queue-pause").addEventListener("click", pause);
  byId("queue-clear").addEventListener("click", clear);
  byId("notify-label").hidden = !window.isSecureContext || !("Notification" in window);
  box.checked = recall("notify") === true && window.Notification?.permission === "granted";
  box.addEventListener("change", allow);
  on("jobs", (job) => {
    if (job) tell(job);
    draw();
  });
}

function draw() {
  const jobs = [...state.jobs.values()];
  const button = byId("queue-pause");
  button.hidden = !state.isPaused && !jobs.some(isOpen);
  setText(button, state.isPaused ? "Go on" : "Pause");
  byId("queue-clear").hidden = jobs.every(isOpen);
}

async function pause() {
  try {
    applyQueue(await api.pause(!state.isPaused));
    announce(state.isPaused ? "What waits goes on waiting." : "The queue goes on.");
  } catch (error) {
    complain(error);
  }
}

async function clear() {
  const over = [...state.jobs.values()].filter((job) => !isOpen(job));
  try {
    for (const { id } of over) {
      await api.forget(id, false);
      removeJobs([id]);
    }
    announce("The list is cleared. The files stay.");
  } catch (error) {
    complain(error);
  }
  emit("selection");
}

/** The browser asks once, after this click. */
async function allow() {
  if (box.checked && Notification.permission !== "granted") {
    box.checked = await Notification.requestPermission() === "granted";
    if (!box.checked) complain(new Error("The browser lets this page notify nobody. Allow it beside the address, and tick this again."));
  }
  remember("notify", box.checked);
}

/** Notifies about a job that ended while the page was hidden. */
function tell(job) {
  if (isOpen(job)) {
    open.add(job.id);
    return;
  }
  const isNews = open.delete(job.id) && job.state !== "cancelled";
  if (!isNews || !box.checked || !document.hidden) return;
  const words = job.state === "done" ? `${job.name} is done.` : `${job.name} has failed. ${job.message ?? ""}`;
  const notice = new Notification("Retime Studio", { body: words, tag: `job ${job.id}` });
  notice.addEventListener("click", () => {
    window.focus();
    show(job);
  });
}
