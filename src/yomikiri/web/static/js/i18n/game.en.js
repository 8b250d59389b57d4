/** The words of a game that one keeps open, in English. */

export default {
  "menu.label": "Recent games, statistics, settings, keys",
  "desk.label": "Your games",
  "desk.recent": "Recent",
  "desk.options": "Settings",
  "desk.help": "Keys",

  "clock.label": "Time of this game",

  "recent.moves": { one: "{n} move", other: "{n} moves" },
  "recent.won": "won",
  "recent.none": "Games that you begin are listed here.",
  "recent.note": "They are kept in this browser alone, moves taken back included.",
  "recent.forget": "Forget them all",

  "setting.clock": "Clock",
  "setting.clock.shown": "shown",
  "setting.clock.hidden": "hidden",
  "setting.counter": "Number of moves",
  "setting.counter.shown": "shown",
  "setting.counter.hidden": "hidden",
  "setting.verdict": "Whether you can still win",
  "setting.verdict.always": "is said after every move",
  "setting.verdict.asked": "is said when you ask",
  "setting.verdict.never": "is never said",
  "setting.homeward": "Cards go home by themselves",
  "setting.homeward.safe": "if that can do no harm",
  "setting.homeward.all": "whenever they can",
  "setting.homeward.never": "never",

  "help.keys": "Keys",
  "help.undo": "undo",
  "help.redo": "redo",
  "help.hint": "hint",
  "help.arrows": "walk over the board; tiles slide, and Shift walks",
  "help.enter": "pick up, put down",
  "help.escape": "let go",
  "help.help": "these keys",
  "help.gestures": "Mouse and finger",
  "help.click": "Click a card, then the place where it should go; or the place first.",
  "help.double": "Double-click or double-tap a card to send it to its best place.",
  "help.drag": "Drag a card to its place; swipe to slide tiles.",
  "help.line": "Click a tile in line with the gap to slide the whole line.",

  "verdict.hidden": "Can you still win?",
  "verdict.reveal": "Tell me",
};
