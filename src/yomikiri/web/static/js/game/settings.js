/**
 * What a player may switch: each has a few values, the first of them unless chosen otherwise.  Choices outlive the visit; the root
 * of the document carries them as `data-NAME`, for the style sheets.
 */

import { recall, remember } from "../memory.js";

export const CHOICES = {
  clock: ["shown", "hidden"],
  counter: ["shown", "hidden"],
  verdict: ["always", "asked", "never"],
  homeward: ["safe", "all", "never"],
  engine: ["hidden", "shown"],
  sound: ["off", "on"],
};

/** Fires `change` with detail `{name, value}`. */
export const settings = new EventTarget();

/** @param {keyof CHOICES} name @returns {string} */
export function setting(name) {
  const chosen = recall(`setting.${name}`);
  return CHOICES[name].includes(chosen) ? chosen : CHOICES[name][0];
}

function show(name) {
  document.documentElement.dataset[name] = setting(name);
}

/** @param {keyof CHOICES} name @param {string} value */
export function choose(name, value) {
  remember(`setting.${name}`, value === CHOICES[name][0] ? null : value);
  show(name);
  settings.dispatchEvent(new CustomEvent("change", { detail: { name, value } }));
}

export function showSettings() {
  Object.keys(CHOICES).forEach(show);
}
