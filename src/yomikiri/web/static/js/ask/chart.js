/**
 * Small charts in SVG, drawn anew for every sample at the width that they have, so that strokes and letters keep their
 * size.  Colours come from the style sheet by class.
 */

import { s } from "./dom.js";

const WIDTH = 320;

/** An empty chart; it fills the width of where it is put. */
export function chart(className, height) {
  const root = s("svg", { class: `chart ${className}`, role: "img", height, "aria-label": "" });
  root.dataset.height = String(height);
  return root;
}

/** Wipe a chart and measure it. @returns {{width: number, height: number}} */
export function fresh(root) {
  root.replaceChildren();
  const width = Math.max(120, Math.round(root.clientWidth || root.parentElement?.clientWidth || WIDTH));
  const height = Number(root.dataset.height);
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return { width, height };
}

/** Round steps that cut a range into at most `most` parts. */
export function ticks(low, high, most = 4) {
  const raw = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw);
  const whole = Math.max(step, Number.isInteger(low) && Number.isInteger(high) ? 1 : 0);
  const found = [];
  for (let value = Math.ceil(low / whole) * whole; value <= high + whole * 1e-6; value += whole) found.push(value);
  return found;
}

const round = (value) => Math.round(value * 10) / 10;

/**
 * A line of values, the newest at the right edge.
 * @param {SVGElement} root @param {number[]} values
 */
export function sparkline(root, values) {
  const { width, height } = fresh(root);
  if (values.length < 2) return;
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => [
    round((index / (values.length - 1)) * (width - 8) + 2),
    round(height - 3 - (value / most) * (height - 8)),
  ]);
  const path = points.map(([x, y]) => `${x},${y}`).join(" L");
  root.append(
    s("path", { class: "spark-area", d: `M${points[0][0]},${height} L${path} L${points.at(-1)[0]},${height}Z` }),
    s("path", { class: "spark-line", d: `M${path}` }),
    s("circle", { class: "spark-dot", cx: points.at(-1)[0], cy: points.at(-1)[1], r: 3 }),
  );
}

/**
 * Bars, one per level, their heights by the logarithm: levels differ by orders of magnitude.
 * @param {SVGElement} root @param {[number, number][]} profile @param {(level: number, amount: number) => string} tip
 */
export function profileBars(root, profile, tip) {
  const { width, height } = fresh(root);
  if (profile.length === 0) return;
  const floor = height - 14;
  const first = profile[0][0];
  const last = profile.at(-1)[0];
  const slot = width / (last - first + 1);
  const most = Math.log1p(Math.max(...profile.map(([, amount]) => amount)));
  const every = Math.max(1, Math.ceil(26 / slot));
  for (const [level, amount] of profile) {
    const tall = most > 0 ? (Math.log1p(amount) / most) * (floor - 3) : 0;
    const x = (level - first) * slot;
    const rect = { class: "profile-bar", x: round(x + Math.min(1, slot / 8)), y: round(floor - tall), width: round(Math.max(1, slot - Math.min(2, slot / 4))), height: round(tall), rx: Math.min(2, slot / 4) };
    root.append(s("rect", rect, s("title", {}, tip(level, amount))));
    if ((level - first) % every === 0) root.append(s("text", { class: "tick", x: round(x + slot / 2), y: height - 2, "text-anchor": "middle" }, String(level)));
  }
}

/**
 * Two bounds closing in over time: steps, with the gap between them filled.
 * @param {SVGElement} root @param {{seconds: number, lower: number|null, upper: number|null}[]} samples
 */
export function boundsChart(root, samples) {
  const { width, height } = fresh(root);
  const told = samples.filter(({ lower, upper }) => lower !== null || upper !== null);
  if (told.length === 0) return;
  const values = told.flatMap(({ lower, upper }) => [lower, upper]).filter((value) => value !== null);
  let low = Math.min(...values);
  let high = Math.max(...values);
  const pad = Math.max(1, Math.round((high - low) * 0.12));
  [low, high] = [Math.max(0, low - pad), high + pad];
  const left = 30;
  const floor = height - 16;
  // Not from zero: a search that reads tables first has nothing to show until then.
  const begin = told[0].seconds;
  const end = Math.max(told.at(-1).seconds, begin + 0.001);
  const x = (value) => round(left + ((value - begin) / (end - begin)) * (width - left - 6));
  const y = (value) => round(4 + ((high - value) / (high - low)) * (floor - 8));
  for (const tick of ticks(low, high, 3)) {
    root.append(
      s("line", { class: "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }),
      s("text", { class: "tick", x: left - 6, y: y(tick) + 3.5, "text-anchor": "end" }, String(tick)),
    );
  }
  for (const tick of ticks(begin, end, 4)) {
    root.append(s("text", { class: "tick", x: x(tick), y: height - 2, "text-anchor": x(tick) < left + 12 ? "start" : x(tick) > width - 16 ? "end" : "middle" }, `${Number(tick.toPrecision(3))} s`));
  }
  const lower = steps(told, "lower", x, y);
  const upper = steps(told, "upper", x, y);
  if (lower && upper) root.append(s("path", { class: "bounds-gap", d: gap(told, x, y) }));
  if (upper) root.append(s("path", { class: "bounds-upper", d: upper }));
  if (lower) root.append(s("path", { class: "bounds-lower", d: lower }));
}

function steps(samples, name, x, y) {
  let path = "";
  let before = null;
  for (const sample of samples) {
    if (sample[name] === null) continue;
    path += before === null ? `M${x(sample.seconds)},${y(sample[name])}` : ` H${x(sample.seconds)} V${y(sample[name])}`;
    before = sample;
  }
  if (before) path += ` H${x(samples.at(-1).seconds)}`;
  return path;
}

function gap(samples, x, y) {
  const both = samples.filter(({ lower, upper }) => lower !== null && upper !== null);
  if (both.length === 0) return "";
  const forth = both.map(({ seconds, upper }, index) => (index === 0 ? `M${x(seconds)},${y(upper)}` : ` H${x(seconds)} V${y(upper)}`)).join("");
  const edge = x(samples.at(-1).seconds);
  let back = ` H${edge} V${y(both.at(-1).lower)}`;
  for (let index = both.length - 1; index >= 0; index -= 1) {
    back += ` H${x(both[index].seconds)}`;
    if (index > 0) back += ` V${y(both[index - 1].lower)}`;
  }
  return `${forth}${back}Z`;
}
