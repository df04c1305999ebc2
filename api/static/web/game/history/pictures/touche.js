// A turn of Touché in pictures: the cards that were laid, the pawn and the crown.
import { crownIcon, diagram, pawnIcon, playingCard } from "../../../boards/parts/touche-art.js";
import { h } from "../../../ui.js";

const one = (...parts) => h("span", { class: "pic" }, parts);
const SHOWN = {
  "card-laid": ({ card }) => one(playingCard(card)),
  "cards-exchanged": ({ cards }) => h("span", { class: "pic" }, cards.map((card) => playingCard(card))),
  "pawn-placed": ({ colour }) => one(pawnIcon(colour)),
  "pawn-replaced": ({ colour, replaced }) => one(pawnIcon(colour), "→", pawnIcon(replaced)),
  "pattern-crowned": ({ fields }) => one(diagram(cells(fields)), crownIcon()),
};

/** Fields as offsets, [row, column], from the corner of all. */
function cells(fields) {
  const at = fields.map((field) => [Number(field.slice(1)), field.charCodeAt(0)]);
  const [row, column] = [0, 1].map((axis) => Math.min(...at.map((place) => place[axis])));
  return at.map(([y, x]) => [y - row, x - column]);
}

export function pictures(events) {
  return events.map(({ type, data }) => SHOWN[type]?.(data)).filter(Boolean);
}

export const things = {
  "pawn-placed": ({ field }) => [`field:${field}`],
  "pawn-replaced": ({ field }) => [`field:${field}`],
  "pattern-crowned": ({ fields }) => fields.map((field) => `field:${field}`),
};

/** Whether a thing that came by an event of this type lies there no more. */
export const gone = { "board-cleared": (_, thing, type) => type !== "pattern-crowned" };
