// The board that would stand after a ruling, beside the words of its preview.
import { eyes } from "../game/viewpoint.js";
import { seatName } from "../standings.js";

/** {show(version, seat) -> the node, end()}: `seat` acts there; the board is its own if the referee has read its view, otherwise public. */
export function boardThere(shell, desk) {
  const { t } = shell;
  let making = null;
  async function show(version, seat) {
    making ??= eyes(shell, desk.ruleset, "");
    const [board, doc] = await Promise.all([making, desk.views.stateAt(version, seat)]);
    const words = { n: version, who: seat && seatName(t, desk.people().seats, seat) };
    board.label(t(doc.viewer === `seat:${seat}` ? "The board that would stand there, version {n}, as {who} sees it" : "The board that would stand there, version {n}", words));
    board.update(doc, []);
    return board.node;
  }
  const end = () => void making?.then((board) => board.destroy());
  return { show, end };
}
