/** The page of settings. */

import { t } from "../i18n.js";
import { h } from "../ask/dom.js";
import { CHOICES, choose, setting } from "./settings.js";

function field(name) {
  const select = h("select", { id: `setting-${name}`, onchange: (event) => choose(name, event.target.value) });
  for (const value of CHOICES[name]) select.append(new Option(t(`setting.${name}.${value}`), value));
  select.value = setting(name);
  return h("label", { class: "field wide", for: select.id }, h("span", { i18n: `setting.${name}` }), select);
}

export function optionsPage() {
  return {
    name: "options",
    draw(place) {
      place.append(h("div", { class: "fields" }, Object.keys(CHOICES).map(field)));
    },
  };
}
