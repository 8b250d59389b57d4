/** The page of recent games: each goes on where it was left. */

import { language, t } from "../i18n.js";
import { catalogue, setupTitle } from "../titles.js";
import { button, h } from "../ask/dom.js";
import { clockTime } from "./clock.js";
import { dropStudies } from "../study/saved.js";
import { begunGames, dropAll, dropGame, keyOf } from "./shelf.js";

function when(at) {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** @param {{store: object, dealer: import("../dealer.js").Dealer, desk: () => import("./desk.js").Desk}} context */
export function recentPage({ store, dealer, desk }) {
  function row(game) {
    const { setup, moves, future, seconds, won, at } = game;
    const words = [t("recent.moves", { n: moves.length }), clockTime(seconds), won ? t("recent.won") : null, when(at)];
    const isHere = store.setup && keyOf(setup) === keyOf(store.setup);
    const go = h(
      "button",
      {
        type: "button",
        class: "recent-game",
        "data-recent": keyOf(setup),
        "aria-current": isHere ? "true" : null,
        onclick: async () => {
          desk().close();
          const { state, message } = await dealer.start(setup, moves, future);
          if (!state && message) dropGame(setup); // Of another version of the app, perhaps.
        },
      },
      h("span", { class: "recent-title" }, setupTitle(setup)),
      h("span", { class: "recent-detail" }, words.filter(Boolean).join(" · ")),
    );
    return h("li", {}, go);
  }

  return {
    name: "recent",
    draw(place) {
      const games = begunGames().filter(({ setup }) => catalogue.has(setup.game));
      if (games.length === 0) {
        place.append(h("p", { class: "desk-note", i18n: "recent.none" }));
        return;
      }
      const forget = button({
        id: "recent-forget",
        text: "recent.forget",
        className: "button small",
        onclick: () => {
          dropAll();
          dropStudies();
          desk().redraw();
        },
      });
      place.append(h("ul", { class: "recent-list" }, games.map(row)), h("p", { class: "desk-note", i18n: "recent.note" }), forget);
    },
  };
}
