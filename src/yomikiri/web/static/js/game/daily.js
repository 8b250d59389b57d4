/**
 * The deal of the day of each game, which the server draws by the date: the same everywhere, and one that can be won.  It is
 * always of the usual rules and size.  What was drawn today is remembered, so that it is asked for once.
 */

import { h, icon, shown, write } from "../ask/dom.js";
import { run } from "../ask/jobs.js";
import { language, languages, t, translate } from "../i18n.js";
import { recall, remember } from "../memory.js";
import { complain, troubleOf } from "../notice.js";
import { freshRules } from "../rules.js";
import { announce } from "../view.js";
import { gameWith, keyOf } from "./shelf.js";

const NAME = "daily";
const SECONDS = 60;
const LEVELS = ["easy", "medium", "hard"];
const CALENDAR = "M5 6h14v13H5zM5 10h14M9 3.5v4M15 3.5v4M11 14h2v2h-2z";

/** Today where the player is, as 2026-01-31. */
function today() {
  const now = new Date();
  const two = (value) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The deals of today that are known, by game: `{setup, level}`. */
function known() {
  try {
    const data = JSON.parse(recall(NAME));
    return data?.date === today() && typeof data.deals === "object" && data.deals !== null ? data.deals : {};
  } catch {
    return {};
  }
}

function isDeal(deal) {
  return typeof deal?.setup?.game === "string" && typeof deal.setup.deal === "string" && LEVELS.includes(deal.level);
}

/** @param {{store: object, dealer: import("../dealer.js").Dealer}} context */
export function mountDaily({ store, dealer }) {
  let job = null;
  const words = h("span", { i18n: "daily" });
  const start = h("button", { type: "button", class: "button", id: "daily-deal", onclick: () => (job ? stop() : begin()) }, icon(CALENDAR), words);
  const note = h("p", { class: "daily-note", id: "daily-note", hidden: true });
  document.getElementById("random-deal").before(start);
  document.getElementById("board-area").before(note);
  translate(start.parentNode);

  function stop() {
    job?.drop();
    job = null;
    start.removeAttribute("aria-busy");
  }

  /** Go on where it was left: pressing the button again takes nothing away. */
  async function open({ setup }) {
    const left = gameWith(setup);
    const begun = await dealer.start(setup, left?.moves, left?.future);
    const { state, message } = begun.state || !left ? begun : await dealer.start(setup);
    if (!state) complain(troubleOf({ message }));
  }

  function begin() {
    const { game } = store.setup;
    const deal = known()[game];
    if (isDeal(deal)) return open(deal);
    start.setAttribute("aria-busy", "true");
    announce(t("daily.seeking"));
    const date = today();
    job = run(
      { what: "daily", setup: { ...freshRules(game), deal: date }, moves: [], seconds: SECONDS },
      {
        settled({ answer, message }) {
          stop();
          if (!answer) return complain({ message, key: "error.server" });
          if (!answer.setup) return complain({ key: "daily.none" });
          const found = { setup: answer.setup, level: answer.level };
          remember(NAME, JSON.stringify({ date, deals: { ...known(), [game]: found } }));
          return open(found);
        },
      },
    );
    return undefined;
  }

  function draw() {
    const deal = store.setup && known()[store.setup.game];
    if (!shown(note, isDeal(deal) && keyOf(deal.setup) === keyOf(store.setup))) return;
    const date = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(new Date());
    write(note, t("daily.note", { date, level: t(`daily.${deal.level}`) }));
  }

  store.addEventListener("change", () => {
    stop();
    draw();
  });
  languages.addEventListener("change", draw);
}
