// The pieces of Touché: suits, playing cards, pawns and crowns (each side has a colour and a shape), patterns. All are
// drawn about 0, 0, with what they look like in their attributes.
import { drawing, s, short } from "./dom.js";
import { at, panel, words } from "./drawing.js";

const SUITS = {
  H: ["#B8201C", "M0 6.5C-8.5.5-7-6.5-3.4-6.5-1.3-6.5 0-4.3 0-4.3S1.3-6.5 3.4-6.5C7-6.5 8.5.5 0 6.5z"],
  D: ["#1B52A4", "M0-7.5 5.5 0 0 7.5-5.5 0z"],
  S: ["#221C16", "M0-7C5-2.5 7 .5 5 3.2 3.5 5 1.3 4.5.7 3.2L2.2 7h-4.4L-.7 3.2C-1.3 4.5-3.5 5-5 3.2-7 .5-5-2.5 0-7z"],
  C: ["#12602F", "M-3.1 -3.6a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0zM-6.8 1.4a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0zM.6 1.4a3.1 3.1 0 1 1 6.2 0a3.1 3.1 0 1 1-6.2 0zM-.8-1h1.6L2.2 7h-4.4z"],
};
/** The sheet of a card, and of one that is dead. */
const PAPER = "#FFFDF5";
export const DEAD = "#E3DCCD";
const EDGE = "#CFC4A8";
const BACK = "#24507D";
const VIOLET = "#6E1F96";

export const JOKER = "joker";
export const FREE = "free";

/** The height of a card, as a part of its width. */
export const TALLER = 1.4;

/** A face ("10H") as its rank and the letter of its suit. */
export function read(face) {
  return { rank: face.slice(0, -1), suit: face.slice(-1) };
}

/** The colour of a face's rank and sign. */
export const inkOf = (face) => (SUITS[read(face).suit] ?? [VIOLET])[0];

export function suitSign(suit, x, y, scale) {
  const [fill, d] = SUITS[suit];
  return s("path", { d, fill, transform: `translate(${short(x)} ${short(y)}) scale(${short(scale)})` });
}

const CAP = "M-8 4c-1-6-4-7-5-10 4-1 7 1 8 4 0-4 2-6 5-8 3 2 5 4 5 8 1-3 4-5 8-4-1 3-4 4-5 10zM-8 5.5h16v2.6h-16z";
const BELLS = [[-13, -6], [0, -10], [13, -6]];

function jokerSign(x, y, scale) {
  return at(x, y, { scale, fill: VIOLET }, s("path", { d: CAP }), BELLS.map(([cx, cy]) => s("circle", { cx, cy, r: 1.8 })));
}

/** A playing card of this width; null is one that the viewer does not know. `small` cards have one large corner only. */
export function playingCard(face, width, { small = false, paper = PAPER } = {}) {
  const [w, h] = [width, width * TALLER];
  const sheet = (fill, stroke) => panel(-w / 2, -h / 2, w, h, w * 0.1, { fill, stroke, "stroke-width": 1 });
  if (face === null) return [sheet("#FFF", EDGE), panel(-w * 0.41, -h * 0.435, w * 0.82, h * 0.87, w * 0.06, { fill: BACK, stroke: "#9CC0E6", "stroke-width": w * 0.03, "stroke-dasharray": `${short(w * 0.06)} ${short(w * 0.04)}` })];
  if (face === JOKER) return [sheet(paper, EDGE), jokerSign(0, small ? 0 : -h * 0.06, w / (small ? 34 : 40)), !small && words(0, h * 0.37, "JOKER", { size: w * 0.19, face: "strong", fill: VIOLET })];
  return [sheet(paper, EDGE), small ? smallFace(face, w, h) : largeFace(face, w, h)];
}

function smallFace(face, w, h) {
  const { rank, suit } = read(face);
  return [words(0, -h * 0.04, rank, { size: w * 0.72, most: w * 0.88, fill: inkOf(face) }), suitSign(suit, 0, h * 0.25, w / 25)];
}

function largeFace(face, w, h) {
  const { rank, suit } = read(face);
  const corner = [words(-w * 0.3, -h * 0.27, rank, { size: w * 0.36, most: w * 0.34, fill: inkOf(face) }), suitSign(suit, -w * 0.3, -h * 0.14, w / 58)];
  return [...corner, suitSign(suit, w * 0.08, h * 0.14, w / 22)];
}

/** What the sides' pawns look like: by form as well as by colour. `field` is the paper of a crowned field. */
export const SIDES = {
  yellow: { fill: "#F2B705", edge: "#6B4C00", shine: "#FFE9A8", field: "#F7DF93" },
  turquoise: { fill: "#1FB5AD", edge: "#064A47", shine: "#BFF1EC", field: "#B8E8E2" },
  violet: { fill: "#9A6AE0", edge: "#33146B", shine: "#E4D4FB", field: "#E6D8FA" },
};
const BODIES = {
  yellow: (r, look) => s("circle", { r, ...look }),
  turquoise: (r, look) => panel(-r * 0.9, -r * 0.9, r * 1.8, r * 1.8, r * 0.3, look),
  violet: (r, look) => s("path", { d: `M0 ${short(-r * 1.08)} ${short(r * 1.1)} ${short(r * 0.84)}H${short(-r * 1.1)}z`, "stroke-linejoin": "round", ...look }),
};
const CROWN = "M-9-5-4.5-1 0-8l4.5 7L9-5 7 6H-7z";

/** A pawn of this radius or, on a pattern, a crowned one. */
export function pawn(colour, r, crowned = false) {
  const { fill, edge, shine } = SIDES[colour];
  const body = BODIES[colour];
  return [
    body(r, { opacity: 0.28, transform: `translate(0 ${short(r * 0.16)})` }),
    body(r, { fill, stroke: edge, "stroke-width": r * 0.13 }),
    crowned ? crownSign(0, r * 0.12, r / 13) : s("ellipse", { cx: -r * 0.25, cy: -r * 0.3, rx: r * 0.26, ry: r * 0.17, fill: shine }),
  ];
}

export function crownSign(x, y, scale) {
  return s("path", { d: CROWN, fill: "#111", stroke: "#FFF", "stroke-width": 1.1, "stroke-linejoin": "round", transform: `translate(${short(x)} ${short(y)}) scale(${short(scale)})` });
}

/** Fields, such as "b7", as [row, column] offsets from their common corner. */
export function shapeOf(fields) {
  const cells = fields.map((name) => [Number(name.slice(1)), name.charCodeAt(0)]);
  const [top, left] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  return cells.map(([row, column]) => [row - top, column - left]);
}

/** A pattern's shape, [row, column] offsets, as little squares that fit into this width and height; `look` are their attributes. */
export function diagram(cells, width, height, look) {
  const rows = Math.max(...cells.map(([row]) => row)) + 1;
  const columns = Math.max(...cells.map(([, column]) => column)) + 1;
  const step = Math.min(width / Math.max(columns, 3), height / rows);
  const square = ([row, column]) => panel((column - columns / 2 + 0.06) * step, (row - rows / 2 + 0.06) * step, step * 0.88, step * 0.88, step * 0.2, {});
  return s("g", look, cells.map(square));
}

/** The number of one of several patterns. */
export function badge(number, r) {
  return [s("circle", { r, fill: "#0B3F8C", stroke: "#FFF", "stroke-width": r * 0.14 }), words(0, r * 0.5, number, { size: r * 1.45, face: "strong", fill: "#FFF" })];
}

/** Pieces by themselves, among words: buttons and the history. */
export const cardIcon = (face) => drawing("-30 -42 60 84", {}, playingCard(face, 58, { small: true }));
export const pawnIcon = (colour) => drawing("-16 -16 32 32", {}, pawn(colour, 13));
export const crownIcon = () => drawing("-11 -10 22 18", {}, crownSign(0, 0, 1));
export const shapeIcon = (fields) => drawing("-15 -15 30 30", {}, diagram(shapeOf(fields), 28, 28, { fill: "currentColor" }));
