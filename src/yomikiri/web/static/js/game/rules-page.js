/** The page of rules: the goal of the game on the table as a picture, and how to get there. */

import { post } from "../api.js";
import { h, shown } from "../ask/dom.js";
import { language } from "../i18n.js";
import { gameTitle } from "../titles.js";
import { Example } from "./example.js";

const HEIGHT = 230;

/** @param {{store: object}} context */
export function rulesPage({ store }) {
  const title = h("h3", { class: "panel-title" });
  const lines = h("ol", { class: "rules-lines" });
  const example = new Example({ id: "rules-goal", height: HEIGHT });
  /** The guides that were read, by rules. */
  const known = new Map();

  async function guideOf({ game, size, variant, options }) {
    const rules = { game, size, variant, options };
    const key = JSON.stringify(rules);
    if (!known.has(key)) known.set(key, await post("/api/guide", rules));
    return known.get(key);
  }

  async function fill(setup) {
    let guide;
    try {
      guide = await guideOf(setup);
    } catch {
      return; // The page says elsewhere that the server is away.
    }
    if (setup !== store.setup) return;
    lines.replaceChildren(...guide.lines.map((line) => h("li", {}, line[language()] ?? line.en)));
    if (shown(example.element, guide.goal !== null)) example.show(setup, guide.goal);
  }

  return {
    name: "rules",
    draw(place) {
      const { setup } = store;
      if (!setup) return;
      title.textContent = gameTitle(setup.game, setup.variant);
      place.append(h("p", { class: "desk-note", i18n: "welcome.text" }), title, lines, h("h4", { class: "chart-title", i18n: "rules.goal" }), example.element);
      fill(setup);
    },
  };
}
