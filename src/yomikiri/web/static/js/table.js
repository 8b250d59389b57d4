/**
 * The table: the board with its title, buttons and messages, bound to the line of play.
 */

import { createBoard } from "./board/board.js";
import { cardName, placeName } from "./board/names.js";
import { languages, t } from "./i18n.js";
import { complain, troubleOf } from "./notice.js";
import { catalogue, gameTitle, rulesLine, setupDetails, setupTitle } from "./titles.js";
import { announce, setTitle } from "./view.js";

const find = (id) => document.getElementById(id);

/** @param {{store: object, dealer: import("./dealer.js").Dealer}} context @returns {import("./board/board.js").Board} */
export function mountTable({ store, dealer }) {
  const onMove = (text) => (Array.isArray(text) ? store.playAll(text) : store.play(text));
  const board = createBoard(find("board-area"), { interactive: true, onMove });

  const title = () => setupTitle(store.setup);

  function show({ kind }) {
    const { state } = store;
    const animate = kind === "start" ? "deal" : kind !== "language";
    board.show(state.board, {
      legal: state.legal,
      home: state.home,
      animate,
      label: () => t("board.label", { title: title() }),
    });
  }

  /** Everything around the board. */
  function frame() {
    const { state, setup, moves, future } = store;
    if (!state) return;
    const small = document.createElement("small");
    small.textContent = setupDetails(setup).join(" · ");
    find("title").replaceChildren(gameTitle(setup.game, setup.variant), " ", small);
    setTitle("play", t("page.title", { title: title() }));
    find("rules-note").textContent = rulesLine(state);
    find("move-count").textContent = String(moves.length);
    find("move-word").textContent = t("moves", { n: moves.length });
    find("undo").disabled = moves.length === 0;
    find("restart").disabled = moves.length === 0;
    find("redo").disabled = future.length === 0;
    find("won").hidden = !state.won;
    find("won-detail").textContent = t("won.detail", { n: moves.length });
    find("stuck").hidden = state.won || !state.stuck;
    find("stuck").textContent = t("stuck");
    showAces(setup);
    for (const tab of document.querySelectorAll("[data-game]")) {
      if (tab.dataset.game === setup.game) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  /** Which position of a deal to play is the player's choice, if it has several, and begins the deal afresh. */
  function showAces(setup) {
    const select = find("arrangement");
    const choices = setup.arrangement ? (catalogue.get(setup.game)?.arrangements ?? []) : [];
    find("aces").hidden = choices.length === 0;
    if (select.options.length !== choices.length) select.replaceChildren(...choices.map((each) => new Option(each, each)));
    select.value = setup.arrangement ?? "";
  }

  function say({ kind, move }) {
    const { state, moves } = store;
    const n = moves.length;
    const card = move ? cardName(String(move.cards[0])) : "";
    const place = (where) => placeName(state.board.kind, where);
    let words = t("said.jump", { n });
    if (kind === "start") words = t("said.start", { title: title() });
    else if (kind === "restart") words = t("said.restart");
    else if (move && !move.to) words = t("said.plain", { card });
    else if (move && kind === "undo") words = t("said.undo", { card, place: place(move.from) });
    else if (move) words = t(kind === "redo" ? "said.redo" : "said.play", { card, place: place(move.to) });
    if (state.won) words += ` ${t("said.won", { n })}`;
    else if (state.stuck) words += ` ${t("stuck")}`;
    announce(words);
  }

  store.addEventListener("change", (event) => {
    complain(null);
    show(event.detail);
    frame();
    say(event.detail);
    if (store.state.won && event.detail.kind === "play") board.celebrate();
  });
  store.addEventListener("error", ({ detail }) => {
    // The dialogs show the refusals of what they asked for themselves.
    if (!document.querySelector("dialog[open]")) complain(troubleOf(detail));
  });
  languages.addEventListener("change", frame);

  board.hand.addEventListener("change", () => {
    const { held, moves } = board.hand;
    if (!held) return;
    const names = (list) => list.join(t("list.comma"));
    if (held.card) {
      const places = names(moves.map((move) => placeName(board.data.kind, move.to)));
      announce(t("said.held", { card: cardName(held.card), n: moves.length, places }));
    } else {
      const cards = names(moves.map((move) => cardName(board.baseOf(move))));
      announce(t(board.data.kind === "pegs" ? "said.wanted.pegs" : "said.wanted", { n: moves.length, cards }));
    }
  });

  find("undo").addEventListener("click", () => store.undo());
  find("redo").addEventListener("click", () => store.redo());
  find("restart").addEventListener("click", () => store.restart());
  find("arrangement").addEventListener("change", (event) => {
    dealer.start({ ...store.setup, arrangement: event.target.value });
  });
  find("random-deal").addEventListener("click", () => random());
  find("won-next").addEventListener("click", () => random());

  async function random() {
    const { state, message } = await dealer.random(store.setup);
    if (!state) complain(troubleOf({ message }));
  }

  // -- winnable deals: the button stops what it began -----------------------------------------------

  const winnable = find("winnable-deal");
  winnable.addEventListener("click", () => {
    if (dealer.searching) dealer.stop();
    else dealer.winnable(store.setup);
  });
  function showSearch() {
    winnable.setAttribute("aria-busy", String(dealer.searching));
    winnable.querySelector("span").textContent = t(dealer.searching ? "stop" : "deal.winnable");
  }
  dealer.addEventListener("searching", () => {
    showSearch();
    if (dealer.searching) announce(t("winnable.searching"));
  });
  dealer.addEventListener("failed", ({ detail }) => complain({ message: detail.message, key: detail.lost ? "error.server" : "winnable.none" }));
  languages.addEventListener("change", showSearch);

  find("share").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
    } catch {
      complain({ key: "share.failed" }); // Browsers may forbid it; the address bar holds the link anyway.
      return;
    }
    announce(t("share.done"));
    const label = find("share").querySelector("span");
    label.textContent = t("share.copied");
    window.setTimeout(() => {
      label.textContent = t("share");
    }, 1800);
  });

  return board;
}
