/**
 * The page begins here: it asks for the list of games, sets the table, opens what the address bar names, and mounts the
 * other parts.  Those get one context: `{store, board, dealer, announce, showView}`.
 */

import { get } from "./api.js";
import { mountChooser } from "./chooser.js";
import { Dealer } from "./dealer.js";
import { language, LANGUAGES, setLanguage, t } from "./i18n.js";
import { mountKeys } from "./keys.js";
import { readLink, writeLink } from "./link.js";
import { mountPaster } from "./paster.js";
import { recall, remember } from "./memory.js";
import { store } from "./store.js";
import { mountTable } from "./table.js";
import { mountTheme } from "./theme.js";
import { catalogue } from "./titles.js";
import { announce, showView, view, views } from "./view.js";

const find = (id) => document.getElementById(id);

function mountTabs(dealer) {
  const nav = find("games");
  for (const name of catalogue.keys()) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `game-${name}`;
    tab.dataset.game = name;
    tab.dataset.i18n = `tab.${name}`;
    tab.textContent = t(`tab.${name}`);
    tab.addEventListener("click", () => dealer.resume(name));
    nav.append(tab);
  }
  for (const tab of document.querySelectorAll("[data-view]")) {
    tab.addEventListener("click", () => showView(tab.dataset.view));
  }
}

/** The address bar always holds a link to what is shown; a new deal is a step back for the browser's button. */
function mountLink(dealer) {
  let opening = false;
  const shown = () => (view() === "surveys" ? "#view=surveys" : store.setup ? writeLink(store.setup, store.moves) : "");
  const write = (push) => {
    const hash = shown();
    if (!hash || hash === window.location.hash) return;
    if (push && !opening) window.history.pushState(null, "", hash);
    else window.history.replaceState(null, "", hash);
  };
  store.addEventListener("change", ({ detail }) => {
    if (detail.kind === "start" && !opening) showView("play");
    if (view() === "play") write(detail.kind === "start" && detail.previous !== null);
    remember("game", store.setup.game);
  });
  views.addEventListener("change", () => write(true));

  async function open() {
    opening = true;
    try {
      const link = readLink(window.location.hash);
      showView(window.location.hash.startsWith("#view=surveys") ? "surveys" : "play");
      if (link && writeLink(link.setup, link.moves) === shown()) return;
      if (link) {
        const { state, message } = await dealer.start(link.setup, link.moves);
        if (state || store.state) return;
        await first(dealer);
        find("alert").textContent = t("error.link", { message: message || t("error.server") });
        find("alert").hidden = false;
      } else if (!store.state) {
        await first(dealer);
      }
    } finally {
      opening = false;
    }
  }
  // Following a link within the page, and the buttons of the browser, change the hash; our own writing does not.
  window.addEventListener("popstate", open);
  return open();
}

function first(dealer) {
  const last = recall("game");
  return dealer.resume(catalogue.has(last) ? last : [...catalogue.keys()][0]);
}

/** A part that fails must not take the table with it. */
async function mountPart(path, element, context) {
  try {
    const part = await import(path);
    await part.mount(element, context);
  } catch (error) {
    console.error(path, error);
    element.hidden = true;
  }
}

async function begin() {
  setLanguage(language());
  mountTheme();
  find("language").addEventListener("click", () => {
    setLanguage(LANGUAGES[(LANGUAGES.indexOf(language()) + 1) % LANGUAGES.length]);
  });
  try {
    for (const entry of (await get("/api/games")).games) catalogue.set(entry.name, entry);
  } catch (error) {
    find("alert").textContent = error.message || t("error.server");
    find("alert").hidden = false;
    return;
  }
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
  const context = { store, board, dealer, announce, showView };
  const parts = [
    mountPart("./ask/main.js", find("ask"), context),
    mountPart("./surveys/main.js", find("surveys"), context),
  ];
  await mountLink(dealer);
  await Promise.all(parts);
  // For tests: everything is there.
  document.documentElement.dataset.ready = "true";
}

begin();
