// SPDX-License-Identifier: MPL-2.0
// Plays a media element along the sections of a map, with the clock of the result beside it. No part of it knows the page.
import { durationOf, isHold, placeOf, resultFrom, sourceAt, sourceOf, speedAt } from "./map.js";

/** The playback rates that browsers support. Slower, faster or reverse playback seeks frame by frame. */
export const rates = { least: 0.0625, most: 16 };
/** The offset from map to element, in result seconds, from which the clock waits for the element, or follows it. */
const slack = 0.06;
/** The seconds in which the element makes up an offset; its rate changes by at most a tenth. */
const patience = 0.5;
const largest = 0.1;
/** The distance in seconds from which the element seeks to the start of a section; larger if the seek is audible. */
const far = { unheard: 0.02, heard: 0.1 };

const within = (value, low, high) => Math.min(high, Math.max(low, value));

/** Whether a section is played by the browser at a speed, rather than shown by seeks. */
export const isPlayed = (section, speed) =>
  !isHold(section) && section.to > section.from && speed >= rates.least && speed <= rates.most;

/** One playback of sections by a media element, from its current time. */
export class Playback {
  /** The time of the result, in seconds. */
  time;
  #onStop;
  #section = null;
  #then = performance.now();
  /** Whether the clock runs, and whether the element was asked to play. */
  #goesOn = false;
  #plays = false;
  /** Where the element was put last, and where it stood when it was asked to play, or put. */
  #aim = null;
  #start = 0;
  /** The time shown by the last seek, during frame-by-frame seeks. */
  #seen = null;
  #listening = new AbortController();

  /** Calls `onStop` when the user operates the element's own controls. */
  constructor(media, sections, onStop) {
    Object.assign(this, { media, sections });
    this.#onStop = onStop;
    const begin = resultFrom(sections, media.currentTime) ?? 0;
    this.time = begin < this.duration - 0.05 ? begin : 0;
    const { signal } = this.#listening;
    media.addEventListener("seeking", () => this.#wasSought(), { signal });
    // The user paused it while it should play, or played it while it should be paused.
    for (const type of ["pause", "play"]) {
      media.addEventListener(type, () => media.paused === this.#plays && !media.ended && onStop(), { signal });
    }
  }

  get duration() { return durationOf(this.sections); }

  /** Continues with other sections, from the same source time. */
  change(sections) {
    const source = sourceOf(this.sections, this.time);
    this.sections = sections;
    this.#section = null;
    this.time = resultFrom(sections, source, this.time) ?? this.duration;
  }

  /** Brings clock and element to this moment; false at the end. */
  step(keepsPitch) {
    const now = performance.now();
    if (this.#goesOn) this.time += Math.min(0.5, (now - this.#then) / 1000);
    this.#then = now;
    if (!this.#goesOn) this.#continue();
    else if (this.#plays) this.#wait(slack);
    else this.#waitForPicture();
    if (this.time >= this.duration) return false;
    const { section, source, speed } = this.#place();
    this.media.preservesPitch = keepsPitch;
    if (isPlayed(section, speed)) this.#play(section, source, speed);
    else this.#show(section, source);
    return true;
  }

  /** Leaves the element, and the clock, where they are. */
  end() {
    this.#listening.abort();
    this.step(true);
    this.media.pause();
    this.media.preservesPitch = true;
  }

  /** What is played at the clock's time: { section, at, source, speed }. */
  #place() {
    const { section, at, share } = placeOf(this.sections, this.time);
    return { section, at, source: sourceAt(section, share), speed: isHold(section) ? 0 : speedAt(section, share) };
  }

  /** Lets the clock wait for the element, or follow it, where they are further apart than `left`. */
  #wait(left) {
    const { section, at, source, speed } = this.#place();
    const error = source - this.media.currentTime;
    const distance = Math.abs(error) / Math.max(1, speed);
    if (!isPlayed(section, speed) || this.media.seeking || this.media.ended || this.#isFar(section, distance)) return;
    const most = left * speed;
    this.time = Math.max(at, this.time - (error - within(error, -most, most)) / speed);
  }

  /** Starts the clock at the element's time, once the element has moved. The rate is that of the new time. */
  #continue() {
    if (!this.#plays || this.media.seeking || this.media.currentTime <= this.#start) return;
    this.#wait(0);
    this.#goesOn = true;
  }

  /** Makes the clock wait for seeks, as it waits for an element that plays. */
  #waitForPicture() {
    const { media } = this;
    if (!media.seeking) this.#seen = media.currentTime;
    const { section, at, source, speed } = this.#place();
    if (isHold(section) || isPlayed(section, speed) || this.#seen === null) return;
    const ahead = section.to < section.from ? this.#seen - source : source - this.#seen;
    const most = slack * Math.max(1, speed);
    if (ahead > most) this.time = Math.max(at, this.time - (ahead - most) / speed);
  }

  #play(section, source, speed) {
    const { media } = this;
    const error = source - media.currentTime;
    if (media.seeking || this.#isFar(section, Math.abs(error) / Math.max(1, speed))) {
      this.#goesOn = false;
      if (!media.seeking) this.#seek(source);
      return;
    }
    this.#section = section;
    media.playbackRate = within(speed * (1 + within(error / speed / patience, -largest, largest)), rates.least, rates.most);
    // Audio or video may end before the file does.
    if (media.ended) this.#goesOn = true;
    else if (media.paused || !this.#plays) this.#begin();
  }

  /** Whether a section is reached by a seek: nobody hears one from a standstill, nor at a cut. */
  #isFar(section, error) {
    const before = this.#section;
    if (section === before) return false;
    if (!this.#plays) return error > far.unheard;
    if (before === null) return error > far.heard;
    return section.from !== before.to && error > far.unheard;
  }

  #begin() {
    this.#goesOn = false;
    this.#plays = true;
    this.#start = this.media.currentTime;
    this.media.play().catch((error) => error.name !== "AbortError" && this.#onStop());
  }

  #show(section, source) {
    const { media } = this;
    this.#section = section;
    this.#plays = false;
    this.#goesOn = true;
    media.pause();
    if (!media.seeking && Math.abs(media.currentTime - source) > 0.01) this.#seek(source);
  }

  #seek(source) {
    this.#aim = this.#start = source;
    this.media.currentTime = source;
  }

  /** Continues from the time to which the user moved the element. */
  #wasSought() {
    const { currentTime } = this.media;
    if (Math.abs(currentTime - this.#aim) < 0.005) return;
    this.#section = this.#seen = null;
    this.time = resultFrom(this.sections, currentTime, this.time) ?? this.duration;
  }
}
