// The viewer's hand of at most seven warriors, below the lanes.
import { at } from "./drawing.js";
import { card } from "./romans-art.js";
import { known } from "./romans-clan.js";
import { cardLabel } from "./romans-line.js";
import { flyingWarrior } from "./romans-moves.js";
import { wordsOf } from "./romans-words.js";

const LIFT = 24;

export function hand(ui, { hand: place }, clan) {
  const cards = known(clan.hand);
  return cards.map((id, i) => handCard(ui, clan, id, { key: `hand-${i}-${id}`, off: i - (cards.length - 1) / 2, twin: cards.indexOf(id) < i, ...place }));
}

/** A fan: the cards at its sides are turned, and lie lower. */
function handCard(ui, clan, id, { key, off, twin, x: middle, y: height, step, scale }) {
  const [x, y] = [middle + step * off, height + 1.6 * off ** 2 - (ui.isPicked(key) ? LIFT : 0)];
  const turn = 1.4 * off;
  const { warrior, strength } = wordsOf(ui);
  ui.offer({ key, token: `card:${id}` }, `${cardLabel(ui, id)}. ${ui.does(id)}`, [x - 50 * scale, y - 62 * scale, 100 * scale, 124 * scale, turn]);
  return at(x, y, { turn, scale, "data-fly": `${flyingWarrior(clan.clan, id)}${twin ? ":2" : ""}` }, card(id, clan.clan, { name: warrior(id), strength: strength(id) }));
}
