/** A word to whoever comes for the first time, and the goal in motion; it stays beside the board until it is sent away. */

import { post } from "../api.js";
import { button, h } from "../ask/dom.js";
import { translate } from "../i18n.js";
import { recall, remember } from "../memory.js";
import { Example } from "./example.js";

const NAME = "welcomed";
const HEIGHT = 150;

/** @param {{store: object, desk: () => import("./desk.js").Desk}} context */
export function mountWelcome({ store, desk }) {
  if (recall(NAME) !== null) return;
  const example = new Example({ id: "welcome-goal", height: HEIGHT });
  let shows = null;
  const leave = () => {
    remember(NAME, "yes");
    store.removeEventListener("verdict", show);
    example.stop();
    panel.remove();
  };
  /** When the solver has spoken: a first visit waits for its verdict, and for nothing else. */
  async function show({ detail }) {
    const { setup } = store;
    if (["idle", "thinking"].includes(detail.state) || shows === setup.game) return;
    shows = setup.game;
    const { game, size, variant, options } = setup;
    const guide = await post("/api/guide", { game, size, variant, options }).catch(() => null);
    if (guide?.goal && panel.isConnected && shows === game) example.show(setup, guide.goal);
  }
  store.addEventListener("verdict", show);
  const rules = button({ id: "welcome-rules", text: "welcome.rules", className: "button small primary", onclick: () => desk().open("rules") });
  const close = button({ id: "welcome-close", text: "welcome.close", className: "button small", onclick: leave });
  const panel = h(
    "section",
    { class: "panel welcome", id: "welcome", label: "welcome.title" },
    h("h3", { class: "panel-title", i18n: "welcome.title" }),
    h("p", { i18n: "welcome.text" }),
    h("h4", { class: "chart-title", i18n: "rules.goal" }),
    example.element,
    h("div", { class: "desk-foot" }, rules, close),
  );
  document.querySelector(".side").prepend(panel);
  translate(panel.parentNode);
}
