// SPDX-License-Identifier: MPL-2.0
// The optical flow of frame interpolation, drawn over the current frame of the original.
import { address, whenMade } from "./api.js";
import { byId, setText } from "./dom.js";
import { clock } from "./format.js";
import { mediaOn } from "./pair.js";
import { flowQuality } from "./settings.js";
import { on, recall, remember, selectedFile } from "./store.js";

const box = byId("motion-on");
const figure = byId("motion");
const image = figure.querySelector("img");
const words = figure.querySelector("figcaption p");
let timer = null;
let asking = new AbortController();
let shown = "";

/** Wires the switch. */
export function startMotion() {
  box.checked = recall("motion") ?? false;
  box.addEventListener("change", () => {
    remember("motion", box.checked);
    look();
  });
  on("time", (side) => side === "original" && look());
  on("selection files settings", look);
  look();
}

/** Shows the motion vectors while the original is paused; while it plays, the last ones stay visible. */
function look() {
  const file = selectedFile();
  const isFilm = file?.state === "ready" && file.kind === "video";
  byId("motion-label").hidden = !isFilm;
  figure.hidden = !isFilm || !box.checked;
  const media = mediaOn("original");
  if (figure.hidden) return stop("");
  if (!media || !media.paused || media.seeking) return;
  const milliseconds = Math.round(media.currentTime * 1000);
  const path = address.flow(file, milliseconds / 1000, flowQuality());
  if (path === shown) return;
  stop(path);
  timer = setTimeout(() => draw(path, file, milliseconds / 1000), 200);
}

function stop(path) {
  shown = path;
  clearTimeout(timer);
  asking.abort();
  if (path) figure.setAttribute("aria-busy", "true");
  else figure.removeAttribute("aria-busy");
}

async function draw(path, file, time) {
  asking = new AbortController();
  const { signal } = asking;
  try {
    const response = await whenMade(path, { signal });
    const blob = await response.blob();
    if (signal.aborted) return;
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(blob);
    image.hidden = false;
    const told = toldOf(response.headers, time);
    image.alt = `The motion in ${file.name}. ${told}`;
    setText(words, told);
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    image.hidden = true;
    setText(words, error.message);
  }
  figure.removeAttribute("aria-busy");
}

const kinds = {
  same: "The next picture is the same.", cut: "A cut: the nearer picture is shown.",
  dissolve: "A dissolve: the two pictures are mixed.", flash: "A flash: the two pictures are mixed.",
};

/** The caption, for example the mean and the maximum motion in pixels and the trust in percent. */
function toldOf(headers, time) {
  const [mean, most, trust] = ["Mean", "Most", "Trust"].map((name) => Number(headers.get(`X-Flow-${name}`)));
  const kind = kinds[headers.get("X-Flow-Kind")];
  const moved = `${mean.toFixed(1)} pixels on average, ${most.toFixed(1)} at most, trust ${Math.round(trust * 100)} %.`;
  return `From ${clock(time, 2)} to the next picture: ${kind ?? moved}`;
}
