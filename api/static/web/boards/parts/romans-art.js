// Pieces of Romans Go Home!: warriors, forts, crests of the clans. They are told apart by form as well as by colour, and each is
// drawn about 0, 0. All they look like stands in attributes: the board, the bar's buttons and the list of moves use the same.
import { drawing, s } from "./dom.js";
import { copied, panel, shadow, words } from "./drawing.js";
import { FORT_SIGNS, SIGNS, SYMBOLS } from "./romans-signs.js";

/** A clan's colours: `deep` under white figures, `bright` on cards' backs, `tint` behind a warrior. */
export const CLANS = {
  gold: { deep: "#835A00", bright: "#D6A02A", tint: "#FBEBC4", edge: "#6B4A00" },
  green: { deep: "#1C6A44", bright: "#2E8B57", tint: "#D5EEDF", edge: "#124A2F" },
  red: { deep: "#A62B1F", bright: "#C2392B", tint: "#FADFDA", edge: "#741A11" },
  violet: { deep: "#5B3AA0", bright: "#7551BC", tint: "#E6DCFA", edge: "#3E2575" },
};
const NOBODY = { deep: "#4A443A", bright: "#8A8072", tint: "#EEE8DC", edge: "#332E27" };
export const coloursOf = (clan) => CLANS[clan] ?? NOBODY;

/** The colours of a fort by its kind: `wall`, the `dark` side of it, and its `sign`. */
const KINDS = {
  niefort: { wall: "#CBB893", dark: "#A8946E", sign: "#3A2C1B" },
  komfort: { wall: "#A9C79B", dark: "#7FA071", sign: "#184A23" },
  fokus: { wall: "#9CC0DB", dark: "#7099B8", sign: "#123F63" },
  fortuna: { wall: "#E6C25C", dark: "#C39C35", sign: "#5C4100" },
  fortheca: { wall: "#544A61", dark: "#3B3346", sign: "#F4E9F8" },
};
const kindOf = (kind) => KINDS[kind] ?? KINDS.niefort;

export function signed(value) {
  return value < 0 ? `−${-value}` : String(value);
}

/** Shapes of a grid of 24 units, filled or stroked with one colour, `size` units wide and centred. */
function grid(shapes, size, colour) {
  const scale = size / 24;
  return s("g", { transform: `scale(${scale}) translate(-12 -12)`, fill: colour, "stroke-linecap": "round", "stroke-linejoin": "round" }, shapes.map(({ d, line, hole }) => s("path", line ? { d, fill: "none", stroke: colour, "stroke-width": line } : { d, "fill-rule": hole && "evenodd" })));
}

export const warrior = (id, size, colour) => grid(SIGNS[id] ?? [], size, colour);
export const symbol = (name, size, colour) => grid(SYMBOLS[name] ?? [], size, colour);

/** A shield with the sign of its clan. */
export const crest = copied((clan, size) => {
  const { bright, edge, tint } = coloursOf(clan);
  const shield = s("path", { d: "M-11-12H11V1C11 8 6 12 0 14-6 12-11 8-11 1Z", fill: tint, stroke: edge, "stroke-width": 1.4 });
  const inner = s("path", { d: "M-8.6-9.6H8.6V1C8.6 6.4 5 9.6 0 11.4-5 9.6-8.6 6.4-8.6 1Z", fill: bright });
  return s("g", { transform: `scale(${size / 26})` }, shield, inner, s("g", { transform: "translate(0 -.6)" }, grid(SYMBOLS[clan] ?? [], 17, clan === "gold" ? edge : "#fff")));
});

const CARD = { width: 100, height: 124 };

/** A warrior face up: his strength on a flag of the clan's colour, his sign, his name. */
export const card = copied((id, clan, { name, strength }, { gone = false, known = false } = {}) => {
  const { deep, edge, tint } = coloursOf(clan);
  const { width, height } = CARD;
  const [x, y] = [-width / 2, -height / 2];
  return [
    !gone && shadow(x, y, width, height, 9),
    panel(x, y, width, height, 9, { fill: gone ? "#D8D1C4" : "#FFFDF8", stroke: known ? deep : "#B9AE9B", "stroke-width": known ? 4 : 1.5, "stroke-dasharray": known && "9 6" }),
    s("circle", { cx: 6, cy: 3, r: 30, fill: tint }),
    s("g", { transform: "translate(6 3)" }, warrior(id, 44, edge)),
    s("path", { d: `M${x} ${y + 9}a9 9 0 0 1 9-9h29v31a8 8 0 0 1-8 8h-30z`, fill: deep }),
    words(x + 18, y + 29, strength, { size: 28, fill: "#fff" }),
    words(0, 54, name, { size: 20, most: 92, fill: "#221C16" }),
    gone && s("path", { d: "M-46 58 46-58", stroke: deep, "stroke-width": 5, "stroke-linecap": "round" }),
  ];
});

/** A warrior face down. */
export const back = copied((clan) => {
  const { bright, deep } = coloursOf(clan);
  const [x, y] = [-CARD.width / 2, -CARD.height / 2];
  return [
    shadow(x, y, 100, 124, 9),
    panel(x, y, 100, 124, 9, { fill: "#FFFDF8" }),
    panel(x + 6, y + 6, 88, 112, 5, { fill: bright }),
    s("path", { d: "M-44-26 14-56M-44 4 44-42M-44 34 44-12M-40 56 44 18M2 56 44 46", stroke: deep, "stroke-width": 5, opacity: 0.55 }),
    crest(clan, 54),
  ];
});

const TOWERS = "M-62 70V-48H-48V-36H-40V-48H-28V-36H-20V-24H-12V-34H-4V-24H4V-34H12V-24H20V-36H28V-48H40V-36H48V-48H62V70Z";
const BRICKS = "M-62-16h20M-34 6h18M-62 28h18M-52 50h16M44-16h18M20 6h22M46 28h16M36 50h16M-8-8h16";

/** A fort of the wall, 124 units wide and standing on 70: its towers, the sign of its kind, and its value above the gate. */
export const fort = copied((kind, value) => {
  const { wall, dark, sign } = kindOf(kind);
  return [
    s("path", { d: TOWERS, fill: wall, stroke: "#5A4D3A", "stroke-width": 2, "stroke-linejoin": "round" }),
    s("path", { d: "M34 70V-36H48V-48H62V70Z", fill: dark, opacity: 0.55 }),
    s("path", { d: BRICKS, stroke: dark, "stroke-width": 3, fill: "none" }),
    kind === "niefort" || !KINDS[kind] ? gate(sign) : [s("circle", { cx: 0, cy: 30, r: 27, fill: kind === "fortheca" ? "#2B2434" : "#FFFDF8", opacity: 0.92 }), s("g", { transform: "translate(0 30)" }, grid(FORT_SIGNS[kind], 38, sign))],
    plate(value),
  ];
});

function gate(sign) {
  return [s("path", { d: "M-17 70V38a17 17 0 0 1 34 0V70Z", fill: sign }), s("path", { d: "M-8 70V26M8 70V26M-17 46h34", stroke: "#7A6747", "stroke-width": 2.5 })];
}

/** The value of a fort, on a hexagon above its middle. */
function plate(value) {
  return [s("path", { d: "M0-64 24-50V-22L0-8-24-22V-50Z", fill: "#FFFDF8", stroke: "#3A2C1B", "stroke-width": 3, "stroke-linejoin": "round" }), words(0, -24, signed(value), { size: 33, fill: "#221C16" })];
}

/** The rest of a fort that has been decided. */
export const ruin = copied(() => {
  return s("path", { d: "M-60 70V44l12-8 8 14 14-4 10 12 16-8 14 10 12-16 14 6 8-14 12 10V70Z", fill: "#8C7C60", stroke: "#5A4D3A", "stroke-width": 2, opacity: 0.55 });
});

/** A captured fort, 46 by 46 units: sign and value. */
export const chip = copied((kind, value, lost = false) => {
  const { wall, sign } = lost ? { ...kindOf(kind), wall: "#B4AA99", sign: "#3A342B" } : kindOf(kind);
  return [
    s("path", { d: "M-23 23V-23H-15V-17H-6V-23H6V-17H15V-23H23V23Z", fill: wall, stroke: "#3A2C1B", "stroke-width": 1.5, "stroke-linejoin": "round" }),
    s("g", { transform: "translate(0 -7)" }, grid(FORT_SIGNS[kind] ?? FORT_SIGNS.niefort, 16, sign)),
    words(0, 20, signed(value), { size: 23, fill: sign }),
  ];
});

/** A warrior who is out of the game for now, 30 by 42 units; one whom only his owner knows has a broken edge. */
export const token = copied((id, clan, strength, secret = false) => {
  const { deep, edge } = coloursOf(clan);
  return [
    panel(-15, -21, 30, 42, 5, { fill: "#E9E2D3", stroke: deep, "stroke-width": 2, "stroke-dasharray": secret && "5 3" }),
    words(0, -2, strength, { size: 20, fill: "#221C16" }),
    s("g", { transform: "translate(0 10)" }, warrior(id, 18, edge)),
  ];
});

/** Pieces as small pictures of their own: in a button of the bar, in the list of moves. */
export const pictureOf = {
  warrior: (id, clan) => drawing("-16 -16 32 32", {}, s("circle", { r: 16, fill: coloursOf(clan).tint }), warrior(id, 23, coloursOf(clan).edge)),
  crest: (clan) => drawing("-13 -14 26 30", {}, crest(clan, 26)),
  fort: (kind, value) => drawing("-66 -68 132 142", {}, fort(kind, value)),
};
