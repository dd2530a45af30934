// SPDX-License-Identifier: MPL-2.0
// From what the form says to what the server takes.
import { named, parse } from "./amount.js";

/** The settings of somebody's first visit. */
export const usual = {
  action: "scale", amount: "0.5", fps: "source", frames: "nearest", audioMethod: "sinc", mono: false, channel: "all",
  reverseScaled: false, boomerang: false, rate: "48000", colors: "original", axes: true, copyVideo: false, sdr: false,
  noVideo: false, noAudio: false,
};

/** Whether the length matters for what is chosen. */
export function hasAmount({ action, reverseScaled }) {
  return action === "scale" || (action === "reverse" && reverseScaled);
}

/** Whether there will be pictures in the result. */
export function makesVideo(settings, file) {
  return file?.kind === "video" && !settings.noVideo && settings.action !== "spectrogram";
}

/** A request, or { problem } when something of it cannot be meant. */
export function makeRequest(settings, file, name, overwrite) {
  const { action } = settings;
  const problem = problemOf(name);
  if (problem) return { problem };
  const request = { file: file.id, action, name, overwrite };
  if (action === "spectrogram") return { ...request, colors: settings.colors, axes: settings.axes };
  if (hasAmount(settings)) {
    const amount = parse(settings.amount);
    if (amount.problem) return amount;
    Object.assign(request, amount);
  }
  const kinds = new Set((file.info?.tracks ?? []).map((track) => track.kind));
  const hasVideo = makesVideo(settings, file);
  if (hasVideo && action !== "resample") {
    if (action === "scale" && settings.copyVideo) request.copyVideo = true;
    else Object.assign(request, { fps: settings.fps, frames: settings.frames });
    if (settings.sdr && !request.copyVideo) request.sdr = true;
  }
  if (file.kind === "video" && settings.noVideo) request.noVideo = true;
  const hasAudio = kinds.has("audio");
  if (hasVideo && hasAudio && action !== "resample" && settings.noAudio) request.noAudio = true;
  if (hasAudio && !request.noAudio) {
    request.audioMethod = settings.audioMethod;
    if (settings.mono && settings.channel === "all") request.mono = true;
    if (settings.mono && settings.channel !== "all") request.channel = Number(settings.channel);
  }
  if (action === "resample") request.rate = Number(settings.rate);
  if (action === "reverse" && settings.boomerang) request.boomerang = true;
  return request;
}

function problemOf(name) {
  if (!name.trim()) return "The result needs a name.";
  if (name.includes("/")) return "A name cannot hold “/”. The result is put beside its source.";
  if (name.startsWith(".")) return "A name that begins with a dot would be hidden. Begin it with another sign.";
  return null;
}

/** A request in a few words: "Scale · factor 0.5 · 30 fps". */
export function summary(request) {
  const { fps } = request;
  const how = named(request);
  const words = {
    scale: ["Scale", how],
    reverse: [request.boomerang ? "Boomerang" : "Reverse", how],
    resample: ["Resample", request.rate && `${request.rate / 1000} kHz`],
    spectrogram: ["Spectrogram"],
  }[request.action] ?? [request.action];
  const pictures = !fps || fps === "source" ? null : fps === "vfr" ? "all pictures" : `${fps} fps`;
  return [...words, pictures, request.copyVideo && "pictures kept", request.mono && "one channel"].filter(Boolean).join(" · ");
}
