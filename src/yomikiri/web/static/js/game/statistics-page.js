/** The page of statistics, with a file of them to take away and a way to erase them. */

import { button, h } from "../ask/dom.js";
import { number, t } from "../i18n.js";
import { catalogue, gameTitle, optionWords, sizeTitle } from "../titles.js";
import { clockTime } from "./clock.js";
import { eraseStatistics, exported, rows } from "./statistics.js";

const FILE = "yomikiri-statistics.json";

function figures(row) {
  const share = number(row.won / row.played, { style: "percent" });
  return [
    ["statistics.played", number(row.played)],
    ["statistics.won", t("statistics.share", { won: row.won, share })],
    ["statistics.unaided", number(row.unaided)],
    ["statistics.streak", t("statistics.longest", { streak: row.streak, longest: row.longest })],
    ["statistics.moves", row.moves === null ? "–" : number(row.moves)],
    ["statistics.seconds", row.seconds === null ? "–" : clockTime(row.seconds)],
  ];
}

function section(row) {
  const title = [gameTitle(row.game, row.variant), row.size && sizeTitle(row.game, row.size), ...(row.options ? optionWords(row) : [t("statistics.mixed")])].filter(Boolean).join(" · ");
  const cells = figures(row).map(([key, text]) => h("div", {}, h("dt", {}, t(key)), h("dd", { "data-statistic": key.split(".")[1] }, text)));
  return h("section", { class: "statistics", "data-statistics": row.game }, h("h3", { class: "panel-title" }, title), h("dl", { class: "figures" }, cells));
}

function save() {
  const address = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  const link = h("a", { href: address, download: FILE });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {{desk: () => import("./desk.js").Desk}} context */
export function statisticsPage({ desk }) {
  return {
    name: "statistics",
    draw(place) {
      const known = rows().filter((row) => row.played > 0 && catalogue.has(row.game));
      if (known.length === 0) {
        place.append(h("p", { class: "desk-note", i18n: "statistics.none" }));
        return;
      }
      let sure = false;
      const erase = button({
        id: "statistics-erase",
        text: "statistics.erase",
        className: "button small",
        onclick: () => {
          if (sure) {
            eraseStatistics();
            desk().redraw();
            return;
          }
          sure = true; // What is erased is gone: it takes a second click.
          erase.querySelector("span").dataset.i18n = "statistics.sure";
          erase.querySelector("span").textContent = t("statistics.sure");
        },
      });
      const take = button({ id: "statistics-export", text: "statistics.export", className: "button small", onclick: save });
      place.append(...known.map(section), h("div", { class: "desk-foot" }, take, erase));
    },
  };
}
