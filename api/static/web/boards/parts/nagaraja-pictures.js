// Pictures on the buttons of Nagaraja instead of names such as "W3": the cards, sticks and amulets, or the place in the temple.
import { drawing, h, s } from "./dom.js";
import { amuletArt, arrowSign, placed, stick, symbolSign, TONES, tops } from "./nagaraja-art.js";
import { HIDING, SPACES } from "./nagaraja-paths.js";
import { tileArt } from "./nagaraja-tiles.js";
import { cardOf } from "./nagaraja-words.js";

const CELL = 10;
const EDGE = 9;
const OUT = [[5, -5], [15, 5], [5, 15], [-5, 5]];

/** Pieces as small drawings of their own. */
export const stickIcon = (name) => drawing("-15 -36 30 72", {}, stick(name));
export const amuletIcon = (id) => drawing("-15 -16 30 32", {}, amuletArt(id));
export function cardIcon(card) {
  const tone = TONES[card.symbol];
  return drawing("0 0 112 44", {}, s("rect", { width: 112, height: 44, rx: 8, fill: "#fffdf5" }), placed(22, 22, 1.2, symbolSign(card.symbol, tone, "#fffdf5")), placed(50, 22, 1.2, arrowSign(card.target, tone)), tops(card, [86, 22], 1));
}

export const tileIcon = (components, tile) => drawing("-50 -50 100 100", {}, tileArt(components, tile));

const sticks = (names) => names.map((name) => stickIcon(name));
const cards = (ui, ids) => ids.map((id) => cardIcon(cardOf(ui, id)));

const PICTURES = {
  "choose-cards": (a, ui) => [cards(ui, a.cards), a.more && h("b", {}, "+ …")],
  "spend-naga": (a, ui) => [stickIcon(a.stick), cards(ui, [a.card])],
  "play-amulet": (a, ui) => [amuletIcon(a.amulet), a.card && cards(ui, [a.card])],
  "place-tile": (a, ui) => [tileIcon(ui.components, { ...ui.view.offered, turns: a.turns }), temple({ spaces: [a.space] })],
  "keep-cards": (a, ui) => cards(ui, a.cards),
  "swap-relics": (a) => temple({ places: [a.first, a.second] }),
  "peek-relics": (a) => temple({ places: a.places }),
  "rotate-tile": (a, ui) => [tileIcon(ui.components, turned(ui, a)), temple({ spaces: [a.space] })],
  "swap-tiles": (a) => temple({ spaces: [a.first, a.second] }),
  "move-tile": (a, ui) => [tileIcon(ui.components, turned(ui, a)), temple({ spaces: [a.to] })],
  "place-trap": (a) => temple({ spaces: [a.space] }),
  "discard-sticks": (a) => sticks(a.sticks),
  "discard-cards": (a, ui) => cards(ui, a.cards),
  "take-card": (a, ui) => cards(ui, [a.card]),
};

/** The pieces of an action, after a symbol for confirmation; null for an action described in words. */
export function picture(action, ui) {
  const things = PICTURES[action.type]?.(action, ui);
  if (!things || (Array.isArray(things) && !things.length)) return null;
  return [h("span", { class: "confirm", "aria-hidden": "true" }, "✓"), things];
}

/** The tile of a space, in its new position. */
function turned(ui, { temple: seat, space, turns }) {
  const lying = ui.view.players[seat - 1].temple.spaces[SPACES.indexOf(space)];
  return { ...lying, turns: (lying.turns + turns) % 4 };
}

const corner = (space) => [EDGE + CELL * (space % 3), EDGE + CELL * Math.floor(space / 3)];
const look = (on) => ({ fill: on ? "#9c2f17" : "#b9c7a8" });

/** A temple with these spaces and hiding places marked. */
function temple({ spaces = [], places = [] }) {
  const marked = spaces.map((name) => SPACES.indexOf(name));
  const floor = SPACES.map((_, space) => {
    const [x, y] = corner(space);
    return s("rect", { x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1, rx: 1.5, ...look(marked.includes(space)) });
  });
  const niches = Object.entries(HIDING).map(([name, [space, side]]) => {
    const [x, y] = corner(space);
    const [dx, dy] = OUT[side];
    const on = places.includes(name);
    return s("circle", { cx: x + dx, cy: y + dy, r: on ? 3.6 : 1.8, ...look(on) });
  });
  return drawing("0 0 48 42", {}, s("rect", { width: 48, height: 42, rx: 4, fill: "#f4f2e4" }), floor, niches);
}
