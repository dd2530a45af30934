// SPDX-License-Identifier: MPL-2.0
// Parts of a source that are played several times in a row: sections that come again as they were. No part of it knows the page.

/** What makes two sections the same: ease says nothing of one speed. */
const keyOf = ({ hold, length, from, to, speed, ease }) =>
  JSON.stringify(hold === undefined ? [from, to, speed, speed[0] === speed[1] ? null : ease] : [hold, length]);

/** The rows that are played more than once: { from, to, count }, and where they begin and how many sections come again. */
export function loops(sections) {
  const keys = sections.map(keyOf);
  const last = new Map();
  const found = [];
  for (const [index, key] of keys.entries()) {
    const first = last.get(key);
    last.set(key, index);
    if (first === undefined || index < (found.at(-1)?.end ?? 0)) continue;
    const size = index - first;
    let end = index;
    while (end < keys.length && keys[end] === keys[end - size]) end += 1;
    const count = Math.floor((end - first) / size);
    const times = sections.slice(first, index).flatMap((one) => (one.hold === undefined ? [one.from, one.to] : []));
    if (count > 1 && times.length) {
      found.push({ from: Math.min(...times), to: Math.max(...times), count, first, size, end: first + count * size });
    }
  }
  return found;
}

/** Returns the sections repeated `count` times; sections that are a loop already get the new count. */
export function again(row, count) {
  const keys = row.map(keyOf);
  let size = 1;
  while (row.length % size || keys.some((key, index) => key !== keys[index % size])) size += 1;
  return Array.from({ length: count }, () => row.slice(0, size).map((section) => ({ ...section }))).flat();
}

/** Points at the same place are one, which moves all that comes again; none of them is taken away alone. */
export function merged(points) {
  const places = new Map();
  for (const point of points) {
    const key = `${point.time} ${point.speed}`;
    const other = places.get(key);
    places.set(key, other ? {
      ...other, times: [...other.times, ...point.times], levels: [...other.levels, ...point.levels], joins: null,
    } : point);
  }
  return [...places.values()];
}
