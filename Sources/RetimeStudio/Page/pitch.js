// SPDX-License-Identifier: MPL-2.0
// Lets a media element be heard higher or lower than it is, by the worklet of shifter.js; it needs no more of the sound than
// what has just been heard. Browsers have worklets on the machine itself and over https alone.
const shifters = new WeakMap();
let context = null;
let loading = null;

/** Whether it can be done here. */
export const canShift = () => Boolean(window.isSecureContext && window.AudioWorkletNode);

/** Plays an element at so many times its frequencies from now on; 1 leaves one alone that was never shifted. */
export async function shift(media, ratio) {
  if (!shifters.has(media)) {
    if (ratio === 1 || !canShift()) return;
    shifters.set(media, null);
    context ??= new AudioContext({ latencyHint: "interactive" });
    loading ??= context.audioWorklet.addModule("shifter.js");
    await loading;
    const shifter = new AudioWorkletNode(context, "shifter");
    context.createMediaElementSource(media).connect(shifter).connect(context.destination);
    shifters.set(media, shifter);
  }
  const parameter = shifters.get(media)?.parameters.get("ratio");
  if (!parameter) return;
  if (parameter.value !== ratio) parameter.value = ratio;
  if (context.state === "suspended") context.resume();
}
