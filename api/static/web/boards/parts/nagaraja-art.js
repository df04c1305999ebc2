// Drawings of Nagaraja: fate sticks, symbols, cards, relics, amulets.
import { drawing, h, path, s } from "./dom.js";

const NAGA = "M-2 13c5 0 7-3 4-6s-8-3-8-8c0-6 6-8 9-4 M3-5c1.5-1 3-4 1-6.500S-2-13-2.5-9.5 1-4 3-5z";
const SYMBOLS = {
  relic: [path("M0-14 12-4 7 13H-7L-12-4z"), path("M0-14V13M-12-4H12M-7 13 0-4 7 13", "cut")],
  tile: [s("rect", { x: -13, y: -13, width: 26, height: 26, rx: 3 }), path("M0-13V13M0 0H13", "cut wide")],
  stick: [s("rect", { x: -11, y: -13, width: 6, height: 26, rx: 3 }), s("rect", { x: -3, y: -13, width: 6, height: 26, rx: 3 }), s("rect", { x: 5, y: -13, width: 6, height: 26, rx: 3 })],
  card: [s("rect", { x: -12, y: -11, width: 15, height: 21, rx: 2.5, transform: "rotate(-12)" }), s("rect", { class: "over", x: -3, y: -10, width: 15, height: 21, rx: 2.5, transform: "rotate(10)" })],
};
const ARROWS = {
  opponent: "M0-8 7 0H3v8h-6V0h-4z",
  self: "M0 8-7 0h4v-8h6v8h4z",
  either: "M0-10 6-3.500H2.500v7H6L0 10l-6-6.500h3.500v-7H-6z",
};
const PIPS = { 1: [0], 2: [-8, 8], 3: [-13, 0, 13], 4: [-18, -6, 6, 18] };

const copy = (nodes) => nodes.map((node) => node.cloneNode(true));

/** The parts of a lying stick's name: "white-N". */
export function readStick(name) {
  const at = name.lastIndexOf("-");
  return { colour: name.slice(0, at), face: name.slice(at + 1) };
}

/** A lying fate stick. */
export function stick(name) {
  const { colour, face } = readStick(name);
  const shows = face === "N" ? path(NAGA, "naga") : (PIPS[face] ?? []).map((cy) => s("circle", { class: "pip", cy, r: 4 }));
  return drawing("-15 -36 30 72", { class: `stick-art stick-${colour}` }, s("rect", { class: "wood", x: -12, y: -33, width: 24, height: 66, rx: 11 }), bands(colour), shows);
}

/** Bands at both ends: their number distinguishes the colours without colour. */
function bands(colour) {
  const at = { brown: [26], white: [26, 22.5], green: [26, 22.5, 19] }[colour] ?? [];
  return at.flatMap((y) => [path(`M-8 ${y}h16M-8 ${-y}h16`, "band")]);
}

export function smallStick(colour) {
  return drawing("-4 -11 8 22", { class: `small-stick stick-${colour}` }, s("rect", { class: "wood", x: -3.3, y: -10.5, width: 6.6, height: 21, rx: 3.2 }));
}

export function nagaSign() {
  return drawing("-14 -16 28 32", { class: "naga-sign" }, path(NAGA, "naga"));
}

export function symbolSign(symbol) {
  return drawing("-16 -16 32 32", { class: `symbol symbol-${symbol}` }, copy(SYMBOLS[symbol] ?? []));
}

export function arrowSign(target) {
  return drawing("-9 -11 18 22", { class: `arrow arrow-${target}` }, path(ARROWS[target] ?? ""));
}

export function cardBack() {
  return h("div", { class: "ncard back" }, drawing("-30 -30 60 60", {}, s("circle", { class: "ring", r: 25 }), s("g", { transform: "scale(1.4)" }, path(NAGA, "naga"))));
}

/** A card as {symbol, target, sticks} with its text in the viewer's language. */
export function cardFront(card, text) {
  const tops = Object.entries(card.sticks).flatMap(([colour, number]) => Array.from({ length: number }, () => smallStick(colour)));
  return h(
    "div",
    { class: `ncard symbol-${card.symbol}` },
    h("div", { class: "tops" }, tops),
    h("div", { class: "signs" }, symbolSign(card.symbol), arrowSign(card.target)),
    h("p", {}, text),
    h("span", { class: "id" }, card.id),
  );
}

/** A relic at 0, 0: with its value if it is face up or known, otherwise a sealed stone. */
export function relicArt(relic, faceUp) {
  if (relic === null || relic === undefined) return s("g", { class: "relic sealed" }, s("circle", { r: 19 }), path("M0-10c7 5 7 11 0 15-7-4-7-10 0-15zM-11-2c1 8 5 11 11 11 6 0 10-3 11-11"));
  const cursed = relic.startsWith("cursed");
  const value = relic.slice(relic.lastIndexOf("-") + 1);
  const body = cursed
    ? [path("M0-21c12 0 16 9 14 18C12 6 7 9 6 16H-6C-7 9-12 6-14-3-16-12-12-21 0-21z", "body"), s("circle", { class: "eye", cx: -5.5, cy: -10, r: 2.4 }), s("circle", { class: "eye", cx: 5.5, cy: -10, r: 2.4 })]
    : [path("M0-21 15-9 9 14H-9L-15-9z", "body"), path("M0-21V-2M-15-9 0-2 15-9M-9 14 0-2 9 14", "facet")];
  return s("g", { class: `relic ${cursed ? "cursed" : "sacred"} ${faceUp ? "up" : "secret"}` }, body, s("circle", { class: "plate", cy: 12, r: 10.5 }), s("text", { class: "value", y: 17 }, value), !faceUp && eye());
}

function eye() {
  return s("g", { class: "known-eye", transform: "translate(16 -18)" }, s("circle", { r: 9 }), path("M-6 0C-3-4 3-4 6 0 3 4-3 4-6 0z", "lid"), s("circle", { class: "pupil", r: 1.9 }));
}

const AMULETS = {
  A1: [path("M0-9 2.6-3 9-2.5 4.2 1.8 5.6 8 0 4.6-5.6 8-4.2 1.8-9-2.5-2.6-3z")],
  A2: [s("g", { transform: "scale(.7)" }, path(NAGA, "naga"))],
  A3: [s("circle", { cx: -5, cy: 3, r: 2.6 }), s("circle", { cx: 5, cy: 3, r: 2.6 }), s("circle", { cy: -5, r: 2.6 })],
  A4: [s("rect", { x: -7, y: -6, width: 8, height: 12, rx: 1.5 }), s("rect", { class: "over", x: -1, y: -5, width: 8, height: 12, rx: 1.5 })],
};

/** An amulet at 0, 0; null is face down or unknown. */
export function amuletArt(amulet) {
  return s("g", { class: `amulet ${amulet ? "" : "down"}` }, path("M0-14 12-7V7L0 14-12 7V-7z", "coin"), s("g", { class: "mark" }, amulet ? copy(AMULETS[amulet] ?? []) : path("M0-6c4 3 4 7 0 10-4-3-4-7 0-10z")));
}

export function amuletIcon(amulet) {
  return drawing("-15 -16 30 32", { class: "amulet-icon" }, amuletArt(amulet));
}

export function torch() {
  return drawing("-10 -14 20 28", { class: "torch" }, path("M0-13c5 4 7 7 4 11-1 2-7 2-8 0-3-4 1-6 4-11z", "flame"), path("M-3.5 1h7L2 13h-4z", "handle"));
}
