// The texts of Touché, from the service; own patterns have the names that the table gave them.
import { FREE, JOKER, read } from "./touche-art.js";

export function colourName(ui, colour) {
  return ui.t(colour);
}

export function kindName(ui, kind) {
  return ui.word(`kind-${kind}`) || kind;
}

/** A card in words, for screen readers. */
export function cardName(ui, face) {
  if (face === null) return ui.word("unknown-card");
  if (face === JOKER) return ui.word("joker");
  if (face === FREE) return ui.word("free-space");
  const { rank, suit } = read(face);
  return ui.word(`suit-${suit}`, { rank: Number(rank) ? rank : ui.word(`rank-${rank}`) });
}
