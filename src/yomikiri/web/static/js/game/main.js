/**
 * What makes a table a game that one keeps open: it is remembered and timed, and has settings.
 */

import { Desk } from "./desk.js";
import { mountClock } from "./clock.js";
import { helpPage } from "./help.js";
import { optionsPage } from "./options.js";
import { recentPage } from "./recent.js";
import { showSettings } from "./settings.js";

/** @param {{store: object, board: object, dealer: object}} context */
export function mountGame(context) {
  let desk = null;
  const whole = { ...context, desk: () => desk };
  showSettings();
  mountClock();
  desk = new Desk([recentPage(whole), optionsPage(), helpPage()]);
  document.getElementById("menu").addEventListener("click", () => desk.open("recent"));
  context.store.addEventListener("request", ({ detail }) => detail.what === "help" && desk.open("help"));
}
