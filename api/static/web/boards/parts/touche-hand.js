// The hand of the viewer's own seat.
import { s } from "./dom.js";
import { at, panel, shadow, words } from "./drawing.js";
import { DEAD, playingCard, TALLER } from "./touche-art.js";
import { drawn, flyingCards, stackName } from "./touche-moves.js";
import { cardName } from "./touche-words.js";

const LIFT = 24;
const FAN = 1.6;

export function theHand(ui, own, place) {
  if (!own?.hand.length) return null;
  const [names, fresh] = [flyingCards(own), drawn(ui, own)];
  const dead = new Set(ui.legal.filter(({ type }) => type === "exchange-dead").flatMap(({ cards }) => cards));
  const sunk = ui.tall && ui.may("crown-pattern") ? place.width * 0.7 : 0; // above it the patterns stand that may be crowned
  return own.hand.map((face, i) => handCard(ui, { face, i, dead: dead.has(face), moves: { "data-fly": names[i], "data-from": fresh.includes(names[i]) && stackName(own.seat) } }, { ...place, y: place.y + sunk }));
}

/** The cards are fanned a little; the chosen one is lifted. */
function handCard(ui, { face, i, dead, moves }, place) {
  const [width, height] = [place.width, place.width * TALLER];
  const key = `hand-${i}`;
  const turn = (i - 2) * FAN;
  const [x, y] = [place.x + i * place.step, place.y + Math.abs(i - 2) ** 2 * 2 - (ui.isPicked(key) ? LIFT : 0)];
  const said = [cardName(ui, face), dead && ui.word("dead")].filter(Boolean).join(", ");
  const token = `card:${face}`;
  ui.offer({ key, token, round: 0.1, quiet: !(ui.isPicked(key) || goesOn(ui, face)) }, said, [x, y, width, height, turn]);
  const art = [shadow(-width / 2, -height / 2, width, height, width * 0.1), playingCard(face, width, dead ? { paper: DEAD } : {}), dead && tag(ui.word("dead"), width, height)];
  return at(x + width / 2, y + height / 2, {}, s("g", moves, s("g", { transform: `rotate(${turn})` }, art)));
}

/** Whether a card may be picked too: beside a field, or beside others that are dead. */
function goesOn({ picks, fits }, face) {
  const chosen = picks.some(({ token }) => token.startsWith("card:"));
  return picks.length === 0 || fits.some(({ card, cards }) => (card === face && !chosen) || cards?.includes(face));
}

function tag(text, width, height) {
  return [panel(-width * 0.44, height * 0.33, width * 0.88, height * 0.15, height * 0.07, { fill: "#4A443C" }), words(0, height * 0.44, text, { size: width * 0.2, most: width * 0.8, face: "strong", fill: "#FFF" })];
}
