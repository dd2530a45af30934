// SPDX-License-Identifier: MPL-2.0
// Light, dark, or as the system has it. Runs before the first paint.
import { byId, icon } from "./dom.js";
import { emit, recall, remember } from "./store.js";

const themes = { system: "As the system", light: "Light", dark: "Dark" };
const icons = { system: "system", light: "day", dark: "night" };
let theme = recall("theme") ?? "system";

apply();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => emit("theme"));

/** Wires the button that switches to the next theme. */
export function startTheme() {
  const button = byId("theme");
  const draw = () => {
    const names = Object.keys(themes);
    const next = names[(names.indexOf(theme) + 1) % names.length];
    button.replaceChildren(icon(icons[theme]));
    button.setAttribute("aria-label", `Theme: ${themes[theme]}. Change to: ${themes[next]}`);
    button.title = `Theme: ${themes[theme]}`;
    return next;
  };
  let next = draw();
  button.addEventListener("click", () => {
    theme = next;
    remember("theme", theme);
    apply();
    next = draw();
    emit("theme");
  });
}

function apply() {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
