/**
 * Light or dark.  The page follows the system until someone presses the button; pressing back to what the system says
 * follows it again.
 */

import { languages, t } from "./i18n.js";
import { recall, remember } from "./memory.js";

const system = window.matchMedia("(prefers-color-scheme: dark)");

function shown() {
  return document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light");
}

function apply(chosen) {
  const root = document.documentElement;
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  else delete root.dataset.theme;
  root.dataset.shown = shown();
  const button = document.getElementById("theme");
  const words = t(shown() === "dark" ? "theme.light" : "theme.dark");
  button.setAttribute("aria-label", words);
  button.title = words;
}

export function mountTheme() {
  apply(recall("theme"));
  document.getElementById("theme").addEventListener("click", () => {
    const wanted = shown() === "dark" ? "light" : "dark";
    const same = wanted === (system.matches ? "dark" : "light");
    remember("theme", same ? null : wanted);
    apply(same ? null : wanted);
  });
  system.addEventListener("change", () => apply(recall("theme")));
  languages.addEventListener("change", () => apply(recall("theme")));
}
