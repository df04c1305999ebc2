// Where everything of Touché stands on the stage: it depends on the number of players and on whether there is a hand below,
// and never on what happens in the game.
import { range } from "./dom.js";

const GAP = 14;
const EDGE = 26;
const HANDS = 5;

/** {board: {x, y, cell}, plates: boxes by side, choices, hand}; boxes are [x, y, width, height], in the order of `sides`. */
export function placesOf(ui, sides) {
  const own = sides.findIndex(({ seats }) => seats.includes(ui.seat));
  return ui.tall ? tall(sides.length, own >= 0) : wide(sides.length, own >= 0);
}

/** The board at full height; at its right the plates, the own one last and largest, what has to be chosen, and the hand. */
function wide(sides, own) {
  const [x, width] = [1004, 570];
  const room = (own ? 680 : 974) - EDGE - GAP * (sides - 1);
  const larger = own ? 50 : 0;
  const each = (room - larger) / sides;
  const plates = range(1, sides).map((n) => [x, EDGE + (n - 1) * (each + GAP), width, n === sides ? each + larger : each]);
  return { board: { x: EDGE, y: EDGE, cell: 79 }, plates, choices: [x, 694, width, 84], hand: cards([x, 812], width, 102) };
}

/** The others' plates above the board, the own one below it, and the hand. */
function tall(sides, own) {
  const [x, width, cell] = [6, 768, 64];
  const room = (own ? 1100 : 1362) - 12 * cell - 8 - (sides + 1) * 8;
  const each = Math.floor(room / sides);
  const y = (n) => (n < sides ? 8 + (n - 1) * (each + 8) : 8 + (sides - 1) * (each + 8) + 12 * cell + 8);
  const plates = range(1, sides).map((n) => [x, y(n), width, each]);
  return { board: { x, y: 8 + (sides - 1) * (each + 8), cell }, plates, choices: [x, 1106, width, 100], hand: cards([x + 8, 1144], width - 16, 140) };
}

/** A row of cards of one hand: where the first begins, how wide each is, and from one to the next. */
function cards([x, y], width, each) {
  return { x, y, width: each, step: (width - each) / (HANDS - 1) };
}
