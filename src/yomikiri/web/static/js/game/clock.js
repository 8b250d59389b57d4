/** The time of the game beside its moves. */

import { number } from "../i18n.js";
import { h, write } from "../ask/dom.js";
import { session } from "./session.js";

/** Seconds as people read a clock: 4:07, 1:02:33. @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${number(hours)}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function mountClock() {
  const clock = h("span", { class: "clock", id: "clock", role: "timer", label: "clock.label" });
  document.querySelector(".move-count").append(clock);
  const tick = () => write(clock, clockTime(session.seconds));
  session.addEventListener("change", tick);
  window.setInterval(tick, 500);
  tick();
}
