// The pieces of Nagaraja as parts of a drawing: fate sticks, symbols, relics, amulets, the torch.
import { shadow, words } from "./drawing.js";
import { s } from "./dom.js";

const NAGA = "M-2 13c5 0 7-3 4-6s-8-3-8-8c0-6 6-8 9-4 M3-5c1.5-1 3-4 1-6.500S-2-13-2.5-9.5 1-4 3-5z";
const WOODS = {
  brown: { wood: "#7d4a21", edge: "#4d2c10", ink: "#fff" },
  white: { wood: "#f6efdc", edge: "#8b7a58", ink: "#2b2318" },
  green: { wood: "#2c7446", edge: "#143d21", ink: "#fff" },
};
/** The colours of the symbols of cards: dark enough for white signs, and for signs on white. */
export const TONES = { relic: "#22754a", tile: "#76522f", stick: "#9c2f2a", card: "#573692" };
const ARROWS = {
  opponent: "M0-8 7 0H3v8h-6V0h-4z",
  self: "M0 8-7 0h4v-8h6v8h4z",
  either: "M0-10 6-3.500H2.500v7H6L0 10l-6-6.500h3.500v-7H-6z",
};
const PIPS = { 1: [0], 2: [-8, 8], 3: [-13, 0, 13], 4: [-18, -6, 6, 18] };
const BANDS = { brown: [26], white: [26, 22.5], green: [26, 22.5, 19] };

/** A group drawn about 0, 0 at another place. */
export const placed = (x, y, scale, ...art) => s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, art);
export const line = (d, attributes) => s("path", { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", ...attributes });
export const shape = (d, fill, attributes) => s("path", { d, fill, ...attributes });
const bar = (x, y, width, height, rx, attributes) => s("rect", { x, y, width, height, rx, ...attributes });

/** The parts of a lying stick's name: "white-N". */
export function readStick(name) {
  const at = name.lastIndexOf("-");
  return { colour: name.slice(0, at), face: name.slice(at + 1) };
}

export const nagaSign = (colour) => line(NAGA, { stroke: colour, "stroke-width": 3.6 });

/** A lying fate stick of 24 by 66; the number of bands at its ends tells its colour without colour. */
export function stick(name) {
  const { colour, face } = readStick(name);
  const { wood, edge, ink } = WOODS[colour];
  const bands = BANDS[colour].map((y) => line(`M-8 ${y}h16M-8 ${-y}h16`, { stroke: ink, "stroke-width": 1.5, opacity: 0.7 }));
  const shows = face === "N" ? nagaSign(ink) : (PIPS[face] ?? []).map((cy) => s("circle", { cy, r: 4, fill: ink }));
  return s("g", {}, bar(-12, -30, 24, 66, 12, { opacity: 0.3 }), bar(-12, -33, 24, 66, 11, { fill: wood, stroke: edge, "stroke-width": 1.6 }), bands, shows);
}

/** A stick that is not thrown: 7 by 22. */
export function smallStick(colour) {
  const { wood, edge } = WOODS[colour];
  return bar(-3.3, -10.5, 6.6, 21, 3.2, { fill: wood, stroke: edge, "stroke-width": 1 });
}

const SYMBOLS = {
  relic: (ink, cut) => [shape("M0-14 12-4 7 13H-7L-12-4z", ink), line("M0-14V13M-12-4H12M-7 13 0-4 7 13", { stroke: cut, "stroke-width": 1.5 })],
  tile: (ink, cut) => [bar(-13, -13, 26, 26, 3, { fill: ink }), s("path", { d: "M0-13V13M0 0H13", stroke: cut, "stroke-width": 6 })],
  stick: (ink) => [-11, -3, 5].map((x) => bar(x, -13, 6, 26, 3, { fill: ink })),
  card: (ink, cut) => [bar(-12, -11, 15, 21, 2.5, { fill: ink, transform: "rotate(-12)" }), bar(-3, -10, 15, 21, 2.5, { fill: ink, stroke: cut, "stroke-width": 1.5, transform: "rotate(10)" })],
};

export const symbolSign = (symbol, ink, cut) => s("g", {}, SYMBOLS[symbol](ink, cut));
export const arrowSign = (target, ink) => shape(ARROWS[target], ink);

/** A relic at 0, 0: with its value if it is face up or known, otherwise a sealed stone. */
export function relicArt(relic, faceUp) {
  if (!relic) return s("g", {}, s("circle", { r: 19, fill: "#cdc8b2", stroke: "#8a8468", "stroke-width": 2 }), line("M0-10c7 5 7 11 0 15-7-4-7-10 0-15zM-11-2c1 8 5 11 11 11 6 0 10-3 11-11", { stroke: "#6e6249", "stroke-width": 2.2 }));
  const value = relic.slice(relic.lastIndexOf("-") + 1);
  const body = relic.startsWith("cursed") ? skull(faceUp) : gem(faceUp);
  return s("g", {}, body, s("circle", { cy: 11, r: 12, fill: "#fffdf5", stroke: "#2b241a", "stroke-width": 1.6 }), words(0, 17.5, value, { size: 19, fill: "#1c160d" }), !faceUp && eye());
}

const known = (faceUp) => ({ "stroke-width": 2, "stroke-linejoin": "round", opacity: faceUp ? 1 : 0.6, "stroke-dasharray": faceUp ? null : "4 3" });
const skull = (faceUp) => [shape("M0-21c12 0 16 9 14 18C12 6 7 9 6 16H-6C-7 9-12 6-14-3-16-12-12-21 0-21z", "#8e1f2f", { stroke: "#3d0710", ...known(faceUp) }), [-5.5, 5.5].map((cx) => s("circle", { cx, cy: -10, r: 2.6, fill: "#fff" }))];
const gem = (faceUp) => [shape("M0-21 15-9 9 14H-9L-15-9z", "#2fa36b", { stroke: "#0d4a2c", ...known(faceUp) }), line("M0-21V-2M-15-9 0-2 15-9M-9 14 0-2 9 14", { stroke: "#bff0d3", "stroke-width": 1.4 })];

/** Known to the viewer alone. */
function eye() {
  return placed(16, -16, 1, s("circle", { r: 9, fill: "#fff", stroke: "#2b241a", "stroke-width": 1.2 }), line("M-6 0C-3-4 3-4 6 0 3 4-3 4-6 0z", { stroke: "#2b241a", "stroke-width": 1.5 }), s("circle", { r: 1.9, fill: "#2b241a" }));
}

const AMULETS = {
  A1: () => shape("M0-9 2.6-3 9-2.5 4.2 1.8 5.6 8 0 4.6-5.6 8-4.2 1.8-9-2.5-2.6-3z", "#fff"),
  A2: () => placed(0, 0, 0.7, nagaSign("#fff")),
  A3: () => [[-5, 3], [5, 3], [0, -5]].map(([cx, cy]) => s("circle", { cx, cy, r: 2.8, fill: "#fff" })),
  A4: () => [bar(-7, -6, 8, 12, 1.5, { fill: "#fff" }), bar(-1, -5, 8, 12, 1.5, { fill: "#fff", stroke: "#6b3fb0", "stroke-width": 1.5 })],
};
const SEALED = () => line("M0-14V14M-12-7 12 7M12-7-12 7", { stroke: "#b79be6", "stroke-width": 1.3 });

/** An amulet of 24 by 28 at 0, 0; null is face down or unknown. */
export function amuletArt(amulet) {
  return s("g", {}, shape("M0-14 12-7V7L0 14-12 7V-7z", amulet ? "#6b3fb0" : "#4a2f80", { stroke: "#24104a", "stroke-width": 2 }), (AMULETS[amulet] ?? SEALED)());
}

export function torch() {
  return s("g", {}, shape("M0-13c5 4 7 7 4 11-1 2-7 2-8 0-3-4 1-6 4-11z", "#f29a3f", { stroke: "#5c2a05", "stroke-width": 1 }), shape("M-3.5 1h7L2 13h-4z", "#c9a87a"));
}

/** The back of a card, of this size, from 0, 0. @param {number[]} size */
export function cardBack([width, height]) {
  const [x, y, scale] = [width / 2, height / 2, width / 60];
  return s("g", {}, shadow(0, 0, width, height, width / 11), bar(0, 0, width, height, width / 11, { fill: "#1f4a38", stroke: "#9cc4a6", "stroke-width": width / 70 }), s("circle", { cx: x, cy: y, r: width / 3.2, fill: "none", stroke: "#9cc4a6", "stroke-width": width / 50 }), placed(x, y, scale, nagaSign("#9cc4a6")));
}

/** A card as large as a coin, from 0, 0: its symbol's colour and its name; without a card its back. @param {any} card @param {number[]} size */
export function chip(card, [width, height]) {
  if (!card) return cardBack([width, height]);
  return s("g", {}, bar(0, 3, width, height, 8, { opacity: 0.25 }), bar(0, 0, width, height, 8, { fill: TONES[card.symbol], stroke: "#fffdf5", "stroke-width": 1.5 }), words(width / 2, height / 2 + Math.min(9, height / 5), card.id, { size: Math.min(26, height * 0.56), fill: "#fff", most: width - 6 }));
}

/** The sticks of a card in a row about a middle. */
export function tops({ sticks }, [x, y], scale) {
  const all = Object.entries(sticks).flatMap(([colour, n]) => Array.from({ length: n }, () => colour));
  return all.map((colour, i) => placed(x + (i - (all.length - 1) / 2) * 10 * scale, y, scale, smallStick(colour)));
}
