/**
 * A picture of a win to show to others: the game, its moves, time and hints, how it compares with the shortest solution, and a square
 * for every move, coloured by what an analysis has said of it.  It is drawn on a canvas, here; nothing leaves the page but by the player's hand.
 */

import { button } from "../ask/dom.js";
import { saveFile } from "../handover.js";
import { languages, t, translate } from "../i18n.js";
import { keeper } from "../study/keeper.js";
import { gameTitle, setupDetails } from "../titles.js";
import { announce } from "../view.js";
import { clockTime } from "./clock.js";
import { session } from "./session.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 72];
const COLOURS = { only: "#8fc1ee", best: "#7fd3a5", wins: "#cfe8da", loses: "#f0907c", none: "#4d8374" };
const PATH = "M4 7h4l1.5-2.5h5L16 7h4v12H4zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z";

/** The squares of a line in as many rows as they need, as large as they fit. */
function squares(pen, marks, top) {
  const room = { width: WIDTH - 2 * MARGIN, height: HEIGHT - top - MARGIN };
  let side = 56;
  const across = () => Math.floor(room.width / (side + 6));
  while (side > 4 && Math.ceil(marks.length / across()) * (side + 6) > room.height) side -= 2;
  marks.forEach((mark, index) => {
    pen.fillStyle = COLOURS[mark ?? "none"];
    pen.beginPath();
    pen.roundRect(MARGIN + (index % across()) * (side + 6), top + Math.floor(index / across()) * (side + 6), side, side, side / 6);
    pen.fill();
  });
}

/** What the colours mean, from the right end of the last line; nothing if no move has one. */
function legend(pen, marks, fontFamily) {
  let right = WIDTH - MARGIN;
  pen.font = `24px ${fontFamily}`;
  for (const mark of ["loses", "wins", "best", "only"].filter((one) => marks.includes(one))) {
    const words = t(`study.mark.${mark}`);
    right -= pen.measureText(words).width;
    pen.fillStyle = "#e4efe9";
    pen.fillText(words, right, HEIGHT - 30);
    right -= 32;
    pen.fillStyle = COLOURS[mark];
    pen.beginPath();
    pen.roundRect(right, HEIGHT - 50, 22, 22, 4);
    pen.fill();
    right -= 28;
  }
}

/** @param {{setup: object, moves: string[]}} store @returns {Promise<Blob>} */
export function drawWin({ setup, moves }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  const { fontFamily } = getComputedStyle(document.body);
  const write = (text, font, colour, y) => {
    pen.font = `${font} ${fontFamily}`;
    pen.fillStyle = colour;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  pen.fillStyle = "#264f45";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const { hints } = session.game;
  write(gameTitle(setup.game, setup.variant), "600 64px", "#ffffff", MARGIN + 56);
  write(setupDetails(setup).join(" · "), "32px", "#e4efe9", MARGIN + 108);
  const words = [t("recent.moves", { n: moves.length }), clockTime(session.seconds), t(hints ? "won.hints" : "won.unaided", { n: hints })];
  write(words.map((word) => word.replace(/[.。]$/, "")).join(" · "), "600 38px", "#ffffff", MARGIN + 178);
  const compared = document.getElementById("won-shortest");
  if (!compared.hidden) write(compared.textContent, "30px", "#e4efe9", MARGIN + 228);
  write("yomikiri", "28px", "#b9d5ca", HEIGHT - 30);
  const marks = keeper.line.slice(1, moves.length + 1).map(({ mark }) => mark);
  squares(pen, marks, MARGIN + 262);
  legend(pen, marks, fontFamily);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** @param {{store: object}} context */
export function mountPicture({ store }) {
  const take = button({ id: "won-picture", text: "won.picture", path: PATH, className: "button", onclick: () => share() });
  document.getElementById("won-next").before(take);
  translate(take.parentNode);

  async function share() {
    const name = `yomikiri-${store.setup.game}.png`;
    const file = new File([await drawWin(store)], name, { type: "image/png" });
    try {
      if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name === "AbortError") return undefined; // Changed one's mind.
    }
    saveFile(name, file);
    return announce(t("export.saved", { name }));
  }

  // A solution that was watched is nobody's win.
  const draw = () => take.toggleAttribute("hidden", !session.game?.won);
  store.addEventListener("change", draw);
  languages.addEventListener("change", () => translate(take.parentNode));
  draw();
}
