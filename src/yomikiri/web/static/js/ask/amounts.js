/** Amounts for people: counts, bytes and seconds, short and in the language of the page. */

import { language, number, t } from "../i18n.js";

/** A count in full up to a hundred thousand, then with three digits: 12,345 and 1.23M. */
export function count(value) {
  if (value === null || value === undefined) return "–";
  if (value < 1e5) return number(Math.round(value));
  return new Intl.NumberFormat(language(), { notation: "compact", maximumSignificantDigits: 3 }).format(value);
}

const STEPS = [
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
];

/** Bytes in the largest unit that they fill. */
export function bytes(value) {
  if (value === null || value === undefined) return "–";
  for (const [unit, size] of STEPS) {
    if (value >= size) return `${number(value / size, { maximumSignificantDigits: 3 })} ${unit}`;
  }
  return `${number(value)} B`;
}

/** Seconds as 0.12 s, 4.5 s or 2:05. */
export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value >= 60) {
    const whole = Math.round(value);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
  return t("amount.seconds", { value: number(value, value < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }) });
}

/** A share as a percentage with one digit. */
export function percent(value) {
  return number(value, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A length, or what is known of it: "at least 10", "10 to 14"; that it is not negative is nothing. */
export function between(lower, upper) {
  if (!lower && upper !== 0) return upper === null || upper === undefined ? "–" : t("amount.most", { upper });
  if (upper === null || upper === undefined) return t("amount.least", { lower });
  return lower === upper ? number(lower) : t("amount.between", { lower, upper });
}
