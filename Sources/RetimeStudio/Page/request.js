// SPDX-License-Identifier: MPL-2.0
// From what the form says to what the server takes.
import { factorOf, named, parse, secondsOf } from "./amount.js";
import { clock } from "./format.js";
import { read } from "./map.js";
import { plannedSections, plannedSpeed } from "./planned.js";
import { hasAmount, isFound, timingOf } from "./timing.js";

export { hasAmount };

/** The default output folder, beside the source; a chosen folder is "/" or a path such as "/cuts/new". */
export const beside = "beside";

/** The default settings. */
export const usual = {
  action: "scale", amount: "0.5", fps: "source", frames: "nearest", audioMethod: "sinc", mono: false, channel: "all",
  reverseScaled: false, boomerang: false, rate: "48000", colors: "original", axes: true, copyVideo: false, smart: false, sdr: false,
  noVideo: false, noAudio: false, folder: beside, fpsOther: "25", flowQuality: "good", pitch: "follow", semitones: "+3", formants: false,
  quality: "good", fitSize: "", match: "", conformFps: "25", slowest: "0.5", fastest: "2", bestEffort: false, hitSlowest: "0.5", hitFastest: "2",
  quiet: "cut", quietSpeed: "6", loudSpeed: "1", silenceLength: "", speechSpeed: "1.5", restSpeed: "8", threshold: "auto",
  longestPause: "", margin: "0.2", shortest: "0.2", shortestLoud: "0",
};

/** Why nothing can be made of a file; null where something can. */
export function whyNot(file) {
  if (!file) return "Choose a file first.";
  if (file.state === "failed") return "Nothing can be made of this file: it cannot be read.";
  if (file.state !== "ready") return "This file is still being looked at …";
  if (file.kind === "picture") return "This picture stands still: there is no time in it to change. Choose a video or a sound.";
  return null;
}

/** Whether the result will have video. */
export function makesVideo(settings, file) {
  return file?.kind === "video" && !settings.noVideo && settings.action !== "spectrogram";
}

/** Whether only a part of a source can be taken. */
const hasPart = ({ action }) => ["scale", "reverse", "silence", "conform", "fit"].includes(action);

/** Whether the pitch of the result can be chosen; cues preserve it, and undo restores it. */
const hasPitch = ({ action }) => ["scale", "reverse", "silence", "conform"].includes(action);

/** Whether the video is copied, with other times. */
const copiesVideo = ({ action, copyVideo }) => copyVideo && (action === "scale" || action === "conform");

/** The seconds of a source that are taken: { from, to }, or { problem }; all of it where nothing is written. */
export function partOf({ action, start, end }, file) {
  const all = { from: 0, to: file?.duration ?? 0 };
  if (!hasPart({ action })) return all;
  for (const [name, written] of [["from", start], ["to", end]]) {
    if (!written?.trim()) continue;
    const time = secondsOf(written);
    if (time === null) return { problem: `“${written.trim()}” is no time. Write seconds such as 1.5, or 1:30.` };
    all[name] = time;
  }
  // What has no length is refused by the server, with its own reason.
  const isWritten = [start, end].some((written) => written?.trim());
  if (isWritten && all.to <= all.from) return { problem: `It would end at ${clock(all.to)} and begin at ${clock(all.from)}. Begin earlier, or end later.` };
  return all;
}

/** The sections of a file that are played, as map.js has them; null where that is not known, or there is nothing to play. */
export function sectionsOf(settings, file) {
  if (settings.map !== undefined) return read(settings.map, file.duration).sections ?? null;
  const { from, to, problem } = partOf(settings, file);
  if (problem || !file?.duration || settings.action === "spectrogram") return null;
  if (isFound(settings)) return plannedSections(file) ?? plannedSpeed(file, { from, to });
  const end = Math.min(to, file.duration);
  const factor = hasAmount(settings) ? factorOf(parse(settings.amount), end - from) : 1;
  if (!(factor > 0) || end <= from) return null;
  const forward = { from, to: end, speed: [1 / factor, 1 / factor], ease: "smooth" };
  const backward = { ...forward, from: end, to: from };
  if (settings.action !== "reverse") return [forward];
  return settings.boomerang ? [forward, backward] : [backward];
}

/** The rate that the form means, or { problem }. */
function rateOf({ fps, fpsOther }) {
  if (fps !== "other") return fps;
  const written = fpsOther.trim().replace(",", ".");
  if (/^\d+(\.\d+)?$|^\d+\/\d+$/.test(written)) return written;
  return { problem: `“${fpsOther.trim()}” is no frame rate. Write a number such as 25, or a quotient such as 30000/1001.` };
}

/** The pitch that the form means, or { problem }. */
export function pitchOf({ pitch, semitones }) {
  if (pitch !== "shift") return pitch;
  const written = semitones.trim().replace(",", ".").replace("−", "-");
  if (!/^[+-]?\d+(\.\d+)?$/.test(written)) {
    return { problem: `“${semitones.trim()}” is no number of semitones. Write one such as +3 or -2.5.` };
  }
  return /^[+-]/.test(written) ? written : `+${written}`;
}

/** A request, or { problem } when something of it cannot be meant. */
export function makeRequest(settings, file, name, overwrite) {
  const { action } = settings;
  const problem = problemOf(name);
  if (problem) return { problem };
  const request = { file: file.id, action, name, overwrite };
  if (settings.folder !== beside) request.folder = settings.folder.slice(1);
  if (action === "spectrogram") return { ...request, colors: settings.colors, axes: settings.axes };
  const timing = timingOf(settings);
  if (timing.problem) return timing;
  Object.assign(request, timing);
  const part = partOf(settings, file);
  if (part.problem) return part;
  if (hasPart(settings)) Object.assign(request, timesOf(settings));
  const kinds = new Set((file.info?.tracks ?? []).map((track) => track.kind));
  const hasVideo = makesVideo(settings, file);
  if (hasVideo && action !== "resample") {
    if (copiesVideo(settings)) request.copyVideo = true;
    else {
      const fps = action === "conform" ? timing.fps : rateOf(settings);
      if (fps.problem) return fps;
      Object.assign(request, { fps, frames: settings.frames });
      if (settings.frames === "flow") request.flowQuality = settings.flowQuality;
    }
    if (settings.sdr && !request.copyVideo) request.sdr = true;
    if (settings.smart && !request.copyVideo) request.smart = true;
  }
  if (file.kind === "video" && settings.noVideo) request.noVideo = true;
  const hasAudio = kinds.has("audio") && !request.every;
  if (hasVideo && hasAudio && action !== "resample" && settings.noAudio) request.noAudio = true;
  if (hasAudio && !request.noAudio) {
    const pitch = hasPitch(settings) ? pitchOf(settings) : "follow";
    if (pitch.problem) return pitch;
    // What keeps a pitch has a way of its own between samples.
    if (pitch !== "follow") request.pitch = pitch;
    else if (hasPitch(settings)) request.audioMethod = settings.audioMethod;
    if (settings.pitch === "shift" && request.pitch && settings.formants) request.formants = "keep";
    if (settings.mono && settings.channel === "all") request.mono = true;
    if (settings.mono && settings.channel !== "all") request.channel = Number(settings.channel);
  }
  const size = settings.fitSize.replace(/\s/g, "").replace(",", ".");
  if (size && hasVideo && action !== "resample" && !request.copyVideo) request.fitSize = size;
  else if (settings.quality !== usual.quality) request.quality = settings.quality;
  if (action === "resample") request.rate = Number(settings.rate);
  if (action === "reverse" && settings.boomerang) request.boomerang = true;
  return request;
}

/** The times of a part as a request has them. */
function timesOf({ start, end }) {
  const written = { start: start?.trim().replace(",", "."), end: end?.trim().replace(",", ".") };
  return Object.fromEntries(Object.entries(written).filter(([, time]) => time));
}

function problemOf(name) {
  if (!name.trim()) return "The result needs a name.";
  if (name.includes("/")) return "A name cannot hold “/”. The result is put beside its source.";
  if (name.startsWith(".")) return "A name that begins with a dot would be hidden. Begin it with another sign.";
  return null;
}

/** What a request does to the times, in a few words. */
function timingWords(request) {
  const { action, map, hits, match } = request;
  const how = named(request);
  const scaled = map !== undefined ? "speed curve" : hits ? `${hits.length} ${hits.length === 1 ? "hit" : "hits"}` : match ? `as long as ${match}` : how;
  const quiet = request.duration ? how : request.quietSpeed ? `${request.quietSpeed}x` : "removed";
  return {
    scale: ["Scale", scaled],
    reverse: [request.boomerang ? "Boomerang" : "Reverse", how],
    silence: ["Silence", quiet, request.threshold && `below ${request.threshold} dB`],
    conform: ["Conform"], fit: ["Fit cues"], undo: ["Undo"],
    resample: ["Resample", request.rate && `${request.rate / 1000} kHz`],
    spectrogram: ["Spectrogram"],
  }[action] ?? [action];
}

/** A request in a few words: "Scale · factor 0.5 · 30 fps". */
export function summary(request) {
  const { fps } = request;
  const words = timingWords(request);
  const pictures = !fps || fps === "source" ? null : fps === "vfr" ? "all pictures" : `${fps} fps`;
  const { start, end, pitch, folder } = request;
  const part = start || end ? `${start ? clock(secondsOf(start)) : "start"} to ${end ? clock(secondsOf(end)) : "end"}` : null;
  const height = pitch && (pitch === "keep" ? "pitch kept" : `${pitch} semitones`);
  return [...words, part, pictures, request.frames === "flow" && "made along the motion", height, request.copyVideo && "pictures kept",
    request.smart && "smart rendering", request.quality && `${request.quality} quality`, request.fitSize && `at most ${request.fitSize}`, request.mono && "one channel", folder !== undefined && `into ${folder || "the top folder"}`].filter(Boolean).join(" · ");
}
