// SPDX-License-Identifier: MPL-2.0
// Runs beside the audio: merges the channels and hands on blocks of 512 samples.
class Microphone extends AudioWorkletProcessor {
  #block = new Float32Array(512);
  #filled = 0;

  process([channels]) {
    if (!channels.length) return true;
    for (let index = 0; index < channels[0].length; index += 1) {
      let sum = 0;
      for (const channel of channels) sum += channel[index];
      this.#block[this.#filled] = sum / channels.length;
      this.#filled += 1;
      if (this.#filled === this.#block.length) {
        this.port.postMessage(this.#block.slice());
        this.#filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("microphone", Microphone);
