// SPDX-License-Identifier: MPL-2.0
// The right side of the pair: nothing yet, waiting, preview frames of a running job, a message, or the result.
import { address } from "./api.js";
import { pace, progressWords, shortWords } from "./card.js";
import { icon, make, setText } from "./dom.js";

const quickest = 300;

/** Shows a job inside the frame of `player`. */
export class ResultView {
  #player;
  #cancel;
  #mode = "";
  #update = () => {};

  constructor(player, cancel) {
    this.#player = player;
    this.#cancel = cancel;
  }

  /** Brings the frame to what a job now is; `file` is its result where that is known. */
  show(job, file) {
    if (job?.state === "done" && file?.state === "ready" && file.kind) {
      this.#mode = "";
      this.#player.show(file, `Result: ${file.name}`);
      return;
    }
    const mode = job ? `${job.id} ${job.state} ${file?.state ?? ""}` : "none";
    if (mode !== this.#mode) {
      this.#mode = mode;
      this.#update = () => {};
      this.#player.fill(this.#content(job, file));
    }
    this.#update(job);
  }

  #content(job, file) {
    if (!job) {
      return make("div.message", {}, icon("film"), make("p", {}, "The result will play here."),
        make("p.soft", {}, "Say how long it shall be, look at what will come out, and press Start."));
    }
    if (job.state === "done" && job.request.action === "spectrogram") {
      return make("img.picture", { src: address.download(job, job.name), alt: `Spectrogram of ${job.source.name}` });
    }
    if (job.state === "done") {
      const gone = "The result is done. Where its file is gone from the folder, make it again.";
      const words = file?.state === "failed" ? file.message : file ? "The result is being looked at …" : gone;
      return make("div.message", {}, icon("check"), make("p", {}, words));
    }
    if (job.state === "failed") {
      const words = job.message ?? "It failed without saying why.";
      return make("div.message.is-bad", {}, icon("warning"), make("p", { role: "alert" }, words));
    }
    if (job.state === "cancelled") {
      return make("div.message", {}, icon("close"), make("p", {}, "Cancelled."),
        make("p.soft", {}, "Nothing was left behind in the folder."));
    }
    return job.state === "waiting" ? this.#waiting(job) : this.#running(job);
  }

  #waiting(first) {
    const words = make("p");
    this.#update = (job) => setText(words, `${progressWords(job)}.`);
    const stop = make("button", { type: "button", click: () => this.#cancel(first) }, "Cancel");
    return make("div.message", {}, icon("clock"), words, stop);
  }

  #running(first) {
    const picture = make("img.picture", { alt: "Newest picture of the result", hidden: true });
    const bar = make("progress", { max: 1, "aria-label": `Progress of ${first.name}` });
    const now = make("strong");
    const quickness = make("small");
    const words = make("p.progress-words", { role: "timer" }, now, quickness);
    const stop = make("button", { type: "button", click: () => this.#cancel(first) }, icon("close"), "Cancel");
    const element = make("div.running", {}, picture, make("div.running-bar", {}, make("div.grow", {}, words, bar), stop));
    const load = newestPicture(picture);
    this.#update = (job) => {
      const isKnown = Number.isFinite(job.progress?.fraction);
      setText(now, isKnown ? shortWords(job.progress).join(" · ") : progressWords(job));
      setText(quickness, isKnown ? pace(job.progress).join(" · ") : "");
      if (job.progress) bar.value = job.progress.fraction;
      if (job.preview > 0) load(job);
    };
    return element;
  }
}

/** Shows each new preview frame once it has loaded, at most one every 0.3 seconds. */
function newestPicture(element) {
  let shown = 0;
  let wanted = null;
  let isLoading = false;
  const next = () => {
    if (isLoading || !wanted || wanted.preview === shown) return;
    isLoading = true;
    const { preview } = wanted;
    const image = new Image();
    const done = () => setTimeout(() => {
      isLoading = false;
      next();
    }, quickest);
    image.addEventListener("load", () => {
      element.src = image.src;
      element.hidden = false;
      element.dataset.version = preview;
      done();
    });
    image.addEventListener("error", done);
    shown = preview;
    image.src = address.preview(wanted);
  };
  return (job) => {
    wanted = job;
    next();
  };
}
