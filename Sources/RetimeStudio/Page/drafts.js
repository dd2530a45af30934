// SPDX-License-Identifier: MPL-2.0
// Values that belong to single files, kept for the next visit.
import { recall, remember } from "./store.js";

/** The maximum number of files whose values are kept; the most recently changed ones are. */
const most = 50;

/** Values by file under a name of the browser's storage: { of, set }. */
export function drafts(name) {
  let all = recall(name) ?? {};
  return {
    of: (file) => (file && all[file.id]) ?? null,
    set: (file, value) => {
      const { [file.id]: _, ...others } = all;
      const list = value === null ? Object.entries(others) : [...Object.entries(others), [file.id, value]];
      all = Object.fromEntries(list.slice(-most));
      remember(name, all);
    },
  };
}
