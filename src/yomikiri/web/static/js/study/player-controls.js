/** The button that plays the line on the table, in the toolbar below the board, and its speed. */

import { languages, number, reserve, t, translate } from "../i18n.js";
import { h, icon, write } from "../ask/dom.js";
import { SPEEDS } from "./player.js";

const PLAY = "M8 5.5v13l11-6.5z";
const PAUSE = "M8 5.5v13M16 5.5v13";

/** @param {import("./player.js").Player} player @param {object} store @returns {{speed: HTMLElement}} */
export function mountPlayerControls(player, store) {
  const words = h("span");
  const play = h("button", { type: "button", class: "button", id: "play-line", onclick: () => (player.playing ? player.pause() : player.start()) }, icon(PLAY), words);
  const speed = h("select", { id: "play-speed", class: "pick", label: "player.speed" });
  document.getElementById("redo").after(play);
  speed.addEventListener("change", () => {
    player.speed = Number(speed.value);
  });

  function draw() {
    const texts = [t("player.play"), t("player.pause")];
    reserve(words, texts);
    write(words, texts[player.playing ? 1 : 0]);
    play.querySelector(".icon").replaceWith(icon(player.playing ? PAUSE : PLAY));
    play.toggleAttribute("disabled", store.moves.length + store.future.length === 0);
  }

  function name() {
    const chosen = player.speed;
    speed.replaceChildren(...SPEEDS.map((value) => h("option", { value, selected: value === chosen }, `${number(value)}×`)));
    translate(play.parentNode);
    draw();
  }

  player.addEventListener("change", draw);
  store.addEventListener("change", draw);
  languages.addEventListener("change", name);
  name();
  return { speed };
}
