// SPDX-License-Identifier: MPL-2.0
// Small drawings that say what words cannot: blue is the original, the accent the result, as everywhere on the page.
import { drawing } from "./dom.js";

/** A drawing of lines: { of: "original", "result" or "edge", d, opacity?, isFull? }. */
export const sketch = (width, height, lines) => drawing("sketch", width, height, lines.map(({ of, d, opacity = 1, isFull = false }) =>
  ({ d, opacity, class: isFull ? `of-${of} is-full` : `of-${of}` })));

/** A bar, as of time. */
export const bar = (of, x, y, width, height = 6) => ({ of, isFull: true, d: `M${x} ${y}h${width}v${height}h${-width}z` });

/** A sine wave of `turns` periods. */
export function wave(of, x, y, width, turns, height = 8) {
  const points = Array.from({ length: 97 }, (_, index) => {
    const at = index / 96;
    return `${(x + at * width).toFixed(1)} ${(y - height * Math.sin(2 * Math.PI * turns * at)).toFixed(1)}`;
  });
  return { of, d: `M${points.join("L")}` };
}

/** A row of frames, each [width, ...[position of the ball, opacity]]. */
export function pictures(of, y, row) {
  let x = 1;
  return row.flatMap(([width, ...balls]) => {
    const left = x;
    x += width + 3;
    return [
      { of: "edge", d: `M${left} ${y}h${width}v20h${-width}z` },
      ...balls.map(([at, opacity = 1]) => ({ of, opacity, isFull: true, d: `M${left + 1 + at * (width - 10)} ${y + 10}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0` })),
    ];
  });
}
