/**
 * Where everything lies, in pixels.
 *
 * `arrange(board, width, height)` gives a Layout: the size of the picture, and rectangles of places and cards.  It is a pure
 * function, so that a board can be laid out again for another window at any time.  Cards are listed in the order in which
 * they are drawn, which is also the order in which a screen reader meets them.
 *
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 * @typedef {{id: string, place: string, rect: Rect, seen: Rect, face: string, index?: number, of?: number, goal?: boolean}} Card
 *   `seen` is the part that no other card covers; `face` says how to draw it.
 * @typedef {{id: string, rect: Rect, glyph?: string, look?: string, empty: boolean}} Place
 * @typedef {{kind: string, width: number, height: number, unit: Rect, places: Place[], cards: Card[],
 *            target: (place: string, card?: string) => Rect|null, trays: Rect[]}} Layout
 */

const RANKS = "A234567890JQK";
const SUITS = "HDSC";
/** No card to play with is narrower: its face has 24 pixels then.  A board that does not fit so is wider than the window, which scrolls. */
const NARROWEST = 25;
/** Of a column of cards, the upper edge that shows of each; and how many cards a low window is made for. */
const [EDGE, USUAL] = [16, 10];

/** @param {object} board @param {number} width @param {number} height the most that the picture may be high @returns {Layout} */
export function arrange(board, width, height, { tallest = 0, narrowest = NARROWEST } = {}) {
  if (board.kind === "cards") return columns(board, width, height, tallest);
  if (board.kind === "tiles") return tiles(board, width, height);
  if (board.kind === "pegs") return pegs(board, width, height, narrowest);
  if (board.kind === "text") return nothing(width);
  return rows(board, width, height, narrowest);
}

/** A board of text is no picture: see text.js. */
function nothing(width) {
  return { kind: "text", width, height: 1, unit: { x: 0, y: 0, w: 1, h: 1 }, places: [], cards: [], trays: [], target: () => null };
}

function padding(width) {
  return width < 520 ? 7 : width < 900 ? 14 : 22;
}

function rows(board, width, height, narrowest) {
  const n = board.columns;
  const tight = width < 520 && n > 10;
  const pad = tight ? 3 : padding(width);
  // Cards that are as narrow as can be have next to nothing between them.
  const spare = Math.floor(((width - 2 * pad - narrowest * n) / (n - 1)) * 4) / 4;
  const gap = Math.max(0.5, Math.min(width < 520 ? 2 : width < 900 ? 5 : 8, spare));
  // In a low window cards are small, so that all rows can be seen.
  const low = Math.max(30, (height - 2 * pad - 3 * gap) / 4 / 1.1);
  const w = Math.max(narrowest, Math.min(104, low, (width - 2 * pad - gap * (n - 1)) / n));
  const whole = Math.max(width, Math.ceil(n * w + (n - 1) * gap + 2 * pad));
  // Narrow cards may be long: on a phone there is more height than width.
  const shape = w < 34 ? 1.95 : w < 48 ? 1.6 : 1.42;
  const rowGap = w < 48 ? gap + 3 : gap;
  const h = Math.max(w * 1.1, Math.min(w * shape, (height - 2 * pad - 3 * rowGap) / 4));
  const left = (whole - n * w - (n - 1) * gap) / 2;
  const places = [];
  const cards = [];
  const rects = new Map();
  board.rows.forEach((row, r) => {
    row.forEach((card, c) => {
      const id = `r${r + 1}c${c + 1}`;
      const rect = snap({ x: left + c * (w + gap), y: pad + r * (h + rowGap), w, h });
      rects.set(id, rect);
      if (card === "") return; // No card ever lies there.
      places.push({ id, rect, empty: !card });
      if (card) cards.push({ id: card, place: id, rect, seen: rect, face: w < 44 ? "stacked" : "roomy" });
    });
  });
  return {
    kind: "rows",
    width: whole,
    height: Math.round(2 * pad + 4 * h + 3 * rowGap),
    unit: snap({ x: 0, y: 0, w, h }),
    places,
    cards,
    trays: [],
    target: (place) => rects.get(place) ?? null,
  };
}

function tiles(board, width, height) {
  const { rows: m, columns: n } = board;
  const pad = padding(width);
  const gap = 5;
  const side = Math.min(128, (width - 2 * pad - 16 - gap * (n - 1)) / n, (height - 2 * pad - 16 - gap * (m - 1)) / m);
  const size = Math.max(NARROWEST, Math.floor(side));
  const left = Math.round((width - n * size - (n - 1) * gap) / 2);
  const top = pad + 8;
  const places = [];
  const cards = [];
  const rects = new Map();
  board.tiles.forEach((tile, i) => {
    const [r, c] = [Math.floor(i / n), i % n];
    const id = `r${r + 1}c${c + 1}`;
    const rect = { x: left + c * (size + gap), y: top + r * (size + gap), w: size, h: size };
    rects.set(id, rect);
    places.push({ id, rect, empty: tile === 0, look: tile === 0 ? "" : "hidden" });
    if (tile !== 0) {
      const goal = board.goal?.[i] === tile;
      cards.push({ id: String(tile), place: id, rect, seen: rect, face: "tile", goal });
    }
  });
  const tray = { x: left - 8, y: top - 8, w: n * (size + gap) - gap + 16, h: m * (size + gap) - gap + 16 };
  return onTray({ kind: "tiles", width, places, cards }, size, tray, pad, rects);
}

// A board of squares on one tray.
function onTray(board, size, tray, pad, rects) {
  return {
    ...board,
    height: tray.h + 2 * pad,
    unit: { x: 0, y: 0, w: size, h: size },
    trays: [tray],
    target: (place) => rects.get(place) ?? null,
  };
}

function pegs(board, width, height, narrowest) {
  const [m, n] = [board.rows.length, board.columns];
  const pad = padding(width);
  const [gap, rim] = [4, 12];
  const side = Math.min(76, (width - 2 * (pad + rim) - gap * (n - 1)) / n, (height - 2 * (pad + rim) - gap * (m - 1)) / m);
  const size = Math.max(narrowest, Math.floor(side));
  const left = Math.round((width - n * size - (n - 1) * gap) / 2);
  const top = pad + rim;
  const places = [];
  const cards = [];
  const rects = new Map();
  board.rows.forEach((marks, r) =>
    marks.forEach((piece, c) => {
      if (piece === null) return;
      const id = `r${r + 1}c${c + 1}`;
      const rect = { x: left + c * (size + gap), y: top + r * (size + gap), w: size, h: size };
      rects.set(id, rect);
      places.push({ id, rect, empty: !piece });
      if (piece) cards.push({ id, place: id, rect, seen: rect, face: "piece" });
    }),
  );
  const tray = { x: left - rim, y: top - rim, w: n * (size + gap) - gap + 2 * rim, h: m * (size + gap) - gap + 2 * rim };
  return onTray({ kind: "pegs", width, places, cards }, size, tray, pad, rects);
}

/** Names of cells in order: `h` is home, so an eighth cell is `k`. */
const CELLS = "abcdefgk";

function columns(board, width, height, tallest) {
  const columns = board.columns.length;
  const cells = board.cells.length;
  const pad = padding(width);
  const gap = width < 520 ? 3 : width < 900 ? 8 : 14;
  const fit = (count) => (width - 2 * pad - gap * (count - 1)) / count;
  // Eight cells and four homes do not fit a phone in one row: there the homes get a row of their own.
  const twoRows = cells + 4 > columns && fit(cells + 4) < 46;
  // In a low window cards are small, so that a column of them can be seen.
  const longest = Math.max(...board.columns.map((column) => column.length), 1);
  const deep = (height - 2 * pad - 12 - EDGE * (Math.max(longest, USUAL) - 1)) / (twoRows ? 4.4 : 2.9);
  const most = Math.max(height < 350 ? 30 : 44, Math.min(104, height < 350 ? deep : height / 5.2));
  const w = Math.min(most, twoRows ? fit(Math.max(columns, cells, 4)) : fit(Math.max(columns, cells + 4)));
  const h = w * (w < 60 ? 1.45 : 1.4);
  const across = Math.max(columns, twoRows ? Math.max(cells, 4) : cells + 4);
  const whole = Math.min(width - 2 * pad, across * w + (across - 1) * gap);
  const left = (width - whole) / 2;
  const right = left + whole;
  const places = [];
  const cards = [];
  const rects = new Map();
  const cellTop = twoRows ? pad + h + gap : pad;
  board.cells.forEach((card, i) => {
    const id = CELLS[i];
    const rect = snap({ x: left + i * (w + gap), y: cellTop, w, h });
    rects.set(id, rect);
    places.push({ id, rect, look: "cell", empty: !card });
    if (card) cards.push({ id: card, place: id, rect, seen: rect, face: "roomy" });
  });
  const homes = {};
  [...SUITS].forEach((suit, i) => {
    homes[suit] = snap({ x: right - (4 - i) * w - (3 - i) * gap, y: pad, w, h });
  });
  const homeRect = { ...homes.H, w: homes.C.x + homes.C.w - homes.H.x };
  places.push({ id: "home", rect: homeRect, look: "home", piles: homes, empty: true });
  for (const suit of SUITS) {
    const rank = board.home[suit] ?? 0;
    // The card below the top one is drawn too: it shows while the top one flies in or out.
    for (let r = Math.max(1, rank - 1); r <= rank; r++) {
      const rect = homes[suit];
      const under = r < rank;
      cards.push({ id: suit + RANKS[r - 1], place: "home", rect, seen: rect, face: "roomy", under });
    }
  }
  const top = cellTop + h + Math.max(gap * 1.6, 10);
  const columnGap = columns > 1 ? Math.min(gap * 1.6, (whole - columns * w) / (columns - 1)) : 0;
  const columnLeft = (width - columns * w - (columns - 1) * columnGap) / 2;
  const wish = w < 60 ? h * 0.42 : h * 0.29;
  // Cards overlap as much as the window needs, but their upper edge with rank and suit always shows.
  const least = w < 60 ? Math.max(EDGE, height < 350 ? 0 : w * 0.4) : w * 0.3;
  const step = Math.max(least, Math.min(wish, (height - top - h - pad) / Math.max(longest - 1, 1)));
  const ends = new Map();
  board.columns.forEach((column, i) => {
    const id = `t${i + 1}`;
    const x = columnLeft + i * (w + columnGap);
    const slot = snap({ x, y: top, w, h });
    rects.set(id, slot);
    places.push({ id, rect: { ...slot, h: slot.h + step * Math.max(column.length - 1, 0) }, slot, look: "column", empty: column.length === 0 });
    column.forEach((card, k) => {
      const rect = snap({ x, y: top + k * step, w, h });
      const last = k === column.length - 1;
      const seen = last ? rect : { ...rect, h: step };
      cards.push({ id: card, place: id, rect, seen, face: "roomy", index: k + 1, of: column.length });
      if (last) ends.set(id, rect);
    });
  });
  return {
    kind: "cards",
    width,
    height: Math.round(Math.max(tallest, top + h + step * Math.max(longest - 1, height < 350 ? 0 : 6) + pad)),
    unit: snap({ x: 0, y: 0, w, h }),
    places,
    cards,
    trays: [],
    target(place, card) {
      if (place === "home") return homes[card?.[0]] ?? homeRect;
      return ends.get(place) ?? rects.get(place) ?? null;
    },
  };
}

/** Whole pixels: edges of cards stay sharp. */
function snap({ x, y, w, h }) {
  return { x: Math.round(x), y: Math.round(y), w: Math.floor(w), h: Math.round(h) };
}

/** @param {Rect} rect @returns {[number, number]} */
export function centre(rect) {
  return [rect.x + rect.w / 2, rect.y + rect.h / 2];
}

/**
 * The item that lies nearest in a direction: straight ahead counts, sideways counts against it.
 * @template {{seen: Rect}} T
 * @param {T} from @param {T[]} items @param {"left"|"right"|"up"|"down"} direction @returns {T|null}
 */
export function neighbour(from, items, direction) {
  const [x0, y0] = centre(from.seen);
  let best = null;
  let least = Infinity;
  for (const item of items) {
    if (item === from) continue;
    const [x, y] = centre(item.seen);
    const [dx, dy] = [x - x0, y - y0];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = direction === "left" || direction === "right" ? Math.abs(dy) : Math.abs(dx);
    if (ahead < 2) continue;
    const cost = ahead + 3 * aside;
    if (cost < least) [best, least] = [item, cost];
  }
  return best;
}
