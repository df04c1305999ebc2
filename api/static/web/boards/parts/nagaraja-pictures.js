// Pictures on the buttons of Nagaraja instead of names such as "W3": the cards, sticks and amulets, or the place in the temple.
import { drawing, h, s } from "./dom.js";
import { amuletIcon, arrowSign, smallStick, stick, symbolSign } from "./nagaraja-art.js";
import { HIDING, SPACES } from "./nagaraja-paths.js";
import { tileArt } from "./nagaraja-temple.js";
import { cardOf } from "./nagaraja-words.js";

const CELL = 10;
const EDGE = 9;
const OUT = [[5, -5], [15, 5], [5, 15], [-5, 5]];

const PICTURES = {
  "choose-cards": (a, ui) => a.cards.map((id) => card(ui, id)),
  "spend-naga": (a, ui) => [stick(a.stick), card(ui, a.card)],
  "play-amulet": (a, ui) => [amuletIcon(a.amulet), a.card && card(ui, a.card)],
  "place-tile": (a, ui) => [tile(ui, { ...ui.view.offered, turns: a.turns }), temple({ spaces: [a.space] })],
  "keep-cards": (a, ui) => a.cards.map((id) => card(ui, id)),
  "swap-relics": (a) => temple({ places: [a.first, a.second] }),
  "peek-relics": (a) => temple({ places: a.places }),
  "rotate-tile": (a, ui) => [tile(ui, turned(ui, a, a.space)), temple({ spaces: [a.space] })],
  "swap-tiles": (a) => temple({ spaces: [a.first, a.second] }),
  "move-tile": (a, ui) => [tile(ui, turned(ui, a, a.space)), temple({ spaces: [a.to] })],
  "place-trap": (a) => temple({ spaces: [a.space] }),
  "discard-sticks": (a) => a.sticks.map((name) => stick(name)),
  "discard-cards": (a, ui) => a.cards.map((id) => card(ui, id)),
  "take-card": (a, ui) => card(ui, a.card),
};

/** The pieces of an action, after a symbol for confirmation; null for an action described in words. */
export function picture(action, ui) {
  const things = PICTURES[action.type]?.(action, ui);
  if (!things || (Array.isArray(things) && !things.length)) return null;
  return [h("span", { class: "confirm", "aria-hidden": "true" }, "✓"), things];
}

/** A card as small as a button: its symbol, its target, its sticks. */
function card(ui, id) {
  const { symbol, target, sticks } = cardOf(ui, id);
  const tops = Object.entries(sticks).flatMap(([colour, n]) => Array.from({ length: n }, () => smallStick(colour)));
  return h("span", { class: `small-card symbol-${symbol}`, "aria-hidden": "true" }, symbolSign(symbol), arrowSign(target), tops);
}

function tile(ui, lying) {
  return drawing("-50 -50 100 100", { class: "small-tile" }, tileArt(ui.components, lying));
}

/** The tile of a space, in its new position. */
function turned(ui, { temple: seat, turns }, space) {
  const lying = ui.view.players[seat - 1].temple.spaces[SPACES.indexOf(space)];
  return { ...lying, turns: (lying.turns + turns) % 4 };
}

const corner = (space) => [EDGE + CELL * (space % 3), EDGE + CELL * Math.floor(space / 3)];

/** A temple with these spaces and hiding places marked. */
function temple({ spaces = [], places = [] }) {
  const marked = spaces.map((name) => SPACES.indexOf(name));
  const cells = SPACES.map((_, space) => {
    const [x, y] = corner(space);
    return s("rect", { class: marked.includes(space) ? "on" : "", x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1, rx: 1.5 });
  });
  const niches = Object.entries(HIDING).map(([name, [space, side]]) => {
    const [x, y] = corner(space);
    const [dx, dy] = OUT[side];
    const on = places.includes(name);
    return s("circle", { class: on ? "on" : "", cx: x + dx, cy: y + dy, r: on ? 3.6 : 1.8 });
  });
  return drawing("0 0 48 42", { class: "small-temple" }, cells, niches);
}
