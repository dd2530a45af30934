// SPDX-License-Identifier: MPL-2.0
// The presets: what is asked for is kept under a name, chosen again, and shared as a file.
import { api } from "./api.js";
import { curveOf, hasCurve, setSections, turn } from "./curves.js";
import { byId, icon, make, setText } from "./dom.js";
import { editor } from "./editor.js";
import { makePreset, problemOf, sectionsFrom, settingsOf } from "./preset.js";
import { summary } from "./request.js";
import { takeWish, wish } from "./settings.js";
import { on, selectedFile, state } from "./store.js";
import { announce, complain, note } from "./toasts.js";
import { takeFiles } from "./upload.js";

const root = byId("presets");
const list = make("ul.preset-list", { id: "preset-list", "aria-label": "Presets" });
const count = make("span.count", { id: "preset-count" });
const name = make("input", { id: "preset-name", type: "text", maxlength: 100, spellcheck: "false", autocomplete: "off" });
const keep = make("button", { id: "preset-keep", type: "submit" }, "Keep");
/** The preset that was chosen last. */
let chosen = null;

/** Makes and wires them. */
export function startPresets() {
  const chooser = make("input", { id: "preset-file", type: "file", accept: ".json", multiple: true, tabindex: "-1",
    "aria-label": "Presets to import", hidden: true });
  root.append(make("summary", {}, "Presets ", count), list,
    make("form.preset-new", { id: "preset-form", submit: save },
      make("label.grow", {}, make("span.label", {}, "Name for what is asked for now"), name), keep,
      make("button", { id: "preset-import", type: "button", click: () => chooser.click() }, "Import"), chooser));
  chooser.addEventListener("change", () => {
    for (const file of chooser.files) take(file);
    chooser.value = "";
  });
  name.addEventListener("input", drawKeep);
  takeFiles(".json", take);
  on("presets", draw);
  draw();
}

const find = (wanted) => state.presets.find((one) => one.name === wanted);

function draw() {
  const order = state.presets.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  setText(count, order.length ? String(order.length) : "");
  list.replaceChildren(...order.map(row));
  list.hidden = order.length === 0;
  drawKeep();
}

function drawKeep() {
  setText(keep, find(name.value.trim()) ? "Replace" : "Keep");
}

function row({ id, name: called, preset }) {
  const button = (label, sign, click) => make("button.quiet", {
    type: "button", "aria-label": `${label} ${called}`, title: label, click,
  }, icon(sign));
  const link = make("a.button.quiet", {
    href: `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(preset, null, 2)}\n`)}`,
    download: `${called.replace(/[/\\]/g, "_").replace(/^\./, "_")}.retime-preset.json`,
    "aria-label": `Export ${called}`, title: "Export as a file",
  }, icon("download"));
  return make("li", { dataset: { id } },
    make("button.preset-name", { type: "button", "aria-current": id === chosen ? "true" : null, click: () => choose(id, preset) },
      make("span", {}, called), make("small.soft", {}, summary(preset.request))),
    link, button("Remove", "bin", () => remove(id, called)));
}

async function save(event) {
  event.preventDefault();
  const called = name.value.trim();
  try {
    if (!called) throw new Error("Write a name for what is asked for now.");
    const { settings, container } = wish();
    const curve = settings.map === undefined ? null : { sections: curveOf(selectedFile()).sections, ...editor.range };
    const preset = makePreset(called, settings, container, curve);
    if (preset.problem) throw new Error(preset.problem);
    ({ id: chosen } = await api.keepPreset(preset, Boolean(find(called))));
    name.value = "";
    note(`“${called}” is kept.`);
  } catch (error) {
    complain(error);
  }
  draw();
}

/** Puts a preset into the form, and its curve over the chosen file. */
function choose(id, preset) {
  const file = selectedFile();
  const problem = notOffered(preset.request) ?? draws(preset, file);
  if (problem) {
    complain(new Error(`“${preset.name}”: ${problem}`));
    return;
  }
  takeWish(settingsOf(preset.request), preset.container);
  chosen = id;
  for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  list.querySelector(`[data-id="${id}"] .preset-name`)?.setAttribute("aria-current", "true");
  announce(`${preset.name} is chosen.`);
}

/** Draws the curve of a preset, or none; what is wrong where that does not work. */
function draws(preset, file) {
  if (preset.request.map === undefined) {
    if (file?.duration && hasCurve(file)) turn(file, false);
    return null;
  }
  if (!(file?.duration > 0)) return "It has a speed curve. Choose a file for it first.";
  const isPart = hasCurve(file) && !editor.range.isAll;
  const [before, range] = isPart ? [curveOf(file).sections, editor.range] : [null, { from: 0, to: file.duration }];
  const { sections, problem } = sectionsFrom(preset, before, range, file.duration);
  if (!problem) setSections(file, sections);
  return problem ?? null;
}

/** What of a preset's request the form does not offer; undefined where it can show all of it. */
function notOffered(request) {
  const settings = settingsOf(request);
  const form = byId("form");
  for (const field of form.querySelectorAll("select[name], input[type=radio]")) {
    const value = String(settings[field.name]);
    if (!(field.name in settings) || field.name === "channel") continue;
    const all = field.matches("select") ? field.options : form.querySelectorAll(`[name="${field.name}"]`);
    const offered = [...all].map((one) => one.value);
    if (!offered.includes(value)) return `${field.name} is “${value}”. There are ${offered.join(", ")}.`;
  }
  return problemOf(settings);
}

/** Takes a file that was chosen or dropped. */
async function take(file) {
  try {
    const preset = parsed(await file.text());
    const problem = preset?.request && notOffered(preset.request);
    if (problem) throw new Error(problem);
    if (typeof preset?.name === "string") preset.name = freeName(preset);
    ({ id: chosen } = await api.keepPreset(preset, Boolean(find(preset?.name))));
    root.open = true;
    note(`“${preset.name}” is imported.`);
  } catch (error) {
    complain(new Error(`“${file.name}” was not imported: ${error.message}`));
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is no JSON: ${error.message}`);
  }
}

/** The name of a preset, numbered where another one has it. */
function freeName({ name: called, ...rest }) {
  const isSame = (other) => JSON.stringify(sorted({ ...other.preset, name: "" })) === JSON.stringify(sorted({ ...rest, name: "" }));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? called : `${called} ${number}`;
    const other = find(free);
    if (!other || isSame(other)) return free;
  }
}

/** A value with the keys of its objects in order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

async function remove(id, called) {
  try {
    await api.removePreset(id);
    announce(`${called} is removed.`);
  } catch (error) {
    complain(error);
  }
}
