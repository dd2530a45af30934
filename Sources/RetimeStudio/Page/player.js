// SPDX-License-Identifier: MPL-2.0
// One player: the browser's own, and a proxy from the server where the browser cannot play a file.
import { address, whenMade } from "./api.js";
import { icon, make, setText } from "./dom.js";
import { drawWaveform, waveformOf } from "./waveform.js";

const unplayable = "The browser does not play this file, nor the version that was made of it. "
  + "Its results can be downloaded all the same.";

/** Whether the browser reports the listed duration; some include the time before the first frame, or guess. */
function lastsAsLong({ duration }, file) {
  if (!file.duration) return true;
  return Math.abs(duration - file.duration) <= Math.max(0.25, file.duration / 50);
}

/** Plays one file at a time inside `frame`; calls `onChange` when the media element is another one. */
export class Player {
  #frame;
  #onChange;
  #file = null;
  #stop = new AbortController();
  media = null;

  constructor(frame, onChange) {
    this.#frame = frame;
    this.#onChange = onChange;
  }

  /** Shows a file that is ready, unless it is there already. */
  show(file, label) {
    const old = this.#file;
    if (old?.id === file.id && old.modified === file.modified && old.kind === file.kind) return;
    this.clear();
    this.#file = file;
    const useProxy = () => this.#useProxy(label);
    if (!this.#isPlayable(file)) return useProxy();
    this.#play(address.media(file), label, useProxy);
    const { media } = this;
    media.addEventListener("loadedmetadata", () => this.media === media && !lastsAsLong(media, file) && useProxy());
  }

  /** Shows something else than a player. */
  fill(...content) {
    this.clear();
    this.#frame.replaceChildren(...content);
  }

  /** Forgets the file and ends its requests. */
  clear() {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (this.media) {
      this.media.pause();
      this.media.removeAttribute("src");
      this.media.load();
    }
    this.media = null;
    this.#file = null;
    this.#frame.replaceChildren();
    this.#onChange();
  }

  #isPlayable(file) {
    const probe = document.createElement(file.kind === "audio" ? "audio" : "video");
    return !file.mime || probe.canPlayType(file.mime) !== "";
  }

  #play(source, label, whenRefused) {
    const file = this.#file;
    const isSound = file.kind === "audio";
    const media = make(isSound ? "audio" : "video", {
      controls: true, preload: "auto", playsinline: true, "aria-label": label, src: source,
      poster: !isSound && file.hasThumbnail ? address.thumbnail(file) : null,
    });
    media.addEventListener("error", () => this.media === media && whenRefused());
    this.media = media;
    this.#frame.replaceChildren(...(isSound ? [this.#cover(file), media] : [media]));
    this.#onChange();
  }

  #cover(file) {
    const cover = make("div.cover");
    if (!file.hasWaveform) return make("div.cover", {}, icon("sound"));
    const canvas = make("canvas", { "aria-hidden": "true" });
    cover.append(canvas);
    waveformOf(file).then(({ peaks }) => drawWaveform(canvas, peaks), () => cover.append(icon("sound")));
    return cover;
  }

  async #useProxy(label) {
    const { signal } = this.#stop;
    const file = this.#file;
    const bar = make("progress", { max: 1, "aria-label": "Making a version for the browser" });
    const words = make("p", {}, "This browser does not play the file as it is. A version that it plays is being made …");
    this.media = null;
    this.#frame.replaceChildren(make("div.message", {}, icon("film"), words, bar));
    this.#onChange();
    try {
      const onProgress = (fraction) => fraction !== null && (bar.value = fraction);
      const response = await whenMade(address.proxy(file), { signal, headers: { Range: "bytes=0-0" }, onProgress });
      await response.body?.cancel();
      if (!signal.aborted) {
        this.#play(address.proxy(file), label, () => this.#fail(unplayable));
      }
    } catch (error) {
      if (error.name !== "AbortError" && !signal.aborted) this.#fail(error.message);
    }
  }

  #fail(message) {
    this.media = null;
    const words = make("p", { role: "alert" });
    setText(words, message);
    this.#frame.replaceChildren(make("div.message.is-bad", {}, icon("warning"), words));
    this.#onChange();
  }
}
