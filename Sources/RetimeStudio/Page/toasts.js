// SPDX-License-Identifier: MPL-2.0
// What has to be said at once: to the eye as a note, to a screen reader as a status.
import { byId, icon, make, setText } from "./dom.js";

/** Says something to screen readers alone. */
export function announce(text) {
  setText(byId("announce"), text);
}

/** Shows a failure until it is dismissed. */
export function complain(error) {
  if (error?.name === "AbortError") return;
  show(error?.message ?? String(error), "alert", "is-bad");
}

/** Takes away the failures of what was tried before. */
export function dismissAll() {
  for (const toast of document.querySelectorAll("#toasts .is-bad")) toast.remove();
}

/** Shows a short word that goes by itself; with a button for as long as that is of use: { label, click, seconds }. */
export function note(text, action = null) {
  const toast = show(text, "status", "is-good");
  if (action) {
    const click = () => {
      toast.remove();
      action.click();
    };
    toast.lastElementChild.before(make("button.small", { type: "button", click }, action.label));
  }
  setTimeout(() => toast.remove(), (action?.seconds ?? 4) * 1000);
}

function show(text, role, kind) {
  const all = byId("toasts");
  for (const old of all.children) if (old.dataset.text === text) old.remove();
  const toast = make("div.toast", { role, dataset: { text } },
    icon(kind === "is-bad" ? "warning" : "check"), make("p", {}, text));
  const click = () => toast.remove();
  toast.append(make("button.quiet", { type: "button", "aria-label": "Dismiss", click }, icon("close")));
  toast.classList.add(kind);
  all.append(toast);
  while (all.children.length > 3) all.firstElementChild.remove();
  return toast;
}

/** Puts text on the clipboard, also where the page may not use it by itself. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  note(`${what} is on the clipboard.`);
}
