// SPDX-License-Identifier: MPL-2.0
// The name that a result gets unless somebody writes another.

/** The containers that are offered, by the kind of what comes out. */
export const containers = {
  video: ["mp4", "mov", "mkv", "webm", "avi", "ts", "ogg"],
  audio: ["m4a", "mp3", "wav", "flac", "ogg", "opus", "aiff", "caf", "mka"],
};

/** A name without its extension, and the extension in small letters without the dot. */
export function split(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? [name.slice(0, dot), name.slice(dot + 1).toLowerCase()] : [name, ""];
}

/** The container to begin with: the source's own where it can be written. */
export function usualContainer(file, kind) {
  const [, extension] = split(file?.name ?? "");
  const same = { m4v: "mp4", aif: "aiff", oga: "ogg", ogv: "ogg", mts: "ts", m2ts: "ts" }[extension] ?? extension;
  return containers[kind].includes(same) ? same : containers[kind][0];
}

/** What a result is called: "clip (0.5x).mp4", with a number when that name is taken. */
export function propose(file, settings, factor, extension, taken) {
  const [stem] = split(file.name);
  const times = factor ? `${Number(factor.toPrecision(4))}x` : settings.amount;
  const what = {
    scale: times,
    reverse: settings.boomerang ? "boomerang" : settings.reverseScaled ? `reversed ${times}` : "reversed",
    resample: `${settings.rate} Hz`,
    spectrogram: "spectrogram",
  }[settings.action];
  const base = `${stem} (${what.replaceAll("/", "-").replaceAll(":", ".")})`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}.${extension}` : `${base} ${number}.${extension}`;
    if (!taken.has(name)) return name;
  }
}
