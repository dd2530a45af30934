// SPDX-License-Identifier: MPL-2.0
// Elements out of plain values. Text is always a text node, so that no name can become markup.

/** Finds the element of the page with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element: `make("li.row", { role: "option" }, "text", child)`.
 * Functions become listeners, `dataset` and `vars` (custom properties) are objects, null leaves out.
 */
export function make(kind, attributes = {}, ...children) {
  const [name, ...classes] = kind.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) set(element, key, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function set(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(key, value);
  else if (key === "dataset") Object.assign(element.dataset, value);
  else if (key === "vars") setVars(element, value);
  else element.setAttribute(key, value === true ? "" : value);
}

/** Sets custom properties: `setVars(element, { at: 0.5 })` is `--at: 0.5`. */
export function setVars(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, value);
}

/** Sets text only when it differs, so that a live region does not speak twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const icons = {
  add: "M12 5v14M5 12h14",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  day: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M4.5 4.5L6 6M18 18l1.5 1.5M2.5 12h2M19.5 12h2"
    + "M4.5 19.5L6 18M18 6l1.5-1.5",
  download: "M12 4v11M7 10.5l5 5 5-5M4.5 20h15",
  down: "M12 5v14M6 13l6 6 6-6",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4",
  folder: "M3.5 6h6l2 2.5h9V19h-17z",
  grip: "M9 5v.1M15 5v.1M9 12v.1M15 12v.1M9 19v.1M15 19v.1",
  microphone: "M12 3.5a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0v-5a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3",
  night: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  pause: "M8 5v14M16 5v14",
  play: "M8 5l11 7-11 7z",
  queue: "M4 6h16M4 12h16M4 18h10",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20.5 20.5",
  sliders: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  sound: "M4 10v4M8 7v10M12 4v16M16 8v8M20 10.5v3",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  up: "M12 19V5M6 11l6-6 6 6",
  warning: "M12 4L2.5 20h19zM12 10v4.5M12 17.3v.2",
};

/** A line drawing by its name. */
export const icon = (name) => drawing("icon", 24, 24, [{ d: icons[name] }]);

/** A drawing of paths, each by its attributes; decoration, so hidden from screen readers. */
export function drawing(kind, width, height, paths) {
  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, class: kind, "aria-hidden": "true" });
  svg.append(...paths.map((path) => element("path", path)));
  return svg;
}

/** Draws the icons that the page's own markup asks for. */
export function drawIcons(root = document) {
  for (const place of root.querySelectorAll("[data-icon]")) {
    place.replaceWith(icon(place.dataset.icon));
  }
}
