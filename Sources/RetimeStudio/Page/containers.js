// SPDX-License-Identifier: MPL-2.0
// The containers of the form: those that can be written here, and the one that was chosen for a file.
import { api } from "./api.js";
import { make } from "./dom.js";
import { isOffered, offer, offered, usualContainer } from "./naming.js";
import { recall, remember } from "./store.js";

/** Those that were chosen for one file, by the kind of what comes out: the next file begins with its own. */
let chosen = recall("containers") ?? {};

/** The container that was chosen for a file; undefined where none was. */
export const chosenContainer = (file, kind) => (chosen.of === file?.id ? chosen[kind] : undefined);

/** Chooses a container for a file. */
export function chooseContainer(file, kind, name) {
  chosen = { ...(chosen.of === file?.id ? chosen : { of: file?.id }), [kind]: name };
  remember("containers", chosen);
}

/** Chooses the container of a preset for a file, if it is offered, and forgets any other. */
export function replaceContainer(file, kind, name) {
  chosen = {};
  if (isOffered(kind, name)) chooseContainer(file, kind, name);
}

/** Fills the list: the common ones first. */
export function fillContainers(select, file, kind) {
  const options = (names) => names.map((name) => make("option", { value: name }, name));
  const { common, others } = offered(kind);
  const more = others.length ? [make("optgroup", { label: "Others" }, ...options(others))] : [];
  select.replaceChildren(...options(common), ...more);
  select.value = chosenContainer(file, kind) || usualContainer(file, kind);
}

/** Asks the server for those besides the common ones, which are offered alone if it does not answer. */
export async function findContainers() {
  offer(await api.containers().catch(() => ({ video: [], audio: [] })));
}
