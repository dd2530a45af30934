// SPDX-License-Identifier: MPL-2.0
// What can be done with a plan besides making it: a timeline for an editor, and the curve that it follows.
import { api } from "./api.js";
import { setSections } from "./curves.js";
import { byId, icon, make, setText } from "./dom.js";
import { plannedSections } from "./planned.js";
import { remember, recall, selectedFile } from "./store.js";
import { complain, note } from "./toasts.js";

const formats = [["otio", "OpenTimelineIO"], ["fcpxml", "Final Cut Pro XML"], ["edl", "EDL (CMX 3600)"], ["mlt", "MLT XML (Shotcut, Kdenlive)"]];

/** The parts of the plan for a request that changes times. */
export function exportsOf(request, plan) {
  if (["resample", "spectrogram"].includes(request.action)) return [];
  return [...curve(plan), timeline(request)];
}

/** A button that turns what the server has found into a speed curve, which can be changed by hand. */
function curve(plan) {
  if (!plan.map) return [];
  const click = () => {
    const file = selectedFile();
    const sections = plannedSections(file);
    if (!sections) return;
    const scale = byId("form").querySelector("[name=action][value=scale]");
    if (!scale.checked) scale.click();
    setSections(file, sections);
    note("The cuts and speeds are a speed curve now.");
    byId("curve").scrollIntoView({ block: "nearest" });
  };
  return [make("button.small", { id: "edit-curve", type: "button", click, title: "Change the cuts and speeds by hand" }, "Edit as a speed curve")];
}

function timeline(request) {
  const format = make("select", { id: "export-format" }, formats.map(([value, text]) => make("option", { value }, text)));
  format.value = recall("exportFormat") ?? "otio";
  format.addEventListener("change", () => remember("exportFormat", format.value));
  const words = make("p.soft", { id: "export-words", role: "status" });
  const button = make("button", { id: "export", type: "button" }, icon("download"), "Export timeline");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { name, text, notes } = await api.export(request, format.value);
      const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      setText(words, [`“${name}” is downloaded.`, ...notes.map((one) => `${one}.`)].join(" "));
    } catch (error) {
      complain(error);
    }
    button.disabled = false;
  });
  return make("details.timeline", {}, make("summary", {}, "For an editor"),
    make("div.row-buttons", {}, make("label.grow", {}, make("span.hidden", {}, "Format of the timeline"), format), button), words);
}
