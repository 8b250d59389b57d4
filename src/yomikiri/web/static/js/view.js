/**
 * Which of the two views is shown, the table or the surveys; and what the page says aloud.
 */

/** Fires `change` with detail `{view}`. */
export const views = new EventTarget();

let current = "play";

/** `play` or `surveys`. */
export function view() {
  return current;
}

/** @param {"play"|"surveys"} name */
export function showView(name) {
  const changed = name !== current;
  current = name;
  for (const panel of document.querySelectorAll("[data-panel]")) panel.hidden = panel.dataset.panel !== name;
  for (const tab of document.querySelectorAll("[data-view]")) {
    if (tab.dataset.view === name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = titles[name] ?? document.title;
  if (changed) views.dispatchEvent(new CustomEvent("change", { detail: { view: name } }));
}

const titles = {};

/** What the window is called while a view is shown. @param {"play"|"surveys"} name @param {string} words */
export function setTitle(name, words) {
  titles[name] = words;
  document.title = titles[current] ?? document.title;
}

let pending = 0;

/**
 * Say something to people who listen to the page instead of looking at it.  The region is emptied first, so that the
 * same words said twice are heard twice.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("status");
  region.textContent = "";
  window.clearTimeout(pending);
  pending = window.setTimeout(() => {
    region.textContent = text;
  }, 60);
}
