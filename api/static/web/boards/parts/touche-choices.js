// Choices of Touché that are made beside the board: the patterns of a game, and which of several patterns is crowned.
import { s } from "./dom.js";
import { at, panel, words, wrapped } from "./drawing.js";
import { bare } from "./pick.js";
import { badge, diagram, shapeOf } from "./touche-art.js";
import { CHALK } from "./touche-felt.js";
import { kindName } from "./touche-words.js";

/** The tokens of choices: one for each pattern, one for each set. */
export const patternToken = ({ kind, fields }) => `pattern:${kind}:${fields.join("-")}`;
export const setToken = ({ set, kinds }) => `set:${set}:${kinds.join("-")}`;

const ACROSS = 3;
const INK = "#221C16";
const SHEET = { fill: "#FFFDF5", stroke: "#CFC4A8" };
const IN_A_ROW = 8;

const choosing = (action) => `do:${JSON.stringify(bare(action))}`;

/** The sets that may be chosen lie on the empty board, three in a row; the first place is left to the round and the turn. */
export function setChoices(ui, { x, y, cell }) {
  const choices = ui.legal.filter(({ type }) => type === "choose-set");
  const [wide, high] = [cell * 3.84, cell * 3.84];
  const place = (n) => [x + cell * (0.1 + 4 * (n % ACROSS)), y + cell * (0.1 + 4 * Math.floor(n / ACROSS)), wide, high];
  return choices.map((action, i) => setChoice(ui, action, place(i + 1)));
}

function setChoice(ui, action, box) {
  const [x, y, width, height] = box;
  ui.offer({ key: choosing(action), token: setToken(action), round: 0.06 }, ui.label(action), box);
  const size = width * 0.088;
  const lines = wrapped(ui.label(action), width * 0.9, size, "strong");
  return [
    panel(x, y + 6, width, height, width * 0.06, { fill: "#000", opacity: 0.35 }),
    panel(x, y, width, height, width * 0.06, SHEET),
    lines.map((text, i) => words(x + width / 2, y + width * 0.13 + i * size * 1.15, text, { size, face: "strong", fill: INK })),
    at(x + width / 2, y + height * 0.64, {}, setShapes(ui, action, width)),
  ];
}

/** As many patterns as a set asks for, in two rows from four on; three different ones with their names. */
function setShapes(ui, { set, kinds }, width) {
  const { kind, count = 0 } = ui.components.sets[set] ?? {};
  const all = kinds.length ? kinds : Array(count).fill(kind);
  const step = width / Math.max(3, all.length);
  return all.map((one, i) => at((i - (all.length - 1) / 2) * step, 0, {}, setShape(ui, one, kinds.length ? 0 : i, step), kinds.length > 0 && words(0, step * 0.72, kindName(ui, one), { size: width * 0.075, most: step * 0.95, face: "text", fill: INK })));
}

/** Upright and diagonal ones in turn. */
function setShape(ui, kind, i, step) {
  const shapes = ui.components.patterns[kind]?.shapes ?? [];
  return shapes.length ? diagram(shapes[i % Math.min(2, shapes.length)], step * 0.74, step * 0.74, { fill: "#9C2F17" }) : words(0, 0, kindName(ui, kind), { size: step * 0.2, most: step * 0.9, face: "text", fill: INK });
}

/** The completed patterns of which one is to be crowned: their number on the board, and their shape. */
export function crownChoices(ui, box) {
  const choices = ui.legal.filter(({ type }) => type === "crown-pattern");
  const [x, y, width, height] = box;
  const rows = choices.length > IN_A_ROW ? 2 : 1;
  const across = Math.ceil(choices.length / rows);
  const [wide, high] = [Math.min(width / across, 190), height / rows];
  return choices.map((action, i) => crownChoice(ui, action, [x + (i % across) * wide, y + Math.floor(i / across) * high, wide - 14, high - (rows > 1 ? 14 : 0)]));
}

function crownChoice(ui, action, box) {
  const [x, y, width, height] = box;
  const number = ui.view.completed.findIndex((one) => patternToken(one) === patternToken(action)) + 1;
  ui.offer({ key: choosing(action), token: patternToken(action) }, ui.label(action), box);
  return [
    panel(x, y, width, height, width * 0.08, { fill: "#06231C", opacity: 0.72 }),
    at(x + width * 0.26, y + height / 2, {}, badge(number, Math.min(height * 0.3, width * 0.2))),
    at(x + width * 0.7, y + height / 2, {}, s("g", {}, diagram(shapeOf(action.fields), width * 0.45, height * 0.8, { fill: CHALK }))),
  ];
}
