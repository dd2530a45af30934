// SPDX-License-Identifier: MPL-2.0
// The newest plan, which knows the times that the server has found: silence, cues, hits, another file's duration.
import { isHold, read } from "./map.js";
import { emit } from "./store.js";

let planned = { file: null, plan: null };

/** Takes the plan for a file as it is asked for now; null while there is none. */
export function setPlanned(file, plan) {
  if (!plan && !planned.plan) return;
  planned = { file: file?.id ?? null, plan };
  emit("planned");
}

/** The plan for a file, or null. */
export const planOf = (file) => (file && planned.file === file.id ? planned.plan : null);

/** The sections of the map that the server has found for a file, as map.js has them; null where there is none. */
export function plannedSections(file) {
  const plan = planOf(file);
  if (!plan?.map) return null;
  // The page knows the end of the source to the nearest number, the plan exactly.
  const { sections } = read(JSON.stringify(plan.map), Infinity);
  const within = (time) => Math.min(time, file.duration);
  return sections?.map((section) => (isHold(section)
    ? { ...section, hold: within(section.hold) } : { ...section, from: within(section.from), to: within(section.to) }))
    .filter((section) => isHold(section) || section.from !== section.to) ?? null;
}

/** The sections where the plan has one speed for the part from one time to another; null where that is not known. */
export function plannedSpeed(file, { from, to }) {
  const plan = planOf(file);
  const end = Math.min(to, file?.duration ?? 0);
  if (!(plan?.duration > 0) || end <= from) return null;
  const speed = (end - from) / plan.duration;
  return [{ from, to: end, speed: [speed, speed], ease: "smooth" }];
}

/** The parts of the source that are not played, and those that are hurried: { cut, fast }, lists of [from, to]. */
export function partsOf(sections, end) {
  const played = sections.filter((section) => !isHold(section)).map(({ from, to, speed }) =>
    ({ from: Math.min(from, to), to: Math.max(from, to), speed: Math.max(...speed) })).sort((a, b) => a.from - b.from);
  const [cut, fast] = [[], []];
  const usual = Math.min(...played.map(({ speed }) => speed));
  let at = 0;
  for (const { from, to, speed } of [...played, { from: end, to: end, speed: 0 }]) {
    if (from > at + 1e-4) cut.push([at, from]);
    if (speed > usual * 1.001) fast.push([from, to]);
    at = Math.max(at, to);
  }
  return { cut, fast };
}
