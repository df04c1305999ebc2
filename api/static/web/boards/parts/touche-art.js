// Drawings of Touché: suits, playing cards, pawns and crowns (each side has a colour and a shape), patterns.
import { drawing, h, path, s } from "./dom.js";

const SUITS = {
  H: () => [path("M0 6.5C-8.5.5-7-6.5-3.4-6.5-1.3-6.5 0-4.3 0-4.3S1.3-6.5 3.4-6.5C7-6.5 8.5.5 0 6.5z")],
  D: () => [path("M0-7.5 5.5 0 0 7.5-5.5 0z")],
  S: () => [path("M0-7C5-2.5 7 .5 5 3.2 3.5 5 1.3 4.5.7 3.2L2.2 7h-4.4L-.7 3.2C-1.3 4.5-3.5 5-5 3.2-7 .5-5-2.5 0-7z")],
  C: () => [s("circle", { cy: -3.6, r: 3.1 }), s("circle", { cx: -3.7, cy: 1.4, r: 3.1 }), s("circle", { cx: 3.7, cy: 1.4, r: 3.1 }), path("M-.8-1h1.6L2.2 7h-4.4z")],
};

export const JOKER = "joker";
export const FREE = "free";

/** A face ("10H") as its rank and the letter of its suit. */
export function read(face) {
  return { rank: face.slice(0, -1), suit: face.slice(-1) };
}

export function suitSign(suit, transform) {
  return s("g", { class: `suit suit-${suit}`, transform }, SUITS[suit]?.() ?? []);
}

function jokerSign(transform) {
  return s(
    "g",
    { class: "joker-sign", transform },
    path("M-8 4c-1-6-4-7-5-10 4-1 7 1 8 4 0-4 2-6 5-8 3 2 5 4 5 8 1-3 4-5 8-4-1 3-4 4-5 10z"),
    ...[[-13, -6], [0, -10], [13, -6]].map(([cx, cy]) => s("circle", { cx, cy, r: 1.8 })),
    s("rect", { x: -8, y: 5.5, width: 16, height: 2.6, rx: 1.3 }),
  );
}

/** A playing card of 60 by 84; null is one that the viewer does not know. */
export function playingCard(face, className = "") {
  if (face === null) return drawing("0 0 60 84", { class: `pcard back ${className}` }, s("rect", { class: "paper", x: 1, y: 1, width: 58, height: 82, rx: 7 }), s("rect", { class: "weave", x: 6, y: 6, width: 48, height: 72, rx: 4 }));
  const paper = s("rect", { class: "paper", x: 1, y: 1, width: 58, height: 82, rx: 7 });
  if (face === JOKER) return drawing("0 0 60 84", { class: `pcard ${className}` }, paper, jokerSign("translate(30 40) scale(1.5)"), s("text", { class: "rank joker-word", x: 30, y: 74 }, "JOKER"));
  const { rank, suit } = read(face);
  const corner = () => [s("text", { class: `rank suit-${suit}`, x: 12, y: 21 }, rank), suitSign(suit, "translate(12 31)")];
  return drawing("0 0 60 84", { class: `pcard ${className}` }, paper, s("g", {}, corner()), s("g", { transform: "rotate(180 30 42)" }, corner()), suitSign(suit, "translate(30 42) scale(2)"));
}

const SHAPES = {
  yellow: (r) => s("circle", { class: "body", r }),
  turquoise: (r) => s("rect", { class: "body", x: -r * 0.88, y: -r * 0.88, width: r * 1.76, height: r * 1.76, rx: 3 }),
  violet: (r) => path(`M0 ${-r * 1.12} ${r * 1.12} ${r * 0.82}H${-r * 1.12}z`, "body"),
};
const CROWN = "M-9-5-4.5-1 0-8l4.5 7L9-5 7 6H-7z";

/** A pawn or, on a pattern, a crown; centred at 0, 0. */
export function pawn(colour, crowned = false) {
  const shape = (SHAPES[colour] ?? SHAPES.yellow)(13);
  return s("g", { class: `pawn side-${colour} ${crowned ? "crowned" : ""}` }, shape, crowned ? path(CROWN, "crown") : s("circle", { class: "shine", cx: -3.5, cy: -4, r: 2.5 }));
}

export function pawnIcon(colour) {
  return drawing("-16 -17 32 32", { class: "pawn-icon" }, pawn(colour));
}

/** Fields, such as "b7", as [row, column] offsets from their common corner. */
export function shapeOf(fields) {
  const cells = fields.map((name) => [Number(name.slice(1)), name.charCodeAt(0)]);
  const [top, left] = [0, 1].map((i) => Math.min(...cells.map((cell) => cell[i])));
  return cells.map(([row, column]) => [row - top, column - left]);
}

/** A pattern's shape, [row, column] offsets, as a small diagram. */
export function diagram(cells, className = "") {
  const rows = Math.max(...cells.map(([row]) => row)) + 1;
  const columns = Math.max(...cells.map(([, column]) => column)) + 1;
  const size = Math.max(rows, columns, 3);
  const squares = cells.map(([row, column]) => s("rect", { x: column * 10 + 1, y: row * 10 + 1, width: 8, height: 8, rx: 2 }));
  return drawing(`${(columns - size) * 5} ${(rows - size) * 5} ${size * 10} ${size * 10}`, { class: `diagram ${className}` }, squares);
}

export function crownIcon() {
  return h("span", { class: "crown-icon" }, drawing("-11 -10 22 18", {}, path(CROWN, "crown")));
}
