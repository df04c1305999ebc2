// Where pawns and cards of Touché lay before what has just happened: cards go from stacks to hands to used piles, pawns from their
// side to the board and back.

export const pawnName = (field) => `pawn:${field}`;
export const supplyName = (colour) => `pawns:${colour}`;
export const stackName = (seat) => `stack:${seat}`;
export const usedName = (seat) => `used:${seat}`;

/** A name for each card of a hand; two of the same face are told apart, and so are unknown ones. */
export function cardNames({ seat, hand }) {
  const nth = new Map();
  return hand.map((face) => {
    nth.set(face, (nth.get(face) ?? -1) + 1);
    return `hand:${seat}:${face}:${nth.get(face)}`;
  });
}

/** A card that goes by this name, comes from there, and takes in what else goes there (motion.js). */
export function moving(node, name, from, gathers) {
  node.dataset.fly = name;
  if (from) node.dataset.from = from;
  if (gathers) node.dataset.gathers = gathers;
  return node;
}

const was = (ui, seat) => ui.before?.players[seat - 1];

/** The names of cards in a hand that came from the stack. */
export function drawn(ui, player) {
  return ui.before ? beyond(cardNames(player), cardNames(was(ui, player.seat))) : new Set();
}

const beyond = (names, others) => new Set(names.filter((name) => !others.includes(name)));

/** Whence the top card of a used pile came: from the hand. */
export function laidFrom(ui, player) {
  if (!ui.before || player.used.length <= was(ui, player.seat).used.length) return null;
  return [...beyond(cardNames(was(ui, player.seat)), cardNames(player))].join(" ") || null;
}

/** The pile that is laid under a stack again. */
export const refilledFrom = (ui, { seat, used }) => ui.before && used.length < was(ui, seat).used.length && usedName(seat);

/** The fields whose pawns of a colour went back to its side. */
export function returned(ui, colour) {
  if (!ui.before) return null;
  const crowned = new Set(ui.view.crowned.flatMap(({ fields }) => fields));
  const here = new Set(ui.view.pawns[colour] ?? []);
  return (ui.before.pawns[colour] ?? []).filter((field) => !here.has(field) && !crowned.has(field)).map(pawnName).join(" ") || null;
}
