// SPDX-License-Identifier: MPL-2.0
// A job as a card: what it is, how far it is, what can be done with it.
import { address } from "./api.js";
import { icon, make, setText } from "./dom.js";
import { estimateWords } from "./estimate.js";
import { duration, moment, wait } from "./format.js";
import { summary } from "./request.js";
import { state } from "./store.js";

/** Progress in words: "42 %, 3 s left, 14× real time". */
export function progressWords(job) {
  if (job.state === "waiting") {
    const place = job.position > 1 ? `Waiting, number ${job.position} in the queue` : "Waiting, next in the queue";
    return [place, estimateWords(job.request)].filter(Boolean).join(" · ");
  }
  if (!Number.isFinite(job.progress?.fraction)) return "starting …";
  return [...shortWords(job.progress), ...pace(job.progress)].join(" · ");
}

const phases = { counting: "counting", reading: "reading", verifying: "checking" };

/** How far it is and how long it will take: ["42 %", "3 s left"]. */
export function shortWords({ phase, fraction, eta }) {
  const left = Number.isFinite(eta) ? `${wait(eta)} left` : null;
  return [phases[phase], `${Math.floor(fraction * 100)} %`, left].filter(Boolean);
}

/** How quick it is: ["14× real time", "420 frames/s"]. */
export function pace({ speed, framesPerSecond }) {
  return [
    speed ? `${speed < 10 ? speed.toPrecision(2) : Math.round(speed)}× real time` : null,
    framesPerSecond ? `${Math.round(framesPerSecond)} frames/s` : null,
  ].filter(Boolean);
}

/** What has become of a job, in words. */
function outcome(job) {
  const when = job.finished ? moment(job.finished) : "";
  if (job.state === "cancelled") return `Cancelled ${when}. Nothing was left behind.`;
  if (job.state === "failed") return job.message ?? "It failed without saying why.";
  const took = job.finished && job.started ? `made in ${wait(job.finished - job.started)}` : null;
  const length = job.report?.duration ? duration(job.report.duration) : null;
  return [length, took, when].filter(Boolean).join(" · ");
}

/** Makes the card; `update` brings it to what the job now is. */
export function makeCard(first, { cancel, show, remove, move, drag }) {
  let job = first;
  const picture = make("span.thumb");
  const name = make("button.name", { type: "button", click: () => show(job) });
  const what = make("span.what.soft");
  const words = make("p.outcome");
  const bar = make("progress", { max: 1 });
  const actions = make("span.actions");
  const element = make("li.card", { dataset: { job: job.id } }, picture, make("div.words", {}, name, what, words, bar), actions);
  let drawn = "";

  const button = (label, sign, click) => make("button.quiet", {
    type: "button", "aria-label": `${label} ${job.name}`, title: label, click,
  }, icon(sign));
  const buttons = () => {
    if (job.state === "waiting") {
      const [up, down] = [button("Move up", "up", () => move(job, -1)), button("Move down", "down", () => move(job, 1))];
      const grip = make("span.grip", { "aria-hidden": "true", title: "Drag to another place", pointerdown: (event) => drag(job, event) });
      grip.append(icon("grip"));
      return [grip, up, down, button("Cancel", "close", () => cancel(job))];
    }
    if (job.state === "running") return [button("Cancel", "close", () => cancel(job))];
    if (job.state !== "done") return [button("Take off the list", "bin", () => remove(job))];
    const take = make("a.button.quiet", {
      href: address.download(job, job.name), download: job.name,
      "aria-label": `Download ${job.name}`, title: "Download",
    }, icon("download"));
    return [take, button("Delete", "bin", () => remove(job))];
  };

  const update = (now) => {
    job = now;
    const isOpen = job.state === "waiting" || job.state === "running";
    element.dataset.state = job.state;
    element.classList.toggle("is-shown", state.shown === job.id);
    setText(name, job.name);
    setText(what, summary(job.request));
    setText(words, isOpen ? progressWords(job) : outcome(job));
    bar.hidden = job.state !== "running";
    bar.setAttribute("aria-label", `Progress of ${job.name}`);
    if (job.progress) bar.value = job.progress.fraction;
    else bar.removeAttribute("value");
    const file = state.files.get(job.result);
    const version = [job.state, job.name, file?.hasThumbnail, file?.kind, file?.modified].join(" ");
    if (job.state === "running" && job.preview > 0) showPreview();
    if (version === drawn) return;
    drawn = version;
    const hadFocus = actions.contains(document.activeElement);
    actions.replaceChildren(...buttons());
    if (hadFocus) actions.firstElementChild?.focus();
    picture.replaceChildren(pictureOf(job, file));
  };
  let previewed = 0;
  const showPreview = () => {
    if (performance.now() - previewed < 1000) return;
    previewed = performance.now();
    if (picture.firstElementChild?.tagName !== "IMG") picture.replaceChildren(make("img", { alt: "" }));
    picture.firstElementChild.src = address.preview(job);
  };
  return { element, update };
}

function pictureOf(job, file) {
  if (job.state === "failed") return icon("warning");
  if (job.state === "waiting" || job.state === "cancelled") return icon(job.state === "waiting" ? "clock" : "close");
  if (job.state === "running") return make("span.spinner");
  if (job.request.action === "spectrogram") {
    return lazy(address.download(job, job.name));
  }
  if (file?.hasThumbnail) return lazy(address.thumbnail(file));
  return icon(file?.kind === "audio" ? "sound" : "film");
}

const lazy = (src) => make("img", { src, alt: "", loading: "lazy", decoding: "async" });
