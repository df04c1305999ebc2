// Where tiles and relics of a temple were before what has just happened.
import { SPACES } from "./nagaraja-paths.js";

/** The news of these types about the temple of a seat. */
const newsOf = (ui, seat, ...types) => {
  const found = ui.before ? ui.news(...types) : null;
  return found?.seat === seat ? found : null;
};

/** Of two that traded places the other one's. */
const other = (trade, here) => (trade?.first === here ? trade.second : trade?.second === here ? trade.first : null);

/** The space from which the tile came that lies here now; null when it did not move. */
export function tileCameFrom(ui, seat, space) {
  const move = newsOf(ui, seat, "tile-moved");
  return move?.to === space ? move.space : other(newsOf(ui, seat, "tiles-swapped"), space);
}

export const relicCameFrom = (ui, seat, place) => other(newsOf(ui, seat, "relics-swapped"), place);

/** Degrees by which the tile here was turned otherwise before. */
export function turnedBy(ui, seat, space) {
  const turn = newsOf(ui, seat, "tile-rotated");
  if (turn?.space !== space) return 0;
  const before = ui.before.players[seat - 1].temple.spaces[SPACES.indexOf(space)];
  const degrees = ((before?.turns ?? turn.turns) - turn.turns) * 90;
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
