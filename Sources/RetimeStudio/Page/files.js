// SPDX-License-Identifier: MPL-2.0
// The list of files: search, order, arrow keys. Enter chooses, the space bar chooses and plays; several are picked as everywhere.
import { address } from "./api.js";
import { byId, icon, make, setText } from "./dom.js";
import * as format from "./format.js";
import { emit, on, pick, picked, recall, remember, select, state, togglePick } from "./store.js";
import { waveformStrip } from "./waveform.js";

const list = byId("file-list");
const rows = new Map();
const orders = {
  name: (a, b) => a.path.localeCompare(b.path, undefined, { numeric: true, sensitivity: "base" }),
  newest: (a, b) => b.modified - a.modified,
  longest: (a, b) => (b.duration ?? 0) - (a.duration ?? 0),
  largest: (a, b) => b.size - a.size,
};

/** Wires the list. */
export function startFiles() {
  const sort = byId("sort");
  sort.value = recall("sort") in orders ? recall("sort") : "name";
  sort.addEventListener("change", () => {
    remember("sort", sort.value);
    draw();
  });
  byId("search").addEventListener("input", draw);
  byId("search").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.querySelector("[role=option]")?.focus();
  });
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (!row) return;
    if (event.ctrlKey || event.metaKey || event.target.closest(".pick")) togglePick(row.dataset.id);
    else if (event.shiftKey) pickTo(row);
    else {
      choose(row);
      emit("open");
    }
  });
  // What is picked with Shift is no text that is marked.
  list.addEventListener("mousedown", (event) => event.shiftKey && event.preventDefault());
  list.addEventListener("keydown", move);
  byId("picked-none").addEventListener("click", () => pick([]));
  on("files selection picked", draw);
  on("selection", () => list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" }));
}

function choose(row) {
  select(row.dataset.id);
  row.focus();
}

/** Picks everything from the chosen file to a row. */
function pickTo(row) {
  const options = [...list.querySelectorAll("[role=option]")];
  const ends = [options.findIndex((one) => one.dataset.id === state.selected), options.indexOf(row)].sort((a, b) => a - b);
  pick(options.slice(Math.max(0, ends[0]), ends[1] + 1).map((one) => one.dataset.id));
  row.focus();
}

function move(event) {
  const options = [...list.querySelectorAll("[role=option]")];
  const at = options.indexOf(document.activeElement);
  const isCommand = event.ctrlKey || event.metaKey;
  const to = {
    ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8, Home: 0, End: options.length - 1,
  }[event.key];
  if (to !== undefined) {
    const row = options[Math.min(options.length - 1, Math.max(0, to))];
    if (row && event.shiftKey) pickTo(row);
    setTabStop(row);
    row?.focus();
    event.preventDefault();
  } else if (isCommand && event.key.toLowerCase() === "a") {
    event.preventDefault();
    pick(options.map((row) => row.dataset.id));
  } else if (isCommand && event.key === " " && at >= 0) {
    event.preventDefault();
    event.stopPropagation();
    togglePick(options[at].dataset.id);
  } else if (event.key === "Escape" && state.beside.size) {
    event.preventDefault();
    event.stopPropagation();
    pick([]);
  } else if (event.key === "Enter" && at >= 0) {
    choose(options[at]);
    emit("open");
  } else if (event.key === " " && at >= 0) {
    event.preventDefault();
    event.stopPropagation();
    if (options[at].dataset.id !== state.selected) choose(options[at]);
    emit("play");
  }
}

function draw() {
  const wanted = byId("search").value.trim().toLowerCase();
  const all = [...state.files.values()];
  const found = all.filter((file) => file.path.toLowerCase().includes(wanted)).sort(orders[byId("sort").value]);
  for (const [id, row] of rows) {
    if (!state.files.has(id)) {
      row.element.remove();
      rows.delete(id);
    }
  }
  const elements = found.map((file) => {
    const row = rows.get(file.id) ?? makeRow(file);
    rows.set(file.id, row);
    row.update(file);
    return row.element;
  });
  place(elements);
  setTabStop(list.querySelector(`[data-id="${state.selected}"]`) ?? elements[0]);
  const count = picked().length;
  byId("picked").hidden = count < 2;
  setText(byId("picked-count"), count < 2 ? "" : `${count} files are picked`);
  list.removeAttribute("aria-busy");
  setText(byId("file-count"), wanted ? `${found.length} of ${all.length}` : String(all.length));
  const empty = byId("files-empty");
  empty.hidden = found.length > 0;
  setText(empty, wanted
    ? `No file is called “${wanted}”.`
    : "No video or sound here yet. Drop a file on this page, or press Add files.");
}

/** Puts the rows in order and moves only those that stand elsewhere, so that focus stays. */
function place(elements) {
  const wanted = new Set(elements);
  for (const child of [...list.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

function setTabStop(row) {
  for (const option of list.querySelectorAll("[tabindex='0']")) option.tabIndex = -1;
  if (row) row.tabIndex = 0;
}

function makeRow(file) {
  const picture = make("span.thumb");
  const box = make("span.pick", { "aria-hidden": "true", title: "Pick it as well" }, icon("check"));
  const name = make("span.name");
  const times = make("span");
  const kind = make("span.kind.soft");
  const badge = make("span.tag");
  const strip = make("span.strip");
  const element = make("li.row", { role: "option", tabindex: "-1", dataset: { id: file.id } },
    picture, box, make("span.words", {}, name, make("span.times", {}, times, badge), kind), strip);
  let drawn = "";
  const update = (now) => {
    element.setAttribute("aria-selected", String(now.id === state.selected || state.beside.has(now.id)));
    element.setAttribute("aria-current", String(now.id === state.selected));
    const { state: step, size, modified, hasThumbnail, hasWaveform, message, job } = now;
    const version = JSON.stringify([step, size, modified, hasThumbnail, hasWaveform, message, job]);
    if (version === drawn) return;
    drawn = version;
    element.dataset.state = now.state;
    setText(name, now.name);
    element.title = now.path;
    setText(times, [...format.length(now), format.size(now.size)].join(" · "));
    setText(kind, describe(now));
    setText(badge, now.isSample ? "sample" : now.job ? "result" : "");
    badge.hidden = !badge.textContent;
    picture.replaceChildren(pictureOf(now));
    strip.replaceChildren(...(now.hasWaveform ? [waveformStrip(now)] : []));
  };
  return { element, update };
}

function describe(file) {
  if (file.state === "waiting") return "waiting to be looked at";
  if (file.state === "looking") return "being looked at …";
  if (file.state === "failed") return file.message ?? "cannot be read";
  const tracks = file.info?.tracks ?? [];
  const codecs = tracks.filter((track) => track.kind !== "subtitle").map(format.codec);
  const folder = file.path.includes("/") ? `${file.path.slice(0, file.path.lastIndexOf("/"))}/` : null;
  return [...new Set(codecs)].concat(folder ?? []).join(" · ");
}

function pictureOf(file) {
  if (file.hasThumbnail) {
    return make("img", { src: address.thumbnail(file), alt: "", loading: "lazy", decoding: "async" });
  }
  if (file.state === "failed") return icon("warning");
  return icon(file.kind === "audio" ? "sound" : "film");
}
