/** A word to whoever comes for the first time; it stays beside the board until it is sent away. */

import { button, h } from "../ask/dom.js";
import { translate } from "../i18n.js";
import { recall, remember } from "../memory.js";

const NAME = "welcomed";

/** @param {{desk: () => import("./desk.js").Desk}} context */
export function mountWelcome({ desk }) {
  if (recall(NAME) !== null) return;
  const leave = () => {
    remember(NAME, "yes");
    panel.remove();
  };
  const rules = button({ id: "welcome-rules", text: "welcome.rules", className: "button small primary", onclick: () => desk().open("rules") });
  const close = button({ id: "welcome-close", text: "welcome.close", className: "button small", onclick: leave });
  const panel = h(
    "section",
    { class: "panel welcome", id: "welcome", label: "welcome.title" },
    h("h3", { class: "panel-title", i18n: "welcome.title" }),
    h("p", { i18n: "welcome.text" }),
    h("div", { class: "desk-foot" }, rules, close),
  );
  document.querySelector(".side").prepend(panel);
  translate(panel.parentNode);
}
