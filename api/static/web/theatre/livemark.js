// Live, catching up, or so many versions behind; and whether the game can be followed.
import { button } from "../ui.js";
import { lineState } from "../connection.js";
import { lineWords } from "../connection-notice.js";
import { isOver } from "../standings.js";

const SIGNS = { live: "●", catching: "»", behind: "◷", checking: "◌", reconnecting: "↻", offline: "○" };
const RUNNING = { live: "Live", catching: "Catching up: {n}", behind: "Behind live: {n}" };
const OVER = { live: "At the end", catching: "Catching up: {n}", behind: "To the end: {n}" };

/** {node, update(head)}: a click returns to the present. */
export function liveMark(t, playhead) {
  const node = button("", () => playhead.follow(), { class: "live", id: "live" });

  function update(head) {
    const over = isOver(head.now.doc);
    const line = lineState();
    const [state, text] = over || line.kind === "live" ? place(t, head, over) : [line.kind, lineWords(t, line)];
    node.dataset.state = state;
    node.textContent = `${SIGNS[state]} ${text}`;
  }
  return { node, update };
}

function place(t, { now, told, version, following }, over) {
  const n = Math.max(now.doc.version, told) - version;
  const state = following && n === 0 ? "live" : following ? "catching" : "behind";
  return [state, t((over ? OVER : RUNNING)[state], { n })];
}
