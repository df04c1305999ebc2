// A turn of Touché in pictures: the cards that were laid, the pawn and the crown.
import { cardIcon, crownIcon, pawnIcon, shapeIcon } from "../../../boards/parts/touche-art.js";
import { h } from "../../../ui.js";

const one = (...parts) => h("span", { class: "pic" }, parts);
const SHOWN = {
  "card-laid": ({ card }) => one(cardIcon(card)),
  "cards-exchanged": ({ cards }) => one(cards.map((card) => cardIcon(card))),
  "pawn-placed": ({ colour }) => one(pawnIcon(colour)),
  "pawn-replaced": ({ colour, replaced }) => one(pawnIcon(colour), "→", pawnIcon(replaced)),
  "pattern-crowned": ({ fields }) => one(shapeIcon(fields), crownIcon()),
};

export function pictures(events) {
  return events.map(({ type, data }) => SHOWN[type]?.(data)).filter(Boolean);
}

export const things = {
  "pawn-placed": ({ field }) => [`field:${field}`],
  "pawn-replaced": ({ field }) => [`field:${field}`],
  "pattern-crowned": ({ fields }) => fields.map((field) => `field:${field}`),
};

/** Whether a piece that came by an event of this type is gone. */
export const gone = { "board-cleared": (_, thing, type) => type !== "pattern-crowned" };
