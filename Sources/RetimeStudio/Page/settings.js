// SPDX-License-Identifier: MPL-2.0
// The form: keeps the settings, shows what fits the chosen file and action, proposes the name.
import { factorAt, factorOf, parse, slider } from "./amount.js";
import { fillAmount } from "./amountfield.js";
import { chooseContainer, chosenContainer, fillContainers, findContainers, replaceContainer } from "./containers.js";
import { hasCurve, mapOf } from "./curves.js";
import { byId, setText } from "./dom.js";
import { factor as written } from "./format.js";
import { fillChannels, fillFolders, fillMatches, showWhatFits, showWhatIsOn } from "./fits.js";
import { about, makeForm } from "./form.js";
import { propose, split } from "./naming.js";
import { takenNames } from "./names.js";
import { startOwn, timesFor } from "./own.js";
import { fillPart, partFor, startPart, takePart } from "./part.js";
import { hasAmount, makeRequest, makesVideo, partOf, pitchOf, sectionsOf, usual, whyNot } from "./request.js";
import { emit, on, picked, recall, remember, selectedFile, state } from "./store.js";

const form = byId("form");
const settings = { ...usual, ...recall("settings") };
const own = { name: null, overwrite: false };

/** The request that the form means now, or { problem }; null without a file that can be used. */
export function currentRequest() {
  const file = selectedFile();
  if (whyNot(file)) return null;
  return makeRequest(meant(file), file, form.elements.name.value, own.overwrite);
}

/** What is to be made: "scale", "reverse", "resample" or "spectrogram". */
export const currentAction = () => settings.action;

/** What the result plays of the chosen file, as map.js has it; null where that is not known. */
export const currentSections = () => selectedFile() && sectionsOf(meant(selectedFile()), selectedFile());

/** How high the sound is to be: "follow", "keep" or "shift". */
export const currentPitch = () => (settings.action === "fit" ? "keep"
  : ["scale", "reverse", "silence", "conform"].includes(settings.action) ? settings.pitch : "follow");

/** The threshold of silence in dBFS; null where it is found. */
export const currentThreshold = () => (settings.threshold.trim() && Number.isFinite(Number(settings.threshold)) ? Number(settings.threshold) : null);

/** How many semitones the sound is to be above that, 0 where none are written, and whether a voice stays the same one. */
export const currentShift = () => [(currentPitch() === "shift" && Number(pitchOf(settings))) || 0, settings.formants];

/** How well motion is followed. */
export const flowQuality = () => settings.flowQuality;

/** How many seconds of the chosen file are taken; null where that is not known. */
export function takenDuration() {
  const file = selectedFile();
  const { from, to, problem } = partOf(meant(file), file);
  return problem || !file?.duration ? null : Math.min(to, file.duration) - from;
}

/** The settings, with what was chosen for this file alone. */
const meant = (file) => ({
  ...settings, ...(settings.action === "scale" && hasCurve(file) ? mapOf(file) : partFor(file)), ...timesFor(file, settings),
});

/** What is asked for of the chosen file, and the container that was chosen for it. */
export function wish() {
  const file = selectedFile();
  return { settings: meant(file), container: chosenContainer(file, kindOf(file)) };
}

/** Applies the settings of a preset; those that it leaves out get their defaults. */
export function takeWish({ start, end, ...values }, container) {
  const file = selectedFile();
  // Where results go belongs to this folder, not to what is asked for.
  Object.assign(settings, usual, values, { folder: settings.folder });
  Object.assign(own, { name: null, overwrite: false });
  takePart(file, "start", start ?? "");
  takePart(file, "end", end ?? "");
  remember("settings", settings);
  replaceContainer(file, kindOf(file), container);
  fill();
  showWhatIsOn(form);
}

/** Whether an existing file of that name may be replaced. */
export function setOverwrite(value) {
  own.overwrite = value;
  emit("settings");
}

/** Back to the proposed name, which is free again after a job has been started. */
export function forgetName() {
  Object.assign(own, { name: null, overwrite: false });
  fill();
}

/** Makes and wires the form. */
export function startSettings() {
  form.append(...makeForm());
  form.addEventListener("input", (event) => take(event.target));
  startPart(form, take);
  startOwn(() => {
    own.overwrite = false;
    fill();
  });
  const range = byId("slider");
  range.addEventListener("keydown", stepSlider);
  range.addEventListener("dblclick", () => setFactor(1));
  fill();
  on("selection", () => {
    Object.assign(own, { name: null, overwrite: false });
    fill();
    showWhatIsOn(form);
  });
  let before = "";
  on("files", () => {
    const file = selectedFile();
    const now = JSON.stringify([file?.id, file?.state, file?.modified, state.folders]);
    if (now !== before) {
      fill();
      showWhatIsOn(form);
    } else if (own.name === null) proposeName();
    before = now;
  });
  on("curve", () => fill());
  on("picked", () => {
    if (picked().length > 1) Object.assign(own, { name: null, overwrite: false });
    fill();
  });
  on("jobs", () => own.name === null && proposeName());
  findContainers().then(() => {
    showContainers(selectedFile());
    proposeName();
  });
}

function take(field) {
  if (field.id === "slider") return setFactor(factorAt(Number(field.value) / slider.steps));
  // Fields without a name belong to lists, which are marked by buttons.
  if (!field.name) return;
  if (field.name === "name") own.name = field.value || null;
  else if (field.name === "container") takeContainer(field.value);
  else if (field.name.startsWith("part-")) takePart(selectedFile(), field.name.slice(5), field.value);
  else settings[field.name] = field.type === "checkbox" ? field.checked : field.value;
  if (field.name !== "name") own.overwrite = false;
  remember("settings", settings);
  fill(field);
}

function takeContainer(value) {
  const file = selectedFile();
  chooseContainer(file, kindOf(file), value);
  if (own.name !== null) own.name = `${split(own.name)[0]}.${value}`;
}

function setFactor(value) {
  settings.amount = written(value);
  form.elements.amount.value = settings.amount;
  take(form.elements.amount);
}

/** Arrow keys go by hundredths, Page keys by tenths, whatever the drawing's scale is. */
function stepSlider(event) {
  const by = {
    ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1,
  }[event.key];
  const now = factorOf(parse(settings.amount), takenDuration()) ?? 1;
  const to = event.key === "Home" ? slider.least : event.key === "End" ? slider.most : now + by;
  if (!Number.isFinite(to)) return;
  event.preventDefault();
  setFactor(Math.min(slider.most, Math.max(slider.least, Math.round(to * 100) / 100)));
}

/** Fills the form with the settings, except the field being edited. */
function fill(except = null) {
  const file = selectedFile();
  for (const field of form.elements) {
    if (!(field.name in settings) || field === except) continue;
    if (field.type === "checkbox") field.checked = settings[field.name];
    else if (field.type === "radio") field.checked = field.value === String(settings[field.name]);
    else field.value = settings[field.name];
  }
  fillPart(form, file, except);
  setText(byId("about"), about[settings.action]);
  fillChannels(form, settings, file);
  fillFolders(form, settings);
  fillMatches(form, settings, file);
  showWhatFits(form, meant(file), file);
  fillAmount(form, settings, takenDuration());
  showContainers(file);
  proposeName();
  emit("settings");
}

const kindOf = (file) => (makesVideo(settings, file) ? "video" : "audio");

function showContainers(file) {
  byId("container-label").hidden = settings.action === "spectrogram";
  fillContainers(form.elements.container, file, kindOf(file));
}

function proposeName() {
  const file = selectedFile();
  const field = form.elements.name;
  field.disabled = picked().length > 1;
  if (own.name !== null) {
    if (document.activeElement !== field) field.value = own.name;
    const [, extension] = split(own.name);
    const offered = [...form.elements.container.options].some((option) => option.value === extension);
    if (offered) form.elements.container.value = extension;
    return;
  }
  if (!file) return;
  const extension = settings.action === "spectrogram" ? "png" : form.elements.container.value;
  if (hasAmount(meant(file)) && parse(settings.amount).problem) return;
  const name = propose(file, meant(file), extension, takenNames(file, settings.folder));
  if (field.value === name) return;
  field.value = name;
  emit("settings");
}
