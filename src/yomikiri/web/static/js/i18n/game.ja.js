/** The words of a game that one keeps open, in Japanese. */

export default {
  "menu.label": "最近のゲーム、成績、設定、キー操作",
  "desk.label": "あなたのゲーム",
  "desk.recent": "最近",
  "desk.options": "設定",
  "desk.help": "キー操作",

  "clock.label": "このゲームの時間",

  "recent.moves": { other: "{n}手" },
  "recent.won": "完成",
  "recent.none": "始めたゲームがここに並びます。",
  "recent.note": "元に戻した手も含めて、このブラウザーにだけ保存されます。",
  "recent.forget": "すべて消す",

  "setting.clock": "時計",
  "setting.clock.shown": "表示する",
  "setting.clock.hidden": "隠す",
  "setting.counter": "手数",
  "setting.counter.shown": "表示する",
  "setting.counter.hidden": "隠す",
  "setting.verdict": "まだ解けるかどうか",
  "setting.verdict.always": "1手ごとに表示する",
  "setting.verdict.asked": "聞いたときだけ表示する",
  "setting.verdict.never": "表示しない",
  "setting.homeward": "札を自動で組札へ送る",
  "setting.homeward.safe": "安全なときだけ",
  "setting.homeward.all": "送れるときはいつも",
  "setting.homeward.never": "送らない",

  "help.keys": "キー",
  "help.undo": "元に戻す",
  "help.redo": "やり直す",
  "help.hint": "ヒント",
  "help.arrows": "盤面を移動。コマの盤面ではコマを滑らせ、Shiftを押すと移動",
  "help.enter": "持つ・置く",
  "help.escape": "放す",
  "help.help": "この一覧",
  "help.gestures": "マウスと指",
  "help.click": "札をクリックしてから置く場所をクリック。場所が先でもかまいません。",
  "help.double": "札をダブルクリックかダブルタップすると、最もよい場所へ送ります。",
  "help.drag": "札をドラッグして置きます。コマはスワイプで滑ります。",
  "help.line": "空きマスと同じ列や段のコマをクリックすると、間のコマがまとめて滑ります。",

  "verdict.hidden": "まだ解けますか？",
  "verdict.reveal": "教えて",
};
