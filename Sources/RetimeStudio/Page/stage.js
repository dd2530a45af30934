// SPDX-License-Identifier: MPL-2.0
// The middle of the page: the selected file and, beside it, the result.
import { address } from "./api.js";
import { byId, icon, make, setText } from "./dom.js";
import * as format from "./format.js";
import { cancel, remove } from "./jobs.js";
import { setLanes } from "./lanes.js";
import { setMedia } from "./pair.js";
import { Player } from "./player.js";
import { ResultView } from "./result.js";
import { on, selectedFile, shownJob, state } from "./store.js";
import { copy } from "./toasts.js";

const original = new Player(byId("original"), () => setMedia("original", original?.media ?? null));
const resultPlayer = new Player(byId("result"), () => setMedia("result", resultPlayer?.media ?? null));
const result = new ResultView(resultPlayer, cancel);
let named = null;
let drawnOriginal = "";

/** Wires the stage. */
export function startStage() {
  on("files jobs selection", draw);
  byId("take").addEventListener("submit", (event) => {
    event.preventDefault();
    byId("take-download").click();
  });
  byId("take-name").addEventListener("input", setAddress);
  byId("take-path").addEventListener("click", () => copy(shownJob().path, "The path"));
  byId("take-delete").addEventListener("click", () => remove(shownJob()));
  draw();
}

function draw() {
  const file = selectedFile();
  const job = shownJob();
  const made = job?.result ? state.files.get(job.result) ?? null : null;
  setText(byId("stage-title"), file?.name ?? "Choose a file");
  setText(byId("facts"), file ? factsOf(file) : "");
  drawDetails(file);
  drawOriginal(file);
  result.show(job, made);
  byId("stage").classList.toggle("has-result", Boolean(job));
  setText(byId("result-name"), job ? job.name : "");
  setLanes(file?.state === "ready" && file.kind !== "picture" ? file : null, job?.state === "done" && made?.state === "ready" ? made : null);
  drawTake(job);
}

function factsOf(file) {
  return [...format.length(file), format.size(file.size), ...format.facts(file.info)].join(" · ");
}

function drawOriginal(file) {
  if (file?.state === "ready" && file.kind && file.kind !== "picture") {
    drawnOriginal = "";
    original.show(file, `Original: ${file.name}`);
    return;
  }
  const now = JSON.stringify([file?.id, file?.state, file?.message, file?.modified]);
  if (now === drawnOriginal) return;
  drawnOriginal = now;
  if (!file) original.fill(make("div.message", {}, icon("film"), make("p", {}, "Choose a file to play it here.")));
  else if (file.state === "failed") {
    const words = make("p", { role: "alert" }, file.message ?? "This file cannot be read.");
    original.fill(make("div.message.is-bad", {}, icon("warning"), words,
      make("p.soft", {}, "It stays in the folder as it is. Try another file, or a newer copy of this one.")));
  } else if (file.state === "ready") original.fill(make("img.picture", { src: address.media(file), alt: file.name }));
  else original.fill(make("div.message", {}, make("span.spinner"), make("p", {}, "This file is being looked at …")));
}

function drawDetails(file) {
  const details = byId("details");
  details.hidden = !file?.info;
  if (!file?.info) return;
  const now = `${file.id} ${file.modified}`;
  if (details.dataset.of === now) return;
  details.dataset.of = now;
  const rows = file.info.tracks.map((track) => make("tr", {},
    make("th", { scope: "row" }, `${track.index} ${track.kind}`),
    make("td", {}, [format.codec(track), ...trackFacts(track)].filter(Boolean).join(", ")),
    ...(file.kind === "picture" ? [] : [
      make("td.number", {}, track.frames ? `${format.count(track.frames)} frames` : ""),
      make("td.number", {}, format.duration(track.duration))])));
  details.querySelector(".details-body").replaceChildren(
    make("p", {}, `${file.path} · ${file.info.container} · ${format.moment(file.modified)}`),
    make("table.tracks", {}, make("caption.hidden", {}, "Tracks of the original"), make("tbody", {}, rows)));
}

function trackFacts(track) {
  const { kind, width, height, frameRate, rotation, colorimetry, sampleRate, sampleFormat, title } = track;
  if (kind === "video") {
    const fps = frameRate && `${format.rate(frameRate)} fps`;
    return [`${width}×${height}`, fps, rotation ? `turned by ${rotation}°` : null, colorimetry];
  }
  return kind === "audio" ? [sampleRate && format.kilohertz(sampleRate), format.layout(track), sampleFormat] : [title];
}

function drawTake(job) {
  const isDone = job?.state === "done";
  byId("take").hidden = !isDone;
  if (!isDone) named = null;
  else if (named !== `${job.id} ${job.name}`) {
    named = `${job.id} ${job.name}`;
    byId("take-name").value = job.name;
    byId("take-path").title = job.path ?? "";
    setAddress();
  }
}

function setAddress() {
  const job = shownJob();
  const name = byId("take-name").value.trim() || job.name;
  const link = byId("take-download");
  link.href = address.download(job, name);
  link.download = name;
}
