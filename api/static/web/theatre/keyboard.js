// Keys that navigate a game, unless another element uses them; the same as on other replay sites.
import { h, modal } from "../ui.js";

const BUSY = "input, select, textarea, dialog, [role=tablist], .raw";
const PRESSED = `${BUSY}, button, a, summary, [role=button]`;

const HELP = [
  ["← →", "One step back, one step on"],
  ["Home, End", "To the beginning, to the end"],
  ["Page Up, Page Down", "On the timeline: to the next chapter, to the one before"],
  ["Space", "Play and stop"],
  ["Tab, Enter", "To what can be chosen on the board, and choose it"],
  ["?", "Show these keys"],
];

/** The action of each key; `playhead` is that of a game's page or of a player. Returns the function that removes them. */
export function replayKeys(playhead, t) {
  const moves = {
    ArrowLeft: () => playhead.goTo(playhead.head.version - 1),
    ArrowRight: () => playhead.goTo(playhead.head.version + 1),
    Home: () => playhead.goTo(1),
    End: () => playhead.follow(),
    " ": () => void (playhead.head.walking ? playhead.stop() : playhead.tell()),
    "?": () => void help(t),
  };
  const pressed = (event) => {
    const move = moves[event.key];
    const busy = event.key === " " ? PRESSED : BUSY;
    if (!move || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(busy)) return;
    event.preventDefault();
    move();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

function help(t) {
  const lines = HELP.map(([keys, what]) => [h("dt", {}, keys.split(", ").map((key) => h("kbd", {}, t(key)))), h("dd", {}, t(what))]);
  return modal(t("Keys"), h("dl", { class: "key-help" }, lines), t("Close"));
}
