// SPDX-License-Identifier: MPL-2.0
// The default name of a result.
import { named, parse } from "./amount.js";

/** The common containers, by the kind of what comes out. */
const common = {
  video: ["mp4", "mov", "mkv", "webm", "avi", "ts", "ogg"],
  audio: ["m4a", "mp3", "wav", "flac", "ogg", "opus", "aiff", "caf", "mka"],
};

/** A name without its extension, and the extension in small letters without the dot. */
export function split(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? [name.slice(0, dot), name.slice(dot + 1).toLowerCase()] : [name, ""];
}

/** The others that can be written here. */
const others = { video: [], audio: [] };

/** Offers containers besides the common ones, as the server lists them. */
export function offer(list) {
  for (const kind of Object.keys(common)) others[kind] = list[kind].filter((name) => !common[kind].includes(name));
}

/** The containers that are offered for a kind: the common ones, and the others. */
export const offered = (kind) => ({ common: common[kind], others: others[kind] });

/** Whether a container is offered for a kind. */
export const isOffered = (kind, name) => common[kind].includes(name) || others[kind].includes(name);

/** Aliases of those extensions; the audio of a video container goes into the related audio container. */
const kin = {
  video: { m4v: "mp4", ogv: "ogg", mts: "ts", m2ts: "ts" },
  audio: { aif: "aiff", oga: "ogg", ogv: "ogg", weba: "ogg", webm: "ogg", mkv: "mka" },
};

/** The container to begin with: the source's own where it can be written. */
export function usualContainer(file, kind) {
  const [, extension] = split(file?.name ?? "");
  const same = kin[kind][extension] ?? extension;
  return isOffered(kind, same) ? same : common[kind][0];
}

/** What a result is called: "clip (factor 0.5).mp4" or "clip (2x).mp4", as the field says it; numbered when that is taken. */
export function propose(file, settings, extension, taken) {
  const [stem] = split(file.name);
  const times = named(parse(settings.amount));
  const what = {
    scale: settings.map !== undefined ? "curve" : settings.hits ? "hits" : settings.match ? "matched" : times,
    reverse: settings.boomerang ? "boomerang" : settings.reverseScaled ? `reversed ${times}` : "reversed",
    silence: settings.quiet === "length" ? "fitted" : settings.quiet === "speed" ? "silence faster" : "no silence",
    conform: `${settings.conformFps.trim().replace(",", ".").replace("/", "÷")} fps`,
    fit: "fitted", undo: "undone",
    resample: `${settings.rate} Hz`,
    spectrogram: "spectrogram",
  }[settings.action];
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ` (${what}).${extension}` : ` (${what}) ${number}.${extension}`;
    const name = shortened(stem, mostBytes - bytes(end)) + end;
    if (!taken.has(name)) return name;
  }
}

/** The length in UTF-8, of which the server takes so much for a name. */
const mostBytes = 200;
const bytes = (text) => new TextEncoder().encode(text).length;

/** The beginning of a text that fits. */
function shortened(text, most) {
  const letters = [...text];
  while (bytes(letters.join("")) > most) letters.pop();
  return letters.join("").trimEnd();
}
