// SPDX-License-Identifier: MPL-2.0
// Lets a media element be heard higher or lower than it is, by the worklet of shifter.js; it needs no more of the sound than
// what has just been heard. Browsers have worklets on the machine itself and over https alone.
const shifters = new WeakMap();
let context = null;
let loading = null;

/** Whether it can be done here. */
export const canShift = () => Boolean(window.isSecureContext && window.AudioWorkletNode);

/** Shifts the pitch of an element by `ratio`, with or without its formants; 1 leaves a never shifted element alone. */
export async function shift(media, ratio, keepsVoice = false) {
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
  const shifter = shifters.get(media);
  if (!shifter) return;
  for (const [name, value] of [["ratio", ratio], ["voice", Number(keepsVoice)]]) {
    const parameter = shifter.parameters.get(name);
    if (parameter.value !== value) parameter.value = value;
  }
  if (context.state === "suspended") context.resume();
}
