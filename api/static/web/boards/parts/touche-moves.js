// Where pawns and cards of Touché were before the latest events: cards go from stacks to hands to used piles, pawns from their
// side to the board and back.
import { beyond, listed, toldApart } from "./named.js";

export const pawnName = (colour, field) => `pawn:${colour}:${field}`;
export const supplyName = (colour) => `pawns:${colour}`;
export const stackName = (seat) => `stack:${seat}`;
export const usedName = (seat) => `used:${seat}`;

/** A name for each card of a hand, including unknown ones. */
export const flyingCards = ({ seat, hand }) => toldApart(hand.map((face) => `hand:${seat}:${face}`));

const was = (ui, seat) => ui.before?.players[seat - 1];

/** The names of cards in a hand that came from the stack. */
export const drawn = (ui, player) => (ui.before ? beyond(flyingCards(player), flyingCards(was(ui, player.seat))) : []);

/** Where the top card of a used pile came from: the hand. */
export function laidFrom(ui, player) {
  if (!ui.before || player.used.length <= was(ui, player.seat).used.length) return null;
  return listed(beyond(flyingCards(was(ui, player.seat)), flyingCards(player)));
}

/** The pile that is put under a stack again. */
export const refilledFrom = (ui, { seat, used }) => ui.before && used.length < was(ui, seat).used.length && usedName(seat);

/** The fields whose pawns of a colour went back to its side. */
export function returned(ui, colour) {
  if (!ui.before) return null;
  const here = [...(ui.view.pawns[colour] ?? []), ...ui.view.crowned.flatMap(({ fields }) => fields)];
  return listed(beyond(ui.before.pawns[colour] ?? [], here).map((field) => pawnName(colour, field)));
}
