// SPDX-License-Identifier: MPL-2.0
// What the form says of times, as a request has it. No part of it knows the page.
import { parse, secondsOf } from "./amount.js";

/** Whether the duration is set by the field beside the slider. */
export function hasAmount({ action, reverseScaled, map, hits, match }) {
  return (action === "scale" && map === undefined && !hits && !match) || (action === "reverse" && reverseScaled);
}

/** Whether the server finds the times, so that they are known once there is a plan. */
export const isFound = ({ action, hits, match, map }) =>
  ["silence", "conform", "fit", "undo"].includes(action) || (action === "scale" && map === undefined && Boolean(hits || match));

const plain = (written) => written.trim().replace(",", ".").replace("−", "-");

/** Puts values that are written, and are not those without the option. */
function given(settings, list) {
  const result = {};
  for (const [key, usually, name = key] of list) {
    const written = plain(String(settings[name] ?? ""));
    if (written && written !== usually) result[key] = written;
  }
  return result;
}

/** The keys of a request that determine its times, or { problem }. */
export function timingOf(settings) {
  switch (settings.action) {
    case "scale": return scaled(settings);
    case "reverse": return settings.reverseScaled ? reversed(settings) : {};
    case "silence": return silence(settings);
    case "conform": return conformed(settings);
    case "fit": return fitted(settings);
    default: return {};
  }
}

function scaled(settings) {
  const { map, mapProblem, hits, match, amount } = settings;
  if (mapProblem) return { problem: `The speed curve's text: ${mapProblem}` };
  if (map !== undefined) return { map };
  if (hits) return { hits, ...given(settings, [["slowest", "0.5", "hitSlowest"], ["fastest", "2", "hitFastest"]]) };
  return match ? { match } : parse(amount);
}

function reversed({ amount }) {
  const parsed = parse(amount);
  return parsed.every ? { problem: "A time lapse is played forward: choose Scale for it." } : parsed;
}

function silence(settings) {
  const asked = { ...given(settings, [["threshold", "auto"], ["shortestLoud", "0"], ["longestPause"]]) };
  asked.threshold = asked.threshold?.toLowerCase().replace(/\s*db(fs)?$/, "");
  if (asked.threshold === undefined || asked.threshold === "auto") delete asked.threshold;
  if (asked.longestPause === undefined) Object.assign(asked, given(settings, [["margin", "0.2"], ["shortest", "0.2"]]));
  if (settings.quiet === "speed") Object.assign(asked, given(settings, [["quietSpeed", "cut"], ["loudSpeed", "1"]]));
  if (settings.quiet === "length") {
    const seconds = secondsOf(settings.silenceLength);
    if (!(seconds > 0)) return { problem: "Write the duration of the result, such as 60 or 1:30." };
    Object.assign(asked, { duration: plain(settings.silenceLength) }, given(settings, [["speechSpeed", "1.5"], ["restSpeed", "8"]]));
  }
  for (const name of ["keep", "drop"]) if (settings[name]?.length) asked[name] = settings[name];
  return asked;
}

function conformed({ conformFps }) {
  const fps = plain(conformFps);
  if (/^\d+(\.\d+)?$|^\d+\/\d+$/.test(fps)) return { fps };
  return { problem: `“${conformFps.trim()}” is no frame rate. Write a number such as 25, or a quotient such as 30000/1001.` };
}

function fitted(settings) {
  const { table, cuesProblem, bestEffort } = settings;
  if (!table) return { problem: cuesProblem ?? "Choose two subtitle files with the same cues." };
  return { table, ...given(settings, [["slowest", "0.5"], ["fastest", "2"]]), ...(bestEffort && { bestEffort }) };
}

/** A request whose keys are the settings of the form, where those have names of their own. */
export function timingSettings(request) {
  const { action, quietSpeed, duration, fps, ...rest } = request;
  if (action === "conform") return { action, ...rest, ...(fps !== undefined && { conformFps: fps }) };
  if (action !== "silence") return request;
  const quiet = duration !== undefined ? "length" : (quietSpeed ?? "cut") !== "cut" ? "speed" : "cut";
  return { action, ...rest, quiet, fps, ...(duration !== undefined && { silenceLength: duration }), ...(quietSpeed !== undefined && { quietSpeed }) };
}
