// SPDX-License-Identifier: MPL-2.0
// How much longer or shorter: what a person writes, and where it lies on the slider.

/** The slider's ends, and the factors that it is drawn to. */
export const slider = { least: 0.1, most: 2, steps: 1000, detents: [0.1, 0.2, 0.25, 0.5, 0.75, 1, 1.5, 2] };

const examples = "Write a factor such as 0.5 or 1/2, a speed such as 2x or 50%, a length such as 1:30, or “every 2 s” for a time lapse.";
const number = String.raw`(\d+(?:\.\d+)?|\.\d+)`;

/**
 * Reads "0.5", "1/2" and "factor 0.5" (a factor), "2x" and "50%" (a speed), "1:30" and "90 s" (a length) or "every 2 s" (a time lapse).
 * Returns what a request takes, or { problem }.
 */
export function parse(written) {
  const text = written.trim().replace(",", ".").replace("×", "x").toLowerCase();
  const plain = text.match(new RegExp(`^(?:factor\\s*)?${number}$`));
  const quotient = text.match(new RegExp(`^(?:factor\\s*)?${number}\\s*/\\s*${number}$`));
  const percent = text.match(new RegExp(`^${number}\\s*%$`));
  const speed = text.match(new RegExp(`^${number}\\s*x$|^x\\s*${number}$`));
  const seconds = text.match(new RegExp(`^${number}\\s*s(?:ec|econds)?$`));
  const time = text.match(/^(?:\d+:)?\d+:\d{1,2}(?:\.\d+)?$/);
  const every = text.match(new RegExp(`^every\\s*${number}\\s*s?$`));
  const amount = plain ? { factor: plain[1] }
    : quotient && Number(quotient[2]) ? { factor: String(quotient[1] / quotient[2]) }
    : percent ? { speed: String(percent[1] / 100) }
    : speed ? { speed: speed[1] ?? speed[2] }
    : seconds ? { duration: seconds[1] }
    : time ? { duration: text }
    : every ? { every: every[1] } : null;
  if (!amount) {
    const given = text ? `“${written.trim()}” is not a length.` : "How long shall it be?";
    return { problem: `${given} ${examples}` };
  }
  if (!(Number(Object.values(amount)[0].replaceAll(":", "")) > 0)) {
    return { problem: `That is zero. ${examples}` };
  }
  return amount;
}

/** The factor that an amount means for a source of this duration, or null when it cannot be known. */
export function factorOf(amount, sourceDuration) {
  if (amount.factor) return Number(amount.factor);
  if (amount.speed) return 1 / Number(amount.speed);
  if (!amount.duration || !sourceDuration) return null;
  return seconds(amount.duration) / sourceDuration;
}

/**
 * What an amount is called wherever it is named: "factor 0.5", "2x", "90 s" or "every 2 s".
 *
 * Written into the field, it means the same again.
 */
export function named({ factor, speed, duration, every }) {
  if (factor) return `factor ${Number(factor)}`;
  if (speed) return `${Number(speed)}x`;
  if (every) return `every ${Number(every)} s`;
  return duration ? `${Number(seconds(duration).toFixed(3))} s` : "";
}

/** The seconds of a time such as "90", "1.5" or "1:30"; null for what is none. */
export function secondsOf(written) {
  const text = written.trim().replace(",", ".");
  return /^(?:(?:\d+:)?\d+:)?\d+(?:\.\d+)?$/.test(text) ? seconds(text) : null;
}

/** The seconds of "90", "1:30" or "1:02:03". */
export const seconds = (time) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Where a factor lies on the slider, 0 to 1: equal steps are equal ratios. */
export function place(factor) {
  const share = Math.log(factor / slider.least) / Math.log(slider.most / slider.least);
  return Math.min(1, Math.max(0, share));
}

/** The factor at a place of the slider, drawn to a detent that is near. */
export function factorAt(place) {
  const near = slider.detents.find((detent) => Math.abs(placeOf(detent) - place) < 0.012);
  return near ?? Number((slider.least * (slider.most / slider.least) ** place).toFixed(2));
}

const placeOf = (factor) => place(factor);

/** A factor in words: "half as long, twice as fast". */
export function inWords(factor) {
  if (Math.abs(factor - 1) < 1e-9) return "as long as it is";
  const ratio = (value) => (Math.abs(value - 2) < 1e-9 ? "twice" : `${Number(value.toPrecision(3))} times`);
  if (Math.abs(factor - 0.5) < 1e-9) return "half as long, twice as fast";
  return factor < 1
    ? `${Number((factor * 100).toPrecision(3))} % of the length, ${ratio(1 / factor)} as fast`
    : `${ratio(factor)} as long, ${Number((100 / factor).toPrecision(3))} % of the speed`;
}
