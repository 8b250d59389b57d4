/**
 * Questions that make no sense are not offered, and the page says why: in a position that is proved lost, and when all is done.
 * It goes by the verdict on show, so that it tells nothing to those who do not want to hear it.
 */

import { languages, t } from "../i18n.js";
import { h, shown, write } from "./dom.js";

/** @param {HTMLElement} element where the words go @param {HTMLButtonElement[]} buttons @param {{store: EventTarget}} context */
export function mountSense(element, buttons, { store }) {
  let why = null;
  const words = h("p", { class: "ask-why", id: "ask-why", hidden: true });
  element.append(words);

  function draw() {
    if (shown(words, why !== null)) write(words, t(`ask.why.${why}`));
    for (const button of buttons) {
      button.toggleAttribute("disabled", why !== null);
      if (why === null) button.removeAttribute("aria-describedby");
      else button.setAttribute("aria-describedby", words.id);
    }
  }

  store.addEventListener("verdict", ({ detail: { state } }) => {
    why = state === "lost" || state === "solved" ? state : null;
    draw();
  });
  languages.addEventListener("change", draw);
}
