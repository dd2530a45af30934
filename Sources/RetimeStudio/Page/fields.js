// SPDX-License-Identifier: MPL-2.0
// The kinds of fields that the form is made of.
import { icon, make } from "./dom.js";

/** A row of alternatives, of which one is chosen. */
export function segments(name, label, choices, attributes = {}) {
  return make("fieldset.field", attributes, make("legend.label", {}, label),
    make("div.segments", {}, choices.map(([value, text, title]) =>
      make("label", { title }, make("input", { type: "radio", name, value }), make("span", {}, text)))));
}

/** A list of options, of which one is chosen. */
export function choice(name, label, options, attributes = {}) {
  return make("label.field", attributes, make("span.label", {}, label),
    make("select", { name }, options.map(([value, text]) => make("option", { value }, text))));
}

/** A switch. */
export function toggle(name, label, hint, attributes = {}) {
  return make("label.toggle", attributes, make("input", { type: "checkbox", name, role: "switch" }),
    make("span", {}, label, hint ? make("small.soft", {}, hint) : null));
}

/** A line of text; `option` is the one of the command line whose errors belong to it. */
export function line(name, label, option, attributes = {}, labelAttributes = {}) {
  return make("label.field", labelAttributes, make("span.label", {}, label), make("input", {
    name, type: "text", spellcheck: "false", autocomplete: "off", dataset: option ? { option } : {}, ...attributes,
  }));
}

/** A time of the original, with a button that takes the current one. */
export function moment(id, label, words, attributes = {}) {
  return make("div.field", {}, make("label.label", { for: id }, label),
    make("div.with-button", {},
      make("input", { id, type: "text", inputmode: "decimal", spellcheck: "false", autocomplete: "off", ...attributes }),
      make("button.quiet", { type: "button", "aria-label": words, title: words, dataset: { at: id } }, icon("clock"))));
}

/** `for` lists the actions that a field belongs to, `kind` the sort of source that it needs. */
export const only = (actions, kind) => ({ dataset: { for: actions, ...(kind && { kind }) } });
