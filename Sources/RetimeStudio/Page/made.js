// SPDX-License-Identifier: MPL-2.0
// What was made gets another name, or is deleted and comes back.
import { api } from "./api.js";
import { byId, setText } from "./dom.js";
import { applyJob } from "./events.js";
import { emit, on, select, selectedFile, shownJob, state } from "./store.js";
import { announce, complain, note } from "./toasts.js";

const dialog = byId("rename-dialog");
const field = byId("rename-name");
/** What the dialog gives another name. */
let rename = null;

/** Wires the dialog and the buttons of an original that was made. */
export function startMade() {
  byId("rename-form").addEventListener("submit", submit);
  byId("rename-cancel").addEventListener("click", () => dialog.close());
  byId("take-rename").addEventListener("click", () => {
    const job = shownJob();
    ask(job.name, async (name) => applyJob(await api.renameResult(job.id, name)));
  });
  byId("made-rename").addEventListener("click", () => {
    const file = selectedFile();
    ask(file.name, async (name) => show(await api.renameFile(file.id, name)));
  });
  byId("made-delete").addEventListener("click", async () => {
    try {
      offerUndo(await api.deleteFile(selectedFile().id));
    } catch (error) {
      complain(error);
    }
  });
  byId("made-undo").addEventListener("click", () => {
    byId("form").querySelector("[name=action][value=undo]").click();
    emit("wished");
  });
  on("files selection", () => {
    const file = selectedFile();
    byId("made").hidden = !file?.job;
    byId("made-undo").hidden = file?.info?.undoable !== true;
  });
}

/** Shows a file, which may not have been told of yet. */
function show(file) {
  if (!state.files.has(file.id)) state.files.set(file.id, file);
  select(file.id);
  emit("files");
}

function ask(name, body) {
  rename = body;
  field.value = name;
  setText(byId("rename-problem"), "");
  dialog.showModal();
  const dot = name.lastIndexOf(".");
  field.setSelectionRange(0, dot > 0 ? dot : name.length);
}

async function submit(event) {
  event.preventDefault();
  const name = field.value.trim();
  try {
    await rename(name);
    dialog.close();
    announce(`It is called ${name} now.`);
  } catch (error) {
    setText(byId("rename-problem"), error.message);
  }
}

/** Says that something is deleted, and lets it come back as long as it can. */
export function offerUndo(trashed) {
  note(`${trashed.name} is deleted.`, { label: "Undo", seconds: trashed.seconds, click: () => restore(trashed) });
}

async function restore({ id, name }) {
  try {
    const { file, job } = await api.restore(id);
    if (job) applyJob(job);
    if (job && state.files.has(job.source.id)) select(job.source.id, job.id);
    else if (file) show(file);
    announce(`${name} is back.`);
  } catch (error) {
    complain(error);
  }
}
