// SPDX-License-Identifier: MPL-2.0
// What a job will take, which the server tries for a few seconds: beside the plan, and of jobs that wait.
import { api } from "./api.js";
import { size, wait } from "./format.js";
import { split } from "./naming.js";
import { inOrder } from "./order.js";
import { emit, on, state } from "./store.js";

/** What is known, by what is asked for: { seconds, byteCount, isBusy }, or null where a trial said nothing. */
const known = new Map();
/** The maximum number of waiting jobs to estimate. */
const most = 20;
let isAsking = false;

/** Asks of the jobs that wait, one after the other. */
export function startEstimates() {
  on("jobs files", () => { askQueue(); });
}

/** What a request takes, as far as that is known; the result's name changes nothing of it, its ending does. */
const keyOf = ({ name, overwrite: _, folder: __, ...request }) =>
  JSON.stringify([split(name)[1], state.files.get(request.file)?.modified, Object.entries(request).sort()]);

/** Tries a request out, unless that was done; undefined where something else is asked for meanwhile. */
export async function estimate(request, signal) {
  return learn(request, () => api.estimate(request, signal));
}

/** "about 40 s, 12 MB"; while another job ran beside the trial, it takes less. */
export function estimateWords(request) {
  const { seconds, byteCount, isBusy } = known.get(keyOf(request)) ?? {};
  const time = Number.isFinite(seconds) ? `${isBusy ? "at most " : ""}about ${wait(seconds)}` : null;
  return [time, Number.isFinite(byteCount) ? `${time ? "" : "about "}${size(byteCount)}` : null].filter(Boolean).join(", ");
}

async function learn(request, ask) {
  const key = keyOf(request);
  if (known.has(key)) return known.get(key);
  let found = null;
  try {
    found = await ask();
  } catch (error) {
    // What is asked for is refused by the plan, with its reason; what was let go may be asked for again.
    if (error.name === "AbortError" || error.status !== 422) return undefined;
  }
  known.set(key, found);
  return found;
}

async function askQueue() {
  if (isAsking) return;
  isAsking = true;
  const left = new Set();
  for (;;) {
    const waiting = inOrder([...state.jobs.values()].filter((job) => job.state === "waiting")).slice(0, most);
    const job = waiting.find((one) => !left.has(one.id) && !known.has(keyOf(one.request)));
    if (!job) break;
    left.add(job.id);
    if (await learn(job.request, () => api.estimateJob(job.id))) emit("jobs");
  }
  isAsking = false;
}
