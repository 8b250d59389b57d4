/**
 * What makes a table a game that one keeps open: it is remembered and timed, and has settings.
 */

import { attachArrows } from "../board/swipe.js";
import { view } from "../view.js";
import { Desk } from "./desk.js";
import { mountClock } from "./clock.js";
import { mountDaily } from "./daily.js";
import { mountExplain } from "./explain.js";
import { helpPage } from "./help.js";
import { mountHomeward } from "./homeward.js";
import { optionsPage } from "./options.js";
import { mountPicture } from "./picture.js";
import { recentPage } from "./recent.js";
import { keepStatistics } from "./statistics.js";
import { statisticsPage } from "./statistics-page.js";
import { mountWinning } from "./winning.js";
import { rulesPage } from "./rules-page.js";
import { mountSounds } from "./sounds.js";
import { mountWelcome } from "./welcome.js";
import { showSettings } from "./settings.js";

/** Where arrow keys have a meaning of their own. */
const NEEDS_ARROWS = "input, textarea, select, [contenteditable], .side, #games";

/** @param {{store: object, board: object, dealer: object}} context */
export function mountGame(context) {
  let desk = null;
  const whole = { ...context, desk: () => desk };
  showSettings();
  mountClock();
  mountHomeward(context);
  mountExplain(context);
  mountSounds(context);
  keepStatistics();
  mountDaily(context);
  mountWinning(context);
  mountPicture(context);
  attachArrows(context.board, (target) => view() === "play" && !target.closest?.(NEEDS_ARROWS) && !document.querySelector("dialog[open]"));
  desk = new Desk([recentPage(whole), statisticsPage(whole), optionsPage(), rulesPage(whole), helpPage()]);
  mountWelcome(whole);
  document.getElementById("menu").addEventListener("click", () => desk.open("recent"));
  context.store.addEventListener("request", ({ detail }) => detail.what === "help" && desk.open("help"));
}
