// The table of Touché: felt with the four suits woven into it, to the window's edges.
import { range, s } from "./dom.js";
import { words, world, wrapped } from "./drawing.js";
import { suitSign } from "./touche-art.js";

/** The ink of what is written on the felt and on the plates. */
export const CHALK = "#F6F1E4";
const RINGS = 12;
/** @type {[string, number, number][]} */
const WOVEN = [["S", 0, 0.04], ["H", 1, 0.04], ["D", 0, 0.96], ["C", 1, 0.96], ["C", -0.22, 0.5], ["D", 1.22, 0.5], ["H", 0.5, -0.22], ["S", 0.5, 1.22]];

export function felt(ui) {
  const [width, height] = ui.size;
  const ground = s("rect", { x: -width, y: -height, width: 3 * width, height: 3 * height, fill: "#234D42" });
  const ring = (n) => s("ellipse", { cx: width * 0.45, cy: height * 0.45, rx: (width * n) / RINGS, ry: (height * n) / RINGS, fill: "#6FB39C", opacity: 0.03 });
  return world(ui.size, ground, range(3, RINGS).map(ring), s("g", { opacity: 0.05 }, woven(width, height)));
}

/** Large signs, half of them beyond the edges. */
function woven(width, height) {
  return WOVEN.map(([suit, x, y]) => suitSign(suit, x * width, y * height, 26));
}

/** How far the game is: in the corners that the board leaves free.
 * @param {any} ui @param {{x: number, y: number, cell: number}} place */
export function standing(ui, { x, y, cell }) {
  const { round, turn, turns_without_pawn: idle, stalled_rounds: stalled } = ui.view;
  const left = [ui.word("round", { n: round }), ui.word("turn", { n: turn })];
  const right = [idle > 0 && ui.word("without-pawn", { n: idle }), stalled > 0 && ui.word("stalled", { n: stalled })].filter(Boolean);
  const corner = (texts, at) => (texts.length ? ui.say(texts.join(", "), [at, y, 3 * cell, 2 * cell]) : null);
  corner(left, x);
  corner(right, x + 9 * cell);
  return [
    words(x + cell * 0.1, y + cell * 0.55, left[0], { size: cell * 0.46, most: cell * 2.75, fill: CHALK, "text-anchor": "start" }),
    words(x + cell * 0.1, y + cell * 1.05, left[1], { size: cell * 0.36, most: cell * 2.75, face: "text", fill: CHALK, "text-anchor": "start" }),
    right.flatMap((text) => wrapped(text, cell * 2.8, cell * 0.34)).map((text, i) => words(x + cell * 11.9, y + cell * (0.5 + i * 0.42), text, { size: cell * 0.34, face: "text", fill: CHALK, "text-anchor": "end" })),
  ];
}
