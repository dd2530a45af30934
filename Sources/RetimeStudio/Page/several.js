// SPDX-License-Identifier: MPL-2.0
// One Start for several files: what is asked for of each beside the chosen one, whether it fits, and its job.
import { api } from "./api.js";
import { icon, make, setText } from "./dom.js";
import { applyJob } from "./events.js";
import { duration } from "./format.js";
import { namesBeside } from "./names.js";
import { makeRequest, whyNot } from "./request.js";
import { wish } from "./settings.js";
import { picked } from "./store.js";

/** The maximum number of files listed one by one. */
const mostShown = 100;

/** The same for each, { file, request }, or { file, problem } where it cannot be meant; `first` is the chosen one's name. */
export function wishes(first) {
  const [, ...files] = picked();
  if (!files.length) return [];
  // What the text of a map means is known of the file that it is written for; of others, the server says it.
  const asked = wish();
  // Ranges are marked of one file.
  const { mapProblem: _, keep: __, drop: ___, ...settings } = asked.settings;
  const name = namesBeside(asked, first);
  return files.map((file) => {
    const why = whyNot(file);
    if (why) return { file, problem: why };
    if (settings.hits || settings.action === "fit") return { file, problem: "Hits and cues belong to one file." };
    const request = makeRequest(settings, file, name(file), false);
    return request.problem ? { file, problem: request.problem } : { file, request };
  });
}

/** Asks once what comes out of one: reading a file takes its time. */
const ask = (one) => (one.asked ??= api.plan(one.request).then(
  (plan) => { one.plan = plan; },
  (error) => { one.problem = error.status === 409 ? null : error.message; },
));

/** Asks of one after the other, until that is of no use any more; `onAnswer` is called with each. */
export async function askAll(list, signal, onAnswer) {
  for (const one of list) {
    if (!one.request) continue;
    await ask(one);
    if (signal.aborted) return;
    onAnswer();
  }
}

/** Starts all that fit: { jobs, problem }, what was left out and why. */
export async function startAll(list) {
  const jobs = [];
  for (const one of list) {
    if (one.request) await ask(one);
    if (one.problem) continue;
    try {
      const job = await api.start(one.request);
      applyJob(job);
      jobs.push(job);
    } catch (error) {
      one.problem = error.message;
    }
  }
  const left = list.filter((one) => one.problem).map(({ file, problem }) => `“${file.name}” is left out: ${problem}`);
  return { jobs, problem: left.join(" ") };
}

/** Says of each what will come out, or why it is left out, at the end of the plan: first of those that are. */
export function drawBeside(place, list) {
  place.querySelector(".beside")?.remove();
  if (!list.length) return;
  const shown = list.toSorted((a, b) => Boolean(b.problem) - Boolean(a.problem)).slice(0, mostShown);
  place.append(make("section.beside", { "aria-label": "The other files" },
    make("p", {}, list.length === 1 ? "And of one more file, with the same settings:" : `And of ${list.length} more files, with the same settings:`),
    make("ul.remarks", {}, shown.map(row)), shown.length < list.length ? make("p.soft", {}, `… and ${list.length - shown.length} more.`) : null));
}

function row({ file, request, plan, problem }) {
  const words = make("span", {});
  setText(words, problem ? `${file.name} is left out: ${problem}` : [request.name, plan?.duration && duration(plan.duration)].filter(Boolean).join(" · "));
  return make(problem ? "li.is-left" : "li", {}, icon(problem ? "warning" : plan ? "check" : "clock"), words);
}
