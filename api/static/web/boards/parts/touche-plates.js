// A plate for each side of Touché: its points, the patterns that it needs and has, and its players with their piles.
import { range, s } from "./dom.js";
import { at, panel, shadow, words } from "./drawing.js";
import { crownSign, diagram, pawn, playingCard, SIDES, TALLER } from "./touche-art.js";
import { CHALK } from "./touche-felt.js";
import { drawn, flyingCards, laidFrom, refilledFrom, returned, stackName, supplyName, usedName } from "./touche-moves.js";
import { cardName, colourName, kindName } from "./touche-words.js";

const NIGHT = "#06231C";
const MANY = 6;
const LARGEST = 84;
/** The names of patterns have room from this height on; their shapes say the same. */
const CAPTIONED = 78;
const TWO_LINES = 56;

/** Others' sides first, the own one last: next to the hand, and darker. */
export function ordered(ui) {
  const own = (side) => Number(side.seats.includes(ui.seat));
  return [...ui.view.sides].sort((one, other) => own(one) - own(other));
}

/** A plate is {head, goals, rows}: boxes in it, one beneath the other or, on a phone, side by side. @returns {any} */
function partsOf(ui, [x, y, width, height], seats) {
  if (ui.tall) return flat([x, y, width, height], seats);
  const head = Math.min(84, height * 0.3);
  const row = Math.min(110, (height - head) * (seats > 1 ? 0.62 : 0.5) / seats);
  const top = y + height - 10 - row * seats;
  return { head: [x, y, width, head], goals: [x + 30, y + head, width - 60, top - y - head - 6], rows: range(0, seats - 1).map((n) => [x + 30, top + n * row, width - 54, row]) };
}

/** @returns {any} */
function flat([x, y, width, height], seats) {
  const left = 316;
  const head = Math.min(70, height * 0.46);
  const row = Math.min(130, (height - 8) / seats);
  const top = y + (height - row * seats) / 2;
  return { head: [x, y, left, head], goals: [x + 22, y + head, left - 30, height - head - 8], rows: range(0, seats - 1).map((n) => [x + left + 14, top + n * row, width - left - 26, row]) };
}

export function plate(ui, side, box) {
  const { head, goals, rows } = partsOf(ui, box, side.seats.length);
  const [x, y, width, height] = box;
  const own = side.seats.includes(ui.seat);
  return [
    panel(x, y, width, height, 24, { fill: NIGHT, opacity: own ? 0.74 : 0.52 }),
    panel(x + 6, y + 16, 9, height - 32, 4.5, { fill: SIDES[side.colour].fill }),
    headOf(ui, side, head),
    goalsOf(ui, side, goals),
    side.seats.map((seat, i) => playerRow(ui, ui.view.players[seat - 1], rows[i])),
  ];
}

/** Its pawns come from here; the points of all sides stand in one column. */
function headOf(ui, side, [x, y, width, height]) {
  const { colour, points } = side;
  const middle = y + height / 2 + 2;
  const size = Math.min(38, height * 0.56);
  ui.say(`${colourName(ui, colour)}, ${ui.word("points", { n: points })}`, [x + 20, y + 4, width - 28, height - 4]);
  return [
    at(x + 48, middle, {}, s("g", { "data-fly": supplyName(colour), "data-gathers": returned(ui, colour) }, pawn(colour, size * 0.58))),
    isDone(side) && crownSign(x + 48, middle - size * 0.75, size / 26),
    words(x + 80, middle + size * 0.34, capital(colourName(ui, colour)), { size, most: width - 126 - size * 0.9 * String(points).length, fill: CHALK, "text-anchor": "start" }),
    words(x + width - 24, middle + size * 0.46, points, { size: size * 1.4, fill: CHALK, "text-anchor": "end", "data-count": `points-${colour}` }),
  ];
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
const isDone = ({ goal, made }) => Object.keys(goal).length > 0 && Object.entries(goal).every(([kind, needed]) => (made[kind] ?? 0) >= needed);

/** The patterns side by side, by kind: made ones in the side's colour, with a crown. Of many of one kind there is one. */
function goalsOf(ui, side, [x, y, width, height]) {
  const kinds = Object.entries(side.goal).map(([kind, needed]) => ({ kind, needed, made: side.made[kind] ?? 0 }));
  if (!kinds.length) return noGoal(ui, [x, y, width, height]);
  const all = kinds.reduce((sum, one) => sum + shown(one), 0);
  const step = Math.min(width / all, 150);
  let from = x;
  return kinds.map((one) => {
    const box = [from, y, step * shown(one), height];
    from += box[2];
    return goalOf(ui, side.colour, one, box);
  });
}

const shown = ({ needed }) => (needed > MANY ? 1 : needed);

function noGoal(ui, [x, y, width, height]) {
  ui.say(ui.word("no-goal"), [x, y, width, height]);
  return words(x, y + height / 2 + 8, ui.word("no-goal"), { size: 25, most: width, face: "text", fill: CHALK, "text-anchor": "start" });
}

/** The patterns of one kind, and how many of them are made: in words where there is room, or where shapes cannot say it. */
function goalOf(ui, colour, { kind, needed, made }, box) {
  const [x, y, width, height] = box;
  const shapes = ui.components.patterns[kind]?.shapes;
  const said = ui.word("goal", { kind: kindName(ui, kind), made, needed });
  ui.say(said, box, `goal:${colour}`);
  const low = !shapes || needed > MANY || height > CAPTIONED ? Math.min(23, height * 0.3) : 0;
  const step = width / shown({ needed });
  const mark = (n) => at(x + (n - 0.5) * step, y + (height - low) / 2, {}, goalMark(shapes[0], colour, n <= made, step, height - low - 10));
  return [shapes && range(1, shown({ needed })).map(mark), low > 0 && words(x + width / 2, y + height - 4, said, { size: low, most: width * 0.96, face: "text", fill: CHALK })];
}

function goalMark(shape, colour, made, step, high) {
  const { fill, edge } = SIDES[colour];
  const look = made ? { fill, stroke: edge, "stroke-width": 1 } : { fill: CHALK, "fill-opacity": 0.14, stroke: CHALK, "stroke-width": 1.5, "stroke-opacity": 0.6 };
  const size = Math.min(step, high);
  return [diagram(shape, step * 0.76, high, look), made && crownSign(size * 0.34, -size * 0.32, size / 56)];
}

/** A player: the name, the hand, the stack, and the used pile; the own hand stands large elsewhere. */
function playerRow(ui, player, [x, y, width, height]) {
  const { seat } = player;
  const acts = ui.view.seat === seat && ui.state.status !== "finished";
  const above = height >= 84; // the name has a line of its own
  const line = above ? Math.min(36, height * 0.34) : 0;
  const high = Math.min(above ? LARGEST : 60, height - line - 8);
  const card = { w: high / TALLER, h: high, y: y + line + (height - line) / 2 };
  const pile = card.w + 56;
  const hand = Math.min(5 * (card.w + 5), (width - 2 * pile) * (above ? 0.96 : 0.42));
  const from = above ? x : x + width - 2 * pile - hand - 16;
  /** @type {any} */
  const namedIn = [x, above ? y + 4 : y, above || seat === ui.seat ? width - 2 * pile * Number(!above) - 12 : from - x - 12, above ? line : height];
  return [
    acts && panel(x - 8, y + 2, width + 16, height - 4, 14, { fill: CHALK, opacity: 0.16 }),
    nameOf(ui, seat, namedIn),
    handOf(ui, player, [from, hand], card),
    stackOf(ui, player, x + width - 2 * pile, card),
    usedOf(ui, player, x + width - pile, card),
  ];
}

/** A name; in a high row without a line of its own the notes stand beneath it. */
function nameOf(ui, seat, [x, y, width, height]) {
  const [you, dealer] = [seat === ui.seat && ui.t("you"), ui.view.dealer === seat && ui.word("dealer")];
  const notes = [you, dealer].filter(Boolean).join(" · ");
  const whole = [you ? `${ui.name(seat)} (${you})` : ui.name(seat), dealer].filter(Boolean).join(" · ");
  ui.say(whole, [x, y, width, height]);
  const write = (text, middle, size, face) => words(x, middle + size * 0.34, text, { size, most: width, face, fill: CHALK, "text-anchor": "start" });
  const size = Math.min(28, height * 0.72);
  if (!notes || height < TWO_LINES) return write(whole, y + height / 2, size, "strong");
  return [write(ui.name(seat), y + height * 0.34, size, "strong"), write(notes, y + height * 0.72, size * 0.8, "text")];
}

function handOf(ui, player, [x, width], card) {
  const { seat, hand } = player;
  const known = hand.filter((face) => face !== null).map((face) => cardName(ui, face));
  const count = ui.word("in-hand", { n: hand.length });
  ui.say(seat === ui.seat || !known.length ? count : `${count}: ${known.join(", ")}`, [x, card.y - card.h / 2, Math.max(width, 1), card.h]);
  if (seat === ui.seat) return null;
  const [names, fresh] = [flyingCards(player), drawn(ui, player)];
  const step = (width - card.w) / Math.max(4, hand.length - 1);
  return hand.map((face, i) => at(x + card.w / 2 + i * step, card.y, {}, s("g", { "data-fly": names[i], "data-from": fresh.includes(names[i]) && stackName(seat) }, playingCard(face, card.w, { small: true }))));
}

function stackOf(ui, player, x, card) {
  const { seat, stack } = player;
  const art = stack > 0 ? [depth(card, stack), playingCard(null, card.w, { small: true })] : slot(card);
  return pile(ui, { x, card, n: stack, said: ui.word("stack", { n: stack }) }, s("g", { "data-fly": stackName(seat), "data-gathers": refilledFrom(ui, player) }, art));
}

function usedOf(ui, player, x, card) {
  const { seat, used } = player;
  const said = [ui.word("used", { n: used.length }), used.length > 0 && cardName(ui, used.at(-1))].filter(Boolean).join(", ");
  const art = used.length ? [depth(card, used.length), playingCard(used.at(-1), card.w, { small: true })] : slot(card);
  return pile(ui, { x, card, n: used.length, said }, s("g", { "data-fly": used.length > 0 && usedName(seat), "data-from": laidFrom(ui, player) }, art));
}

/** A pile with its number to the right; the numbers of all players stand in one column. */
function pile(ui, { x, card, n, said }, art) {
  const size = Math.min(28, card.h * 0.62);
  ui.say(said, [x, card.y - card.h / 2, card.w + 50, card.h]);
  return [at(x + card.w / 2, card.y, {}, art), words(x + card.w + 46, card.y + size * 0.36, n, { size, fill: CHALK, "text-anchor": "end" })];
}

/** Piles look as high as they are. */
function depth({ w, h }, cards) {
  return cards > 1 ? shadow(-w / 2 + 1, -h / 2 + 1, w, h, w * 0.1) : null;
}

function slot({ w, h }) {
  return panel(-w / 2, -h / 2, w, h, w * 0.1, { fill: "none", stroke: CHALK, "stroke-opacity": 0.5, "stroke-width": 1.5, "stroke-dasharray": "5 4" });
}
