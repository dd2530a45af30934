// SPDX-License-Identifier: MPL-2.0
// What will come out, asked of the server whenever the settings change, and the button that starts it.
import { api } from "./api.js";
import { byId, icon, make, setText } from "./dom.js";
import { exportsOf } from "./exports.js";
import { showFault } from "./fits.js";
import { setPlanned } from "./planned.js";
import { estimate, estimateWords } from "./estimate.js";
import { applyJob } from "./events.js";
import { count, duration } from "./format.js";
import { whyNot } from "./request.js";
import { currentRequest, forgetName, setOverwrite, takenDuration } from "./settings.js";
import { askAll, drawBeside, startAll, wishes } from "./several.js";
import { emit, on, select, selectedFile } from "./store.js";
import { announce, complain, copy, dismissAll } from "./toasts.js";

const place = byId("plan");
const start = byId("start");
let timer = null;
let asking = null;
let asked = "";
let plan = null;
/** What the job will take, in words, and after how long that is tried, in milliseconds. */
let takes = "";
const patience = 700;
/** Whether nothing can be made of the chosen file; those beside it can be started all the same. */
let isLeft = true;
/** What is asked for of the files that are picked beside the chosen one. */
let beside = [];

/** Wires the plan and the button. */
export function startPlan() {
  on("settings selection files picked", later);
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  draw(null);
}

function later() {
  const request = currentRequest();
  const file = selectedFile();
  const others = wishes(request?.name);
  const now = JSON.stringify([request, file?.id, file?.state, others]);
  if (now === asked) return;
  asked = now;
  beside = others;
  plan = null;
  takes = "";
  isLeft = !request || Boolean(request.problem);
  setPlanned(file, null);
  clearTimeout(timer);
  asking?.abort();
  if (isLeft) draw(request?.problem);
  else {
    place.classList.add("is-old");
    drawOthers();
  }
  if (!isLeft || beside.length) timer = setTimeout(() => ask(isLeft ? null : request), 250);
}

async function ask(request) {
  asking = new AbortController();
  const { signal } = asking;
  place.setAttribute("aria-busy", "true");
  let problem = null;
  try {
    if (request) plan = await api.plan(request, signal);
  } catch (error) {
    problem = error.message;
    // The studio did not answer: the same is asked again once the page is connected.
    if (error.status === 0) asked = "";
  }
  if (signal.aborted) return;
  isLeft = !plan;
  setPlanned(selectedFile(), plan);
  if (request) draw(problem);
  place.removeAttribute("aria-busy");
  if (plan && request.action !== "spectrogram") tryOut(request, signal);
  await askAll(beside, signal, drawOthers);
}

/** Shows an estimate of time and size after a trial run, which starts once the settings have settled. */
async function tryOut(request, signal) {
  if (!estimateWords(request)) {
    await new Promise((resolve) => setTimeout(resolve, patience));
    if (signal.aborted) return;
    await estimate(request, signal);
    if (signal.aborted) return;
  }
  takes = estimateWords(request);
  drawOthers();
}

async function begin() {
  if (start.disabled) return;
  const [file, others] = [selectedFile()?.id, beside];
  start.disabled = true;
  dismissAll();
  try {
    const first = isLeft ? [] : [await api.start(currentRequest())];
    first.forEach(applyJob);
    const { jobs, problem } = await startAll(others);
    if (problem) complain(new Error(problem));
    const [job, ...more] = [...first, ...jobs];
    if (!job) return;
    announce(more.length ? `${more.length + 1} jobs are in the queue.` : `${job.name} is in the queue.`);
    // The user may have selected another file meanwhile.
    if (selectedFile()?.id !== file) return;
    select(job.source.id, job.id);
    forgetName();
    emit("started");
  } catch (error) {
    complain(error);
  } finally {
    asked = "";
    later();
  }
}

/** Shows the plan, or what is wrong with what is asked for. */
function draw(problem) {
  place.classList.remove("is-old");
  place.removeAttribute("aria-busy");
  const title = make("h3", { id: "plan-title" }, "What will come out");
  showFault(byId("form"), problem);
  if (problem) {
    place.replaceChildren(title, make("p.problem", { role: "alert" }, icon("warning"), make("span", {}, problem)));
  } else if (plan) {
    place.replaceChildren(title, ...headline(plan), tracks(plan), ...remarks(plan), ...existing(plan), ...exportsOf(currentRequest() ?? {}, plan), command(plan));
  } else {
    place.replaceChildren(title, make("p.soft", {}, whyNot(selectedFile()) ?? ""));
  }
  drawOthers();
}

/** Says what becomes of the other files, and how many jobs there will be. */
function drawOthers() {
  drawBeside(place, beside);
  const count = (isLeft ? 0 : 1) + beside.filter(({ problem }) => !problem).length;
  const isHeld = Boolean(plan?.exists && !currentRequest()?.overwrite);
  start.disabled = isHeld || count === 0 || !isLeft && !plan;
  setText(byId("start-note"), isHeld ? "Choose another name, or replace the file." : takes && !beside.length ? `Takes ${takes}.` : "");
  setText(start, !beside.length || !count ? "Start" : count > 1 ? `Start ${count} jobs` : "Start 1 job");
}

function headline(found) {
  if (currentRequest()?.action === "spectrogram") return [];
  return [make("p.become", {}, make("span.from", {}, duration(takenDuration())),
    make("span.soft", { "aria-label": "become" }, "→"), make("strong.to", {}, duration(found.duration)))];
}

function tracks(found) {
  const names = { video: "Picture", audio: "Sound", subtitle: "Subtitles", picture: "Image" };
  const rows = found.tracks.map((track) => make("tr", {},
    make("th", { scope: "row" }, names[track.kind] ?? track.kind),
    make("td", {}, track.summary),
    make("td.number", {}, frames(track))));
  return make("table.tracks", {}, make("caption.hidden", {}, "Tracks of the result"), make("tbody", {}, rows));
}

function frames({ kind, frames: number }) {
  if (!number || (kind !== "video" && kind !== "audio")) return "";
  return number === 1 ? "1 frame" : `${count(number)} frames`;
}

function remarks(found) {
  const list = (texts, kind, label, sign) => {
    if (!texts?.length) return [];
    const items = texts.map((text) => make("li", {}, icon(sign), make("span", {}, text)));
    return [make(`ul.remarks.${kind}`, { "aria-label": label }, items)];
  };
  return [
    ...list(found.lost, "lost", "What will be lost", "warning"),
    ...list(found.changed, "changed", "What changes", "sliders"),
  ];
}

function existing(found) {
  if (!found.exists) return [];
  const box = make("input", { type: "checkbox", change: (event) => setOverwrite(event.target.checked) });
  box.checked = Boolean(currentRequest()?.overwrite);
  const words = make("span", {}, `“${found.name}” is there already.`);
  return [make("div.remarks.lost", {}, make("p", {}, icon("warning"), words),
    make("label.check", {}, box, "Replace it"))];
}

function command(found) {
  const click = () => copy(found.commandLine, "The command line");
  const button = make("button.quiet.small", { type: "button", click }, icon("copy"), "Copy");
  return make("details.command", {}, make("summary", {}, "As a command line"),
    make("div.code", {}, make("code", { tabindex: "0", "aria-label": "Command line" }, found.commandLine), button));
}
