/**
 * Sounds, for those who switch them on: a tap for a move, a lower one for a move taken back, three notes for a win.  They are made
 * here, of plain tones; nothing is loaded.
 */

import { setting } from "./settings.js";

/** Each tone: its pitch in hertz, when it begins, and how long it lasts, in seconds. */
const SOUNDS = {
  play: [[620, 0, 0.05]],
  undo: [[420, 0, 0.05]],
  won: [
    [523, 0, 0.16],
    [659, 0.12, 0.16],
    [784, 0.24, 0.3],
  ],
};
const LOUDNESS = 0.12;

let audio = null;

function sound(name) {
  // Made at the first sound: browsers allow it only after somebody has touched the page.
  audio ??= new AudioContext();
  for (const [pitch, begin, length] of SOUNDS[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + begin;
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** @param {{store: object}} context */
export function mountSounds({ store }) {
  store.addEventListener("change", ({ detail: { kind } }) => {
    if (setting("sound") === "off" || kind === "start") return;
    if (store.state.won && kind === "play") sound("won");
    else sound(kind === "play" || kind === "redo" ? "play" : "undo");
  });
}
