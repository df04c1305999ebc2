// Drawings of Age of War: the six faces of the dice, and castles and crests in the colours of their clans.
import { at, copied, panel, shadow, words } from "./drawing.js";
import { drawing, s } from "./dom.js";
import { width } from "./widths.js";

export const INK = "#221C16";
export const PAPER = "#FFFDF6";
/** The smallest size of a name. */
const LEAST = 13;
export const SEAL = "#9C2F17";
/** Of the seats, as the page has them. */
const SEATS = ["#0068A8", "#A84400", "#00704F", "#963B73", "#7D5A00", "#5A45B0"];
/** Of the clans: the colour, what is written on it, and the ground of their castles. */
const CLANS = {
  yellow: ["#E2B02E", "#2B1D00", "#FBF0CC"],
  grey: ["#56677A", "#FFFFFF", "#E6EBF1"],
  purple: ["#6E3B9E", "#FFFFFF", "#EEE4F6"],
  red: ["#B42D26", "#FFFFFF", "#FAE3DF"],
  black: ["#2C2825", "#FFFFFF", "#E7E2DB"],
  green: ["#2A7644", "#FFFFFF", "#E0F1E3"],
};

/** {strong, on, soft}: the colours of a clan. */
export function coloursOf({ colour }) {
  const [strong, on, soft] = CLANS[colour];
  return { strong, on, soft };
}

/** Shapes in a square of 24; a sword is drawn once for each man of an infantry face. */
const SWORD = "M0-9.5 1.7-7V4h-3.4V-7z M-4 4h8v2h-8z M-1.1 6h2.2v3.6h-2.2z";
const FACES = {
  archery: ["#1B6A50", "M7 2.5C18.4 5.4 19.4 18.6 7 21.5l-.9-1.8C14.2 17 14.2 7 6.1 4.3z M3.2 11.1h12V8.2L21 12l-5.8 3.8v-2.9h-12z M6.5 4.5h1v15h-1z"],
  cavalry: ["#7A4812", "M6 21.5c0-6.4 1.4-8 3.5-10.2L4.9 13.5 3.2 10.9 8.2 5.4 8.6 2.4 11 4.3c5.2.6 8.6 4.7 8.6 11.2v6z M9.6 8.2a1 1 0 1 0 .1 0z"],
  daimyo: ["#B0231A", "M2.8 2.4c1.1 5.6 4.8 7.2 9.2 7.2s8.1-1.6 9.2-7.2c1.8 6.2-.6 9.2-3.2 10.3H6c-2.6-1.1-5-4.1-3.2-10.3z M5.6 13.8h12.8l2.8 4-5-.9V22h-3.1v-3.7h-2.2V22H7.8v-5.1l-5 .9z"],
};
const SWORDS = { color: "#3B342D", 1: [12], 2: [7.5, 16.5], 3: [4.8, 12, 19.2] };

function glyph(face) {
  if (!face.startsWith("infantry")) return s("path", { d: FACES[face][1], fill: FACES[face][0], "fill-rule": "evenodd" });
  const where = SWORDS[Number(face.at(-1)) || 1];
  return where.map((x) => s("path", { d: SWORD, fill: SWORDS.color, transform: `translate(${x} 12)${where.length > 2 ? " scale(.9)" : ""}` }));
}

/** The symbol of a face about x, y; "infantry" is any. */
export function sign(face, x, y, size) {
  return at(x - size / 2, y - size / 2, { scale: Math.round((1000 * size) / 24) / 1000 }, glyph(face));
}

/** A name that stands elsewhere too: it is left out where it would have to be too small. */
export function readable(x, y, name, { size, most, ...look }) {
  return width(name, LEAST, "display") <= most ? words(x, y, name, { size, most, ...look }) : null;
}

/** A die about 0, 0; of one that is still to be thrown, or set aside, no face is known. */
export const die = copied((face, size, unknown = "?") => {
  const edge = size / 2;
  const body = panel(-edge, -edge, size, size, size * 0.2, { fill: "#FFFFFF" });
  const top = panel(-edge * 0.86, -edge * 0.86, size * 0.86, size * 0.86, size * 0.16, { fill: face ? "#F6EEDC" : "#E4D8C0" });
  return [shadow(-edge, -edge, size, size, size * 0.2), body, top, face ? faced(face, size) : words(0, size * 0.17, unknown, { size: size * 0.5, fill: "#6A5A44" })];
});

function faced(face, size) {
  const men = face.startsWith("infantry") ? face.at(-1) : null;
  if (!men) return sign(face, 0, 0, size * 0.68);
  return [sign(face, 0, -size * 0.06, size * 0.6), words(size * 0.34, size * 0.38, men, { size: size * 0.25, face: "strong", fill: INK })];
}

/** A die as a small picture of its own. */
export function diePicture(face) {
  return drawing("-24 -24 48 48", { class: "die-art" }, die(face, 42));
}

const UNIT = 100;

/** A castle of `size` units in width that stands on x, y: a stone base and one roof per point, in the colour of its clan. */
export const castleArt = copied((points, colour, x, y, size) => {
  const storeys = Array.from({ length: points }, (_, i) => storey(i, 112 / (points + 0.9), colour));
  const base = s("path", { d: "M-40 0q8-10 10-30h60q2 20 10 30z", fill: "#8B7B66" });
  const stones = s("path", { d: "M-35-10h70M-32-20h64M-18-30v10M8-30v10M-6-20v10M22-20v10M-20-10V0M12-10V0", stroke: "#A5967F", "stroke-width": 1.6, fill: "none" });
  return at(x, y, { scale: Math.round((1000 * size) / UNIT) / 1000 }, base, stones, storeys);
});

/** The i-th storey from below: white walls with windows under a roof with raised eaves. */
function storey(i, height, colour) {
  const foot = -30 - height * i;
  const half = 30 - i * 5;
  const eaves = foot - height * 0.45;
  const ridge = eaves - height * 0.42;
  const wall = s("path", { d: `M${-half * 0.8} ${foot}V${eaves}H${half * 0.8}V${foot}z`, fill: "#FFF9EA" });
  const windows = s("path", { d: [-0.5, 0, 0.5].map((x) => `M${half * x - 2} ${foot - height * 0.12}v${-height * 0.2}h4v${height * 0.2}z`).join(""), fill: "#4A3F33" });
  const roof = s("path", { d: `M${-half - 14} ${eaves - 4}q8 1 ${half * 0.55} ${ridge - eaves + 2}H${half * 0.45 + 8}q${half * 0.3} ${eaves - ridge - 4} ${half * 0.55 + 6} ${eaves - ridge + 2 - 4}q-3 7-10 7H${-half - 4}q-7 0-10-7z`, fill: colour });
  return [wall, windows, roof];
}

/** The crests of the clans: one sign each, so that colour is not needed to tell them apart. */
const CRESTS = {
  oda: "M12 2l2.9 4.7 5.5-.7-2.3 5 2.3 5-5.5-.7L12 20l-2.9-4.7-5.5.7 2.3-5-2.3-5 5.5.7z",
  tokugawa: "M12 3c3.4 2.2 4.5 4.5 3.4 7.8 3.4-1 5.6 0 6.7 3.4-3.4 2.2-6.7 2.2-10.1-1.1-3.4 3.3-6.7 3.3-10.1 1.1 1.1-3.4 3.3-4.4 6.7-3.4C7.5 7.5 8.6 5.2 12 3z",
  uesugi: "M3 7q4.5 4.5 9 0 4.5 4.5 9 0-1 10-9 12.5Q4 17 3 7z",
  mori: "M3 4h18v3H3z M6 13a3 3 0 1 0 .1 0z M18 13a3 3 0 1 0 .1 0z M12 8.6a3 3 0 1 0 .1 0z",
  chosokabe: "M10.3 2h3.4v7.3H21v3.4h-7.3V21h-3.4v-8.3H3V9.3h7.3z",
  shimazu: "M12 2a10 10 0 1 1-.1 0z M10.6 4.8v5.8H4.8v2.8h5.8v5.8h2.8v-5.8h5.8v-2.8h-5.8V4.8z",
};

/** The crest of a clan about x, y. */
export function crest(clan, x, y, size, fill) {
  return at(x - size / 2, y - size / 2, { scale: Math.round((1000 * size) / 24) / 1000 }, s("path", { d: CRESTS[clan], fill, "fill-rule": "evenodd" }));
}

/** What a castle or clan is worth, in a disc about x, y. */
export function worth(points, x, y, r) {
  return [s("circle", { cx: x, cy: y, r, fill: "#FFFFFF" }), words(x, y + r * 0.55, points, { size: r * 1.55, fill: INK })];
}

/** The sign of a seat about x, y. */
export function seatDisc(seat, x, y, r) {
  return [s("circle", { cx: x, cy: y, r, fill: SEATS[seat - 1], stroke: "#FFFFFF", "stroke-width": 2 }), words(x, y + r * 0.38, seat, { size: r * 1.1, face: "strong", fill: "#FFFFFF" })];
}

/** A castle with the crest of its clan as a small picture of its own. */
export function castlePicture({ id, name, points }, clan) {
  const { strong } = coloursOf(clan);
  return drawing("-62 -146 172 150", { "data-castle": id, "aria-label": name }, castleArt(points, strong, 0, 0, 100), crest(clan.id, 80, -30, 52, strong));
}
