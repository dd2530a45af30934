// SPDX-License-Identifier: MPL-2.0
// Brings files into the folder: chosen, or dropped anywhere on the page. One after the other.
import { upload } from "./api.js";
import { byId, icon, make, setText } from "./dom.js";
import { size } from "./format.js";
import { emit, select, state } from "./store.js";
import { announce } from "./toasts.js";

const list = byId("uploads");
let last = Promise.resolve();
/** Who takes files that are no media: { ending, take }. */
const takers = [];

/** Gives files whose names end so to `take`, instead of adding them to the folder. */
export function takeFiles(ending, take) {
  takers.push({ ending, take });
}

/** Wires the chooser and the drop. */
export function startUploads() {
  const chooser = byId("chooser");
  byId("add-files").addEventListener("click", () => chooser.click());
  chooser.addEventListener("change", () => {
    add([...chooser.files]);
    chooser.value = "";
  });
  const curtain = byId("drop");
  let depth = 0;
  const isFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (!isFiles(event)) return;
    depth += 1;
    curtain.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!isFiles(event)) return;
    depth -= 1;
    curtain.hidden = depth > 0 ? curtain.hidden : true;
  });
  addEventListener("dragover", (event) => isFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    depth = 0;
    curtain.hidden = true;
    add([...event.dataTransfer.files]);
  });
  addEventListener("beforeunload", (event) => {
    if (list.querySelector("progress")) event.preventDefault();
  });
}

function add(files) {
  for (const file of files) {
    const taker = takers.find(({ ending }) => file.name.toLowerCase().endsWith(ending));
    if (taker) taker.take(file);
    else enqueue(makeItem(file, file.name));
  }
}

function enqueue(item) {
  list.append(item.element);
  last = last.then(() => item.send());
}

function makeItem(file, name) {
  const bar = make("progress", { max: 1, value: 0, "aria-label": `Sending ${file.name}` });
  const words = make("span.soft", {}, "waiting");
  let sending = null;
  let isCancelled = false;
  const cancel = make("button.quiet", {
    type: "button", "aria-label": `Cancel sending ${file.name}`,
    click: () => {
      isCancelled = true;
      sending?.cancel();
      element.remove();
    },
  }, icon("close"));
  const element = make("li.upload", {}, make("span.name", {}, name), words, cancel, bar);

  const send = async () => {
    if (isCancelled) return;
    if (state.freeSpace !== null && file.size > state.freeSpace) {
      fail(`“${file.name}” has ${size(file.size)}, and ${size(state.freeSpace)} are free in the folder. `
        + "Make room, or add a smaller file.");
      return;
    }
    sending = upload(file, name, (fraction) => {
      bar.value = fraction;
      setText(words, `${size(file.size * fraction)} of ${size(file.size)}`);
    });
    try {
      const added = await sending.done;
      element.remove();
      announce(`${name} is added.`);
      if (!state.files.has(added.id)) state.files.set(added.id, added);
      emit("files");
      select(added.id);
    } catch (error) {
      if (error.name !== "AbortError") fail(error.message, error.freeName);
    }
  };
  const fail = (message, freeName) => {
    element.classList.add("is-failed");
    bar.remove();
    cancel.setAttribute("aria-label", `Dismiss: ${name}`);
    words.setAttribute("role", "alert");
    setText(words, message);
    if (!freeName) return;
    element.append(make("button.small", { type: "button", click: () => again(freeName) }, `Add it as “${freeName}”`));
  };
  const again = (freeName) => {
    element.remove();
    enqueue(makeItem(file, freeName));
  };
  return { element, send };
}
