// SPDX-License-Identifier: MPL-2.0
// Which fields of the form are shown: those that the chosen action and the file have a use for.
import { byId, make } from "./dom.js";
import { beside, hasAmount } from "./request.js";
import { state } from "./store.js";

/** Shows the fields that the action and the file have a use for. */
export function showWhatFits(form, settings, file) {
  const kinds = new Set((file?.info?.tracks ?? []).map((track) => track.kind));
  for (const field of form.querySelectorAll("[data-for]")) {
    const { for: actions, kind } = field.dataset;
    const fits = !file || !kind || (kind === "both" ? kinds.has("video") && kinds.has("audio") : kinds.has(kind));
    field.hidden = !actions.split(" ").includes(settings.action) || !fits;
  }
  form.querySelector(".amount").hidden = !hasAmount(settings);
  form.querySelector(".part").hidden ||= settings.map !== undefined;
  byId("fps-label").hidden ||= settings.fps !== "other";
  byId("flow-label").hidden ||= settings.frames !== "flow";
  byId("semitones-label").hidden ||= settings.pitch !== "shift";
  byId("method-label").hidden ||= settings.pitch !== "follow";
  showTimes(settings);
  const more = form.querySelector(".more");
  more.hidden ||= ![...more.querySelectorAll("[data-for]")].some((field) => !field.hidden);
  const keeps = settings.copyVideo && ["scale", "conform"].includes(settings.action);
  form.elements.fitSize.disabled = keeps;
  for (const one of form.elements.quality) one.disabled = Boolean(settings.fitSize.trim()) && !byId("size-label").hidden && !keeps;
  for (const name of ["fps", "fpsOther", "frames", "flowQuality", "sdr", "smart"]) {
    const field = form.elements[name];
    for (const one of field instanceof RadioNodeList ? field : [field]) one.disabled = keeps;
  }
  byId("channel-label").hidden = !settings.mono;
}

/** Shows the fields for the ways in which times are found. */
function showTimes({ quiet, longestPause, map, hits }) {
  byId("silence-speeds").hidden = quiet !== "speed";
  byId("silence-length").hidden = quiet !== "length";
  for (const name of ["margin", "shortest"]) byId("form").elements[name].disabled = Boolean(longestPause.trim());
  byId("hits").hidden ||= map !== undefined;
  byId("match-label").hidden = Boolean(hits);
}

let offered = null;

/** Offers the files whose duration a result can get. */
export function fillMatches(form, settings, file) {
  const others = [...state.files.values()].filter((one) => one.duration > 0 && one.id !== file?.id && !one.isSample);
  const paths = others.map(({ path }) => path).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  if (state.isLoaded && settings.match && !paths.includes(settings.match)) settings.match = "";
  const now = paths.join("\n");
  if (now !== offered) {
    form.elements.match.replaceChildren(make("option", { value: "" }, "no other file"), ...paths.map((path) => make("option", { value: path }, path)));
  }
  offered = now;
  form.elements.match.value = settings.match;
}

/** Marks the field of the option that a message names, and shows the message below it. */
export function showFault(form, problem) {
  byId("fault")?.remove();
  for (const field of form.querySelectorAll("[data-option]")) {
    const isMeant = Boolean(problem) && field.checkVisibility() && new RegExp(`${field.dataset.option}(?![\\w-])`).test(problem);
    field.setAttribute("aria-invalid", String(isMeant));
    if (!isMeant) field.removeAttribute("aria-describedby");
    else {
      field.setAttribute("aria-describedby", "fault");
      if (!byId("fault")) (field.closest(".two, .three") ?? field.closest(".field")).after(make("p.bad-words", { id: "fault" }, problem));
    }
  }
}

/** Opens what is folded up where something of it is on, from an earlier file: it goes for this one too. */
export function showWhatIsOn(form) {
  const more = form.querySelector(".more");
  byId("hits").open ||= form.elements.match.value !== "";
  more.open ||= [...more.querySelectorAll(".toggle:not([hidden]) :checked")].length > 0;
}

/** Offers the folders that are there; where there are none below, there is nothing to choose. */
export function fillFolders(form, settings) {
  const folders = ["/", ...state.folders.map((folder) => `/${folder}`)];
  if (state.isLoaded && !folders.includes(settings.folder)) settings.folder = beside;
  byId("folder-label").hidden = folders.length === 1;
  form.elements.folder.replaceChildren(make("option", { value: beside }, "That of the original"),
    ...folders.map((folder) => make("option", { value: folder }, folder === "/" ? state.folder : folder.slice(1))));
  form.elements.folder.value = settings.folder;
}

/** Offers the channels that a file has. */
export function fillChannels(form, settings, file) {
  const channels = Math.max(1, ...(file?.info?.tracks ?? []).map((track) => track.channels ?? 1));
  const select = form.elements.channel;
  const names = channels === 2
    ? ["Left alone", "Right alone"]
    : Array.from({ length: channels }, (_, index) => `Channel ${index + 1} alone`);
  select.replaceChildren(make("option", { value: "all" }, "All, merged"),
    ...names.map((name, index) => make("option", { value: index }, name)));
  if (settings.channel !== "all" && Number(settings.channel) >= channels) settings.channel = "all";
  select.value = settings.channel;
}
