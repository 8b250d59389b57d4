/**
 * The page begins here: it asks for the list of games, sets the table, opens what the address bar names, and mounts the
 * other parts.  Those get one context: `{store, board, dealer, announce, showView}`.
 */

import "./study/keeper.js"; // First: it hears of every change before those who show it.
import { mountAddress } from "./address.js";
import { get } from "./api.js";
import { mountChooser } from "./chooser.js";
import { Dealer } from "./dealer.js";
import { enter } from "./enter.js";
import { mountGame } from "./game/main.js";
import { language, languages, LANGUAGES, reserve, setLanguage } from "./i18n.js";
import { mountKeys } from "./keys.js";
import { mountPaster } from "./paster.js";
import { recall, remember } from "./memory.js";
import { complain, troubleOf } from "./notice.js";
import { presence } from "./presence.js";
import { store } from "./store.js";
import { mountTable } from "./table.js";
import { mountTheme } from "./theme.js";
import { catalogue, tabTitle } from "./titles.js";
import { announce, showView } from "./view.js";

const find = (id) => document.getElementById(id);

function mountTabs(dealer) {
  const nav = find("games");
  for (const name of catalogue.keys()) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `game-${name}`;
    tab.dataset.game = name;
    tab.addEventListener("click", () => dealer.resume(name));
    nav.append(tab);
  }
  const name = () => {
    for (const tab of nav.children) {
      tab.textContent = tabTitle(tab.dataset.game);
      reserve(tab, [tab.textContent]);
    }
  };
  name();
  languages.addEventListener("change", name);
  for (const tab of document.querySelectorAll("[data-view]")) {
    tab.addEventListener("click", () => showView(tab.dataset.view));
  }
}

function first(dealer) {
  const last = recall("game");
  return dealer.resume(catalogue.has(last) ? last : [...catalogue.keys()][0]);
}

/** A part that fails must not take the table with it. */
async function mountPart(load, element, context) {
  try {
    const part = await load();
    await part.mount(element, context);
  } catch (error) {
    console.error(element.id, error);
    element.hidden = true;
  }
}

/** Go in and read the list of games; a server that is away is waited for. @returns {Promise<boolean>} */
async function learnGames() {
  try {
    await enter();
    for (const entry of (await get("/api/games")).games) catalogue.set(entry.name, entry);
    return true;
  } catch (error) {
    complain(troubleOf(error));
    if (!error.lost) return false;
  }
  await new Promise((back) => presence.addEventListener("back", back, { once: true }));
  return learnGames();
}

async function begin() {
  setLanguage(language());
  mountTheme();
  find("language").addEventListener("click", () => {
    setLanguage(LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length]);
  });
  if (!(await learnGames())) return;
  const dealer = new Dealer(store);
  mountTabs(dealer);
  const board = mountTable({ store, dealer });
  const chooser = mountChooser({ store, dealer });
  const paster = mountPaster({ store, dealer });
  find("new-deal").addEventListener("click", () => chooser.open());
  find("paste").addEventListener("click", () => paster.open());
  find("skip").addEventListener("click", (event) => {
    event.preventDefault(); // The address bar belongs to the link.
    showView("play");
    board.focus();
  });
  mountKeys({ store, board });
  mountGame({ store, board, dealer });
  store.addEventListener("change", () => remember("game", store.setup.game));
  const context = { store, board, dealer, announce, showView };
  const parts = [
    mountPart(() => import("./ask/main.js"), find("ask"), context),
    mountPart(() => import("./study/main.js"), find("study"), context),
  ];
  await mountAddress({ store, dealer, first: () => first(dealer) });
  await Promise.all(parts);
  // All that a player needs is there; the rest need not be waited for.
  document.dispatchEvent(new Event("ready"));
  await mountPart(() => import("./surveys/main.js"), find("surveys"), context);
  // For tests: everything is there.
  document.documentElement.dataset.ready = "true";
}

begin();
