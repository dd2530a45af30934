// SPDX-License-Identifier: MPL-2.0
// What makes one voice differ from another: the mouth, which each vowel opens in another way. Linear prediction finds it, as a row of
// tubes, so that the sound of the throat alone can be made higher or lower and be spoken by the same mouth.
// J. D. Markel and A. H. Gray, Linear Prediction of Speech, Springer 1976: chapter 3 (autocorrelation), 5 (lattices).

/** Tubes; 64 at 48,000 frames a second follow a mouth as closely as hearing does, and no string of a deep voice. */
export const order = 64;

/** Listens to a sound, and knows at any time the mouth that has spoken its last 40 ms. */
export class Mouth {
  /** How much each tube reflects; below 1, so that no filter of it can grow. */
  #reflections = new Float64Array(order);

  #window;
  #past;
  #heard;
  #head = 0;
  #hop;
  #left;
  #products = new Float64Array(order + 1);
  #forward = new Float64Array(order + 1);

  constructor(rate) {
    const size = Math.round(0.04 * rate);
    this.#past = new Float64Array(size);
    this.#heard = new Float64Array(size);
    this.#window = Float64Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / size));
    this.#hop = Math.round(0.01 * rate);
    this.#left = this.#hop;
  }

  hear(sample) {
    this.#past[this.#head] = sample;
    this.#head = (this.#head + 1) % this.#past.length;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#left = this.#hop;
    this.#look();
  }

  /** Puts `next` a part of the way from `before` to its own reflections; any mixture of two is as stable as they are. */
  lead(before, next) {
    for (let tube = 0; tube < order; tube += 1) next[tube] = before[tube] + 0.3 * (this.#reflections[tube] - before[tube]);
  }

  #look() {
    const heard = this.#heard;
    const { length } = heard;
    for (let index = 0; index < length; index += 1) heard[index] = this.#window[index] * this.#past[(this.#head + index) % length];
    for (let lag = 0; lag <= order; lag += 1) {
      let sum = 0;
      for (let index = lag; index < length; index += 1) sum += heard[index] * heard[index - lag];
      // As if faint noise were there, 50 dB below: a mouth has no deeper holes, and what codecs cut off above is none of its own.
      this.#products[lag] = lag ? sum : sum * 1.00001 + 1e-9;
    }
    this.#solve();
  }

  /** Levinson's recursion. */
  #solve() {
    const [products, forward] = [this.#products, this.#forward];
    forward.fill(0);
    forward[0] = 1;
    let left = products[0];
    for (let tube = 1; tube <= order; tube += 1) {
      let sum = 0;
      for (let lag = 0; lag < tube; lag += 1) sum += forward[lag] * products[tube - lag];
      const reflection = Math.max(-0.9999, Math.min(0.9999, -sum / left));
      this.#reflections[tube - 1] = reflection;
      for (let low = 0, high = tube; low <= high; low += 1, high -= 1) {
        const [one, other] = [forward[low], forward[high]];
        forward[low] = one + reflection * other;
        forward[high] = other + reflection * one;
      }
      left *= 1 - reflection * reflection;
    }
  }
}

/** One channel's way through a mouth: `close` takes the mouth off a sound, `open` puts it on one. */
export class Lattice {
  #waves = new Float64Array(order + 1);

  close(sample, reflections) {
    const waves = this.#waves;
    let [forward, behind] = [sample, sample];
    for (let tube = 0; tube < order; tube += 1) {
      const before = waves[tube];
      waves[tube] = behind;
      behind = before + reflections[tube] * forward;
      forward += reflections[tube] * before;
    }
    return forward;
  }

  open(sample, reflections) {
    const waves = this.#waves;
    let forward = sample;
    for (let tube = order - 1; tube >= 0; tube -= 1) {
      forward -= reflections[tube] * waves[tube];
      waves[tube + 1] = waves[tube] + reflections[tube] * forward;
    }
    waves[0] = forward;
    return forward;
  }
}
