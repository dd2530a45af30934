// SPDX-License-Identifier: MPL-2.0
// Starts the page: every part is wired, then the server is asked.
import { byId, drawIcons, setText } from "./dom.js";
import { startEditor } from "./editor.js";
import { connect } from "./events.js";
import { startExamples } from "./examples.js";
import { startEstimates } from "./estimate.js";
import { startFiles } from "./files.js";
import { size } from "./format.js";
import { startJobs } from "./jobs.js";
import { startLanes } from "./lanes.js";
import { startLive } from "./live.js";
import { startMade } from "./made.js";
import { startMaps } from "./maps.js";
import { startMarks } from "./marks.js";
import { startMotion } from "./motion.js";
import { startPair } from "./pair.js";
import { startPlan } from "./plan.js";
import { startPresets } from "./presets.js";
import { startPreview } from "./preview.js";
import { startQueue } from "./queue.js";
import { startSettings } from "./settings.js";
import { startStage } from "./stage.js";
import { on, recall, remember, select, state } from "./store.js";
import { startTheme } from "./theme.js";
import { startUploads } from "./upload.js";

drawIcons();
startTheme();
startFiles();
startUploads();
startPair();
startLanes();
startStage();
startJobs();
startMade();
startQueue();
startEstimates();
startSettings();
startPlan();
startMotion();
startEditor();
startMaps();
startMarks();
startPresets();
startExamples();
startPreview();
startLive();
startViews();

state.selected = recall("selected");
state.shown = recall("shown");
state.beside = new Set(recall("beside"));
on("files", () => {
  setText(byId("folder-name"), state.folder);
  setText(byId("free-space"), state.freeSpace === null ? "" : `${size(state.freeSpace)} free`);
});
on("jobs", chooseFirst);
connect();

/** Without a choice from an earlier visit, the first file is chosen. */
function chooseFirst() {
  if (state.files.has(state.selected)) return;
  const first = byId("file-list").querySelector("[role=option]");
  if (first) select(first.dataset.id);
}

/** On a narrow screen one part is shown at a time. */
function startViews() {
  const buttons = [...document.querySelectorAll("nav.views button")];
  const go = (view) => {
    document.body.dataset.view = view;
    remember("view", view);
    for (const button of buttons) {
      if (button.dataset.to === view) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
  };
  for (const button of buttons) button.addEventListener("click", () => go(button.dataset.to));
  on("open started", () => go("stage"));
  on("wished", () => go("settings"));
  go(recall("view") ?? "files");
}
