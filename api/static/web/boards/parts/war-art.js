// Drawings of Age of War: the six faces of the dice, castles in the colours of their clans.
import { drawing, path, s } from "./dom.js";

/** Shapes in a square of 24; a sword is drawn once for each man of an infantry face. */
const SWORD = "M0 -8.5 1.5 -6.5V4h-3v-10.5z M-3.4 4h6.8v1.8H-3.4z M-1 5.8h2V9h-2z";
const FACES = {
  archery: "M7 3.5C17 6 18 18 7 20.5l-.8-1.6C13.5 16.6 13.5 7.4 6.2 5.1z M4 11.2h11V8.4L20.5 12 15 15.6v-2.8H4z M6.6 5.6h1v12.8h-1z",
  cavalry: "M6.5 20.5c0-6 1.2-7.5 3.2-9.6L5.4 13 4 10.6l4.6-5L9 3l2.2 1.7C16 5.2 19 9 19 15v5.5z M9.4 8.3a.9.9 0 1 0 .1 0z",
  daimyo: "M3.5 3.5c1 5.2 4.4 6.6 8.5 6.6s7.5-1.4 8.5-6.6c1.6 5.6-.6 8.4-3 9.4h-11c-2.4-1-4.6-3.8-3-9.4z M6 14h12l2.6 3.6-4.6-.8V21h-3v-3.4h-2V21H8v-4.2l-4.6.8z",
};

function swords(count) {
  const at = { 1: [12], 2: [8, 16], 3: [5.4, 12, 18.6] }[count];
  return at.map((x) => s("path", { d: SWORD, class: "glyph", transform: `translate(${x} 12) rotate(${count === 1 ? 20 : 0}) scale(${count === 3 ? 0.82 : 0.95})` }));
}

function glyph(face) {
  return face.startsWith("infantry") ? swords(Number(face.at(-1))) : [path(FACES[face], "glyph")];
}

/** The symbol of a face, as printed on castles. */
export function sign(face) {
  return drawing("0 0 24 24", { class: `sign sign-${face}` }, glyph(face));
}

/** Any infantry. */
export function infantrySign() {
  return drawing("0 0 24 24", { class: "sign sign-infantry" }, swords(1));
}

/** A die that shows a face; null for one that is still to be thrown. */
export function die(face) {
  const body = s("rect", { x: 2, y: 2, width: 36, height: 36, rx: 8, class: "die-body" });
  if (face === null) return drawing("0 0 40 40", { class: "die-art blank" }, body, path("M15 16a5 5 0 1 1 6.5 4.8q-1.5.6-1.5 2.4v1M20 29v.2", "ask"));
  const pips = face.startsWith("infantry") ? s("text", { x: 32, y: 35, class: "pips" }, face.at(-1)) : null;
  return drawing("0 0 40 40", { class: `die-art face-${face}` }, body, s("g", { transform: "translate(6.5 5) scale(1.13)" }, glyph(face)), pips);
}

/** A castle on its stone base, with one roof per point. */
export function castleArt(points) {
  const storeys = Array.from({ length: points }, (_, i) => storey(i, 44 / Math.max(points, 1.7)));
  const base = path("M26 68q5-7 7-15h54q2 8 7 15z", "castle-base");
  return drawing("0 0 120 72", { class: "castle-art" }, path("M0 72c22-14 40-10 58-6 18-13 44-11 62 6z", "hill"), base, storeys);
}

/** The i-th storey from below: white walls under a roof with raised eaves. */
function storey(i, height) {
  const foot = 53 - height * i;
  const half = 27 - i * 5;
  const eaves = foot - height * 0.45;
  const wall = `M${60 - half * 0.72} ${foot}V${eaves}h${half * 1.44}V${foot}z`;
  const roof = `M${60 - half - 6} ${eaves - 2.5}q${half * 0.5} .5 ${half * 0.62} ${3.5 - height * 0.55}h${half * 0.76 + 12}q${half * 0.12} ${height * 0.55 - 3} ${half * 0.62} ${height * 0.55 - 3.5}q-3 5.5-9 5.5H${60 - half + 3}q-6 0-9-5.5z`;
  return s("g", {}, path(wall, "castle-wall"), path(roof, "castle-roof"));
}

/** The crest of a clan: one sign each, so that colour is not needed to tell them apart. */
const CRESTS = {
  oda: "M12 3l2.6 4.2 4.9-.6-2 4.5 2 4.5-4.9-.6L12 19.2 9.4 15l-4.9.6 2-4.5-2-4.5 4.9.6z",
  tokugawa: "M12 4c3 2 4 4 3 7 3-1 5 0 6 3-3 2-6 2-9-1-3 3-6 3-9 1 1-3 3-4 6-3-1-3 0-5 3-7z",
  uesugi: "M4 8q4 4 8 0 4 4 8 0-1 9-8 11Q5 17 4 8z",
  mori: "M4 5h16v2.6H4z M6.5 13a2.6 2.6 0 1 0 .1 0z M17.5 13a2.6 2.6 0 1 0 .1 0z M12 9.4a2.6 2.6 0 1 0 .1 0z",
  chosokabe: "M10.6 3h2.8v6.6H20v2.8h-6.6V20h-2.8v-7.6H4V9.6h6.6z",
  shimazu: "M12 3a9 9 0 1 1-.1 0z M10.8 5.6v5.2H5.6v2.4h5.2v5.2h2.4v-5.2h5.2v-2.4h-5.2V5.6z",
};

export function crest(clan) {
  return drawing("0 0 24 24", { class: "crest" }, s("path", { d: CRESTS[clan] ?? CRESTS.oda, "fill-rule": "evenodd" }));
}
