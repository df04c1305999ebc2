// The cards before the viewer: the hand, cards that were drawn or looked at; for spectators both hands.
import { panel, shadow, words } from "./drawing.js";
import { s } from "./dom.js";
import { arrowSign, cardBack, placed, symbolSign, TONES, tops } from "./nagaraja-art.js";
import { fan } from "./nagaraja-layout.js";
import { paragraph } from "./nagaraja-middle.js";
import { cardFrom, flyingCard } from "./nagaraja-moves.js";
import { cardName, cardOf } from "./nagaraja-words.js";

const LIFT = 24;

/** A card from 0, 0: its name and symbol, its sticks, whom it concerns; where there is room, its text. */
function cardFront(card, text, [width, height]) {
  const tone = TONES[card.symbol];
  const top = height * 0.26;
  const head = s("path", { d: `M0 ${top}V14Q0 0 14 0H${width - 14}Q${width} 0 ${width} 14V${top}z`, fill: tone });
  const signs = [placed(width - 26, top / 2, 1.1, symbolSign(card.symbol, "#fff", tone)), placed(width - 58, top / 2, 1.15, arrowSign(card.target, "#fff"))];
  const face = [shadow(0, 0, width, height, 14), panel(0, 0, width, height, 14, { fill: "#fffdf5" }), head, words(12, top / 2 + 12, card.id, { size: 34, fill: "#fff", most: width > 110 ? width - 82 : width - 24, "text-anchor": "start" }), width > 110 && signs];
  if (text) return [face, tops(card, [width / 2, top + 20], 1.25), paragraph(text, [10, top + 38, width - 18, height - top - 42], 19)];
  return [face, placed(width / 2, top + (height - top) * 0.36, width / 62, symbolSign(card.symbol, tone, "#fffdf5")), tops(card, [width / 2, height - 28], 1.7)];
}

/**
 * Cards in the place of a layout. `kind` begins their names and tokens.
 * @param {(place: number) => boolean} laid whether the card lies on the table, face down
 */
function cards(ui, ids, kind, { box, card, text }, laid = () => false) {
  return fan(box, card, ids.length).map(([x, y, seen], i) => one(ui, { id: ids[i], kind, i, laid: laid(i), x, y: y + 4, seen, size: card, text }));
}

function one(ui, { id, kind, i, laid, x, y, seen, size, text }) {
  const card = cardOf(ui, id);
  const key = `${kind}-${i}`;
  const lift = ui.isPicked(key) ? LIFT : 0;
  const label = [cardName(ui, id), laid && ui.word("laid")].filter(Boolean).join(", ");
  const token = laid || !["card", "drawn", "looked"].includes(kind) ? "" : `${kind}:${id}`;
  ui.offer({ key, token, thing: token || null, round: 13 / seen }, label, [x, y - lift, seen, size[1]]);
  const art = card ? cardFront(card, text && ui.text(card.text), size) : cardBack(size);
  return s("g", { transform: `translate(${x} ${y - lift})`, "data-fly": flyingCard(id), "data-from": cardFrom(ui, id) }, art, laid && veil(ui, size));
}

/** A card of the hand that was laid for this round's throw. */
function veil(ui, [width, height]) {
  return [panel(0, 0, width, height, 14, { fill: "#10261d", opacity: 0.72 }), words(width / 2, height / 2 + 8, ui.word("laid"), { size: 24, most: width - 12, fill: "#fff" })];
}

const inHand = (ui, { seat, hand, laid }, kind, place) => ui.region(seat === ui.seat ? ui.word("hand") : ui.word("hand-of", { name: ui.name(seat) }), () => cards(ui, hand, kind, place, (i) => laid.includes(i)));

/** The player's own hand, and what was drawn or is looked at beside it. */
export function ownHand(ui, player, layout) {
  const [kind, shown] = faceUp(ui);
  const hand = inHand(ui, player, "card", shown.length && layout.hidden ? layout.hidden : layout.hand);
  return [hand, shown.length > 0 && ui.region(ui.word(kind), () => cards(ui, shown, kind, layout.shown))];
}

function faceUp({ view: { drawn, effect } }) {
  if (drawn?.some((id) => id !== null)) return ["drawn", drawn];
  return ["looked", effect?.cards.some((id) => id !== null) ? effect.cards : []];
}

/** Both hands, as far as they are known, for those who do not play. */
export function bothHands(ui, players, layout) {
  return players.map((one, i) => one.hand.length > 0 && inHand(ui, one, `card-${one.seat}`, layout.hands[i]));
}
