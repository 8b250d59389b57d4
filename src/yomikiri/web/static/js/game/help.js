/** The page of keys and gestures. */

import { t } from "../i18n.js";
import { h } from "../ask/dom.js";

/** Keys as they are printed on them, and the text that says what they do. */
const KEYS = [
  [["Ctrl+Z", "U"], "help.undo"],
  [["Ctrl+Y", "Ctrl+Shift+Z", "R"], "help.redo"],
  [["H"], "help.hint"],
  [["←", "↑", "→", "↓"], "help.arrows"],
  [["Enter"], "help.enter"],
  [["Esc"], "help.escape"],
  [["←", "→", "Home", "End"], "help.list"],
  [["?"], "help.help"],
];
const GESTURES = ["help.click", "help.double", "help.drag", "help.line"];

export function helpPage() {
  return {
    name: "help",
    draw(place) {
      const keys = ([names, key]) => h("div", { class: "key-row" }, h("dt", {}, names.flatMap((name, index) => [index ? " " : null, h("kbd", {}, name)])), h("dd", {}, t(key)));
      place.append(
        h("h3", { class: "panel-title", i18n: "help.keys" }),
        h("dl", { class: "key-list" }, KEYS.map(keys)),
        h("h3", { class: "panel-title", i18n: "help.gestures" }),
        h("ul", { class: "gesture-list" }, GESTURES.map((key) => h("li", {}, t(key)))),
      );
    },
  };
}
