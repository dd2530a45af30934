// SPDX-License-Identifier: MPL-2.0
// The order in which jobs wait: changed by buttons, and by dragging a card.
import { api } from "./api.js";
import { applyJob } from "./events.js";
import { emit, on, state } from "./store.js";
import { announce, complain } from "./toasts.js";

/** Where a job is to stand while that is not so yet: { id, position }. */
let wanted = null;

on("jobs", () => {
  const job = wanted && state.jobs.get(wanted.id);
  if (wanted?.isSent && job?.position === wanted.position) wanted = null;
});

/** The running and waiting jobs in queue order; a dragged job takes the position under the pointer. */
export function inOrder(jobs) {
  const running = jobs.filter((job) => job.state === "running").sort((a, b) => a.id - b.id);
  const waiting = jobs.filter((job) => job.state === "waiting").sort((a, b) => a.position - b.position);
  const index = waiting.findIndex((job) => job.id === wanted?.id);
  if (index >= 0) waiting.splice(wanted.position - 1, 0, ...waiting.splice(index, 1));
  return [...running, ...waiting];
}

/** Moves a waiting job by a number of queue positions. */
export function move(job, by) {
  const count = [...state.jobs.values()].filter((one) => one.state === "waiting").length;
  const position = state.jobs.get(job.id).position + by;
  if (position >= 1 && position <= count) place(job, position);
}

async function place(job, position) {
  wanted = { id: job.id, position, isSent: true };
  emit("jobs");
  try {
    applyJob(await api.move(job.id, position));
    announce(`${job.name} is number ${position} in the queue.`);
  } catch (error) {
    complain(error);
  }
  wanted = null;
  emit("jobs");
}

/** Moves a card with the pointer that holds it, until that is let go; Escape leaves all as it was. */
export function drag(job, event) {
  if (event.button !== 0) return;
  event.preventDefault();
  const stop = new AbortController();
  const listen = (type, body) => addEventListener(type, body, { signal: stop.signal });
  const held = (isHeld) => document.body.classList.toggle("is-dragging", isHeld);
  const first = state.jobs.get(job.id).position;
  wanted = { id: job.id, position: first };
  held(true);
  listen("pointermove", ({ clientY }) => {
    const others = [...document.querySelectorAll("#queue [data-state=waiting]")].filter((card) => card.dataset.job !== String(job.id));
    const above = others.filter((card) => {
      const { top, height } = card.getBoundingClientRect();
      return top + height / 2 < clientY;
    });
    if (wanted?.id !== job.id || wanted.position === above.length + 1) return;
    wanted.position = above.length + 1;
    emit("jobs");
  });
  const end = (isKept) => {
    stop.abort();
    held(false);
    const position = wanted?.position ?? first;
    wanted = null;
    if (isKept && position !== first) place(job, position);
    else emit("jobs");
  };
  listen("pointerup", () => end(true));
  listen("pointercancel", () => end(false));
  listen("keydown", ({ key }) => key === "Escape" && end(false));
}
