/**
 * The line below the board that says what went wrong.  What the server says and what the page says is in the language of
 * the page, also when that changes.
 */

import { languages, said, t } from "./i18n.js";
import { presence } from "./presence.js";
import { announce } from "./view.js";

/** @typedef {{key?: string, params?: object, message?: string}} Trouble a sentence, or else a key of the dictionaries */

const AWAY = "error.server";
/** What is refused most often: a move of a link or of a study. */
const ILLEGAL = /^move (?<number>\d+): (?<why>.+)$/s;

/** @type {Trouble|null} */
let shown = null;

function draw() {
  const element = document.getElementById("alert");
  element.hidden = shown === null;
  element.textContent = shown === null ? "" : wordsOf(shown);
}

/** Say what went wrong; null says that all is well. @param {Trouble|null} trouble */
export function complain(trouble) {
  if (shown === null && trouble === null) return;
  shown = trouble;
  draw();
}

/** The trouble of a request that failed. @param {{message: string}} error @returns {Trouble} */
export function troubleOf({ message }) {
  return { message, key: AWAY };
}

/** Whether a trouble is that the server does not answer: it is over when the server is back. @param {Trouble|null} trouble */
export function isAway(trouble) {
  return trouble !== null && !trouble.message && trouble.key === AWAY;
}

/** The words of a trouble. @param {Trouble} trouble */
export function wordsOf(trouble) {
  const illegal = ILLEGAL.exec(trouble.message ?? "");
  if (illegal) return t("error.move", illegal.groups);
  return said(trouble.message ?? "") || t(trouble.key, trouble.params);
}

languages.addEventListener("change", draw);
presence.addEventListener("back", () => {
  if (isAway(shown)) complain(null);
  announce(t("said.back"));
});
