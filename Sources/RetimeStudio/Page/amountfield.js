// SPDX-License-Identifier: MPL-2.0
// The field for a factor, a speed or a length: what is written in words, and as two bars.
import { factorOf, inWords, parse, place, slider } from "./amount.js";
import { byId, setText, setVars } from "./dom.js";
import { duration, factor as written } from "./format.js";

/** Shows what is written, for a source of `taken` seconds; null where those are not known. */
export function fillAmount(form, settings, taken) {
  const amount = parse(settings.amount);
  const words = byId("amount-words");
  form.elements.amount.setAttribute("aria-invalid", String(Boolean(amount.problem)));
  words.classList.toggle("is-bad", Boolean(amount.problem));
  if (amount.problem) return setText(words, amount.problem);
  const factor = factorOf(amount, taken);
  const lapse = amount.every ? `a time lapse: one frame of each ${Number(amount.every)} s, without sound` : "";
  setText(words, factor === null ? lapse : inWords(factor));
  if (factor === null) return;
  const range = byId("slider");
  range.value = Math.round(place(factor) * slider.steps);
  const length = taken ? [duration(taken * factor)] : [];
  range.setAttribute("aria-valuetext", [`Factor ${written(factor)}`, inWords(factor), ...length].join(", "));
  setVars(form.querySelector(".amount"), {
    at: place(factor), from: Math.min(1, 1 / factor), to: Math.min(1, factor),
  });
}
