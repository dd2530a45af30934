// SPDX-License-Identifier: MPL-2.0
// Runs beside the audio: plays it higher or lower, by reading what has just been heard faster or slower. Where the reader
// comes too near to the newest sound, or too far from it, it jumps to where the sound is most alike, and fades over. Where a voice is
// to stay the same one, only what comes out of the throat is read so.
import { Lattice, Mouth, order } from "./voice.js";

const spans = { least: 0.003, most: 0.045, fade: 0.01, search: 0.006 };
/** Frames that browsers hand over at a time. */
const block = 128;

class Shifter extends AudioWorkletProcessor {
  static get parameterDescriptors() {
    return [
      { name: "ratio", defaultValue: 1, minValue: 0.125, maxValue: 8, automationRate: "k-rate" },
      { name: "voice", defaultValue: 0, minValue: 0, maxValue: 1, automationRate: "k-rate" },
    ];
  }

  #size = 2 ** Math.ceil(Math.log2(sampleRate / 4));
  #rings = [];
  /** Frames that have come, and the one that is read. */
  #head = 0;
  #place = 0;
  /** The place before the last jump, for as many frames as the fade still takes. */
  #before = 0;
  #left = 0;
  #fade = 1;
  /** Where the voice is kept: the mouth that speaks, as it was in each block that the rings hold, and each channel's ways. */
  #mouth = null;
  #mouths = [];
  #ways = [];

  process([input], [output], { ratio: [ratio], voice: [voice] }) {
    const { length } = output[0];
    while (this.#rings.length < Math.max(output.length, input.length)) this.#rings.push(new Float32Array(this.#size));
    this.#keep(voice > 0.5 && ratio !== 1);
    this.#listen(input, length);
    for (const [channel, ring] of this.#rings.entries()) {
      const given = input[channel] ?? input[0];
      for (let index = 0; index < length; index += 1) ring[(this.#head + index) & (this.#size - 1)] = this.#closed(channel, given?.[index] ?? 0);
    }
    this.#head += length;
    for (let index = 0; index < length; index += 1) this.#step(output, index, ratio, this.#head - length + index);
    return true;
  }

  /** Begins to keep the voice, or no longer does; what has been heard is then of no use any more. */
  #keep(isKept) {
    if (isKept === Boolean(this.#mouth)) return;
    for (const ring of this.#rings) ring.fill(0);
    this.#mouth = isKept ? new Mouth(sampleRate) : null;
    this.#mouths = isKept ? Array.from({ length: this.#size / block }, () => new Float64Array(order)) : [];
    this.#ways = [];
  }

  /** All channels come out of one mouth. */
  #listen(input, length) {
    if (!this.#mouth) return;
    while (this.#ways.length < this.#rings.length) this.#ways.push({ off: new Lattice(), on: new Lattice() });
    for (let index = 0; index < length; index += 1) {
      let sum = 0;
      for (const samples of input) sum += samples[index];
      this.#mouth.hear(sum);
    }
    this.#mouth.lead(this.#mouths[this.#blockOf(this.#head - block)], this.#mouths[this.#blockOf(this.#head)]);
  }

  #blockOf(place) {
    return Math.floor((place & (this.#size - 1)) / block);
  }

  #closed(channel, sample) {
    return this.#mouth ? this.#ways[channel].off.close(sample, this.#mouths[this.#blockOf(this.#head)]) : sample;
  }

  #opened(channel, sample) {
    return this.#mouth ? this.#ways[channel].on.open(sample, this.#mouths[this.#blockOf(this.#place)]) : sample;
  }

  /** One frame, while `newest` is the last one that may be read. */
  #step(output, index, ratio, newest) {
    if (ratio === 1) this.#place = newest;
    else if (this.#left === 0) this.#jump(newest, ratio);
    const share = this.#left / this.#fade;
    for (const [channel, samples] of output.entries()) {
      const ring = this.#rings[channel];
      const now = this.#at(ring, this.#place);
      samples[index] = this.#opened(channel, this.#left ? now * (1 - share) + this.#at(ring, this.#before) * share : now);
    }
    this.#place += ratio;
    this.#before += ratio;
    if (this.#left) this.#left -= 1;
  }

  #at(ring, place) {
    const whole = Math.floor(place);
    const first = ring[whole & (this.#size - 1)];
    return first + (place - whole) * (ring[(whole + 1) & (this.#size - 1)] - first);
  }

  /** Goes elsewhere where the reader is about to leave what it may read. */
  #jump(newest, ratio) {
    const delay = newest - this.#place;
    // During a crossfade both readers may advance towards the newest samples.
    this.#fade = Math.round((spans.fade * sampleRate) / Math.max(1, ratio - 1));
    const least = spans.least * sampleRate + this.#fade * Math.max(0, ratio - 1);
    const most = spans.most * sampleRate;
    if (delay >= least && delay <= most) return;
    const reach = spans.search * sampleRate;
    const aim = delay < least ? most - reach : least + reach;
    this.#before = this.#place;
    this.#place = this.#alike(newest - aim);
    this.#left = this.#fade;
  }

  /** The position near `aim` with the highest correlation to the samples before the reader. */
  #alike(aim) {
    const [ring] = this.#rings;
    const reach = Math.round(spans.search * sampleRate);
    const span = this.#fade;
    let [best, most] = [aim, -Infinity];
    for (let shift = -reach; shift <= reach; shift += 2) {
      let [sum, energy] = [0, 1e-9];
      for (let index = 0; index < span; index += 4) {
        const other = ring[(Math.floor(aim) + shift + index - span) & (this.#size - 1)];
        sum += other * ring[(Math.floor(this.#place) + index - span) & (this.#size - 1)];
        energy += other * other;
      }
      const alike = sum / Math.sqrt(energy);
      if (alike > most) [best, most] = [aim + shift, alike];
    }
    return best;
  }
}

registerProcessor("shifter", Shifter);
