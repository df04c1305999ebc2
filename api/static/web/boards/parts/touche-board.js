// The 112 fields of Touché with pawns and crowns.
import { s, short } from "./dom.js";
import { at, FACES, GOLD, panel } from "./drawing.js";
import { badge, FREE, inkOf, JOKER, pawn, read, SIDES, suitSign } from "./touche-art.js";
import { patternToken } from "./touche-choices.js";
import { pawnName, supplyName } from "./touche-moves.js";
import { cardName, colourName } from "./touche-words.js";

const STAR = "M0-14 3.5-3.5 14 0 3.5 3.5 0 14-3.5 3.5-14 0-3.5-3.5z";

/** The board: papers in one piece beneath what lies on them; a field that is picked comes last, enlarged. */
export function theBoard(ui, place) {
  const scene = { ui, place, ...looksOf(ui), now: standingOn(ui.view), before: ui.before && standingOn(ui.before) };
  const fields = Object.entries(ui.components.board.fields).map(([name, face]) => field(scene, name, face));
  const raised = fields.filter(({ picked }) => picked).map(({ art, name }) => enlarged(place, name, art));
  const set = { ...FACES.display, "font-size": place.cell * 0.38 };
  return [ui.part("papers", place, () => papers(place, ui.components.board.fields)), s("g", set, fields.map(({ art, picked }) => (picked ? null : art)), raised)];
}

/** The fields of each strength of line: those for the cards that are picked, or else for all but jokers; and by pattern. */
function looksOf(ui) {
  const laid = (ui.picks.length ? ui.fits : ui.legal).filter(({ type, card }) => type === "lay-card" && (ui.picks.length || card !== JOKER));
  const strong = new Set(laid.map((action) => action.field));
  const crowning = ui.view.phase === "crowning" ? ui.view.completed : [];
  return { strong, crowning, isNew: ui.before && ui.before.phase !== "crowning" };
}

/** The contents of each field: {colour, crowned} by field name. */
function standingOn({ pawns, crowned }) {
  const there = new Map();
  for (const [colour, fields] of Object.entries(pawns)) for (const name of fields) there.set(name, { colour, crowned: false });
  for (const { colour, fields } of crowned) for (const name of fields) there.set(name, { colour, crowned: true });
  return there;
}

/** The middle of a field. */
function middleOf({ x, y, cell }, name) {
  return [x + (name.charCodeAt(0) - 96.5) * cell, y + (Number(name.slice(1)) - 0.5) * cell];
}

/** The sheets of all fields with their shadow, and what darkens them at night. */
function papers(place, fields) {
  const { cell } = place;
  const inner = cell * 0.86;
  const squares = (names) => names.map((name) => middleOf(place, name)).map(([x, y]) => `M${short(x - inner / 2)} ${short(y - inner / 2)}h${short(inner)}v${short(inner)}h${short(-inner)}z`).join("");
  const [all, free] = [Object.keys(fields), Object.keys(fields).filter((name) => fields[name] === FREE)];
  const sheet = (names, fill, look) => s("path", { d: squares(names), fill, stroke: fill, "stroke-width": cell * 0.08, "stroke-linejoin": "round", ...look });
  return [
    sheet(all, "#000", { opacity: 0.28, transform: `translate(0 ${short(cell * 0.05)})` }),
    sheet(all, "#FFFDF5"),
    sheet(free, "#E9C767"),
    sheet(all, "#000", { class: "kb-night", opacity: 0 }),
  ];
}

/** A field: {name, art, picked}; its art is drawn about its middle. */
function field(scene, name, face) {
  const { ui, place, now } = scene;
  const piece = now.get(name);
  const [x, y] = middleOf(place, name);
  const picked = ui.isPicked(`field-${name}`);
  const inner = place.cell * 0.94;
  const { can } = ui.offer({ ...pickOf(scene, name), quiet: picked || !(scene.strong.has(name) || scene.crowning.length) }, fieldLabel(ui, name, face, piece), [x - inner / 2, y - inner / 2, inner, inner]);
  const waiting = can && !picked && !scene.strong.has(name) && !scene.crowning.length;
  const given = [x, y, place.cell, piece, scene.before && (scene.before.get(name) ?? false), numbersOf(scene, name), scene.isNew, waiting];
  const art = () => at(x, y, {}, fieldArt(scene, name, face, piece), waiting && outline(place.cell, 2.5, 0.75));
  return { name, picked, art: ui.part(`field:${name}`, given, art) };
}

/** What a click on a field picks: the field or, where one of several patterns is to be crowned, the only one it belongs to. */
function pickOf({ crowning }, name) {
  const patterns = crowning.filter(({ fields }) => fields.includes(name));
  const token = patterns.length === 1 ? patternToken(patterns[0]) : `field:${name}`;
  return { key: `field-${name}`, token, thing: `field:${name}`, round: 0.1 };
}

function outline(cell, width, opacity) {
  return panel(-cell * 0.46, -cell * 0.46, cell * 0.92, cell * 0.92, cell * 0.07, { fill: "none", stroke: GOLD, "stroke-width": width, opacity });
}

/** The field that a finger has picked, large enough to be read under it; near an edge it moves inwards. */
function enlarged(place, name, art) {
  const scale = place.cell < 70 ? 1.8 : 1.4;
  const { cell } = place;
  const [x, y] = middleOf(place, name);
  const inwards = (from, to) => Math.min(Math.max(to, from + (cell * scale) / 2), from + 12 * cell - (cell * scale) / 2);
  const sheet = (fill, attributes) => panel(-cell * 0.47, -cell * 0.47, cell * 0.94, cell * 0.94, cell * 0.08, { fill, ...attributes });
  const shade = at(0, cell * 0.08, {}, sheet("#000", { opacity: 0.4 }));
  return at(inwards(place.x, x), inwards(place.y, y), { scale }, shade, sheet("#FFFDF5", { stroke: GOLD, "stroke-width": 7 }), at(-x, -y, {}, art));
}

function fieldArt(scene, name, face, piece) {
  const { cell } = scene.place;
  return [
    piece?.crowned && crownedPaper(scene, name, piece),
    face === FREE ? freeSign(cell) : cardFace(face, cell, piece),
    piece && at(cell * 0.11, cell * 0.15, {}, pieceArt(scene, name, piece)),
    badges(scene, name),
  ];
}

/** A field of a crowned pattern is of its side for the rest of the game. */
function crownedPaper({ place: { cell }, now, before }, name, { colour }) {
  const { field: fill, edge } = SIDES[colour];
  const sheet = panel(-cell * 0.44, -cell * 0.44, cell * 0.88, cell * 0.88, cell * 0.07, { fill, stroke: edge, "stroke-width": cell * 0.045 });
  return s("g", { class: before && !before.get(name)?.crowned && now.get(name).crowned ? "glows" : null }, sheet);
}

/** The rank stays readable beside a pawn, and so does the suit. */
function cardFace(face, cell, piece) {
  const { rank, suit } = read(face);
  const sign = piece ? suitSign(suit, cell * 0.27, -cell * 0.26, cell * 0.0165) : suitSign(suit, cell * 0.15, cell * 0.16, cell * 0.027);
  return [s("text", { x: -cell * 0.41, y: -cell * 0.12, fill: inkOf(face) }, rank), sign];
}

function freeSign(cell) {
  const rim = panel(-cell * 0.37, -cell * 0.37, cell * 0.74, cell * 0.74, cell * 0.04, { fill: "none", stroke: "#8A6410", "stroke-width": cell * 0.02 });
  return [rim, s("path", { d: STAR, fill: "#7A5608", transform: `scale(${short(cell / 46)})` })];
}

/** A pawn comes from its side; a crown stays where the pawn stood. */
function pieceArt({ place: { cell }, before }, name, { colour, crowned }) {
  const isNew = before && before.get(name)?.colour !== colour;
  return s("g", { "data-fly": pawnName(colour, name), "data-from": isNew && !crowned && supplyName(colour) }, pawn(colour, cell * 0.27, crowned));
}

const CORNERS = [[-1, 1], [1, -1], [1, 1], [-1, -1]];

/** The numbers of the completed patterns that contain a field, while one has to be chosen. */
const numbersOf = ({ crowning }, name) => crowning.flatMap(({ fields }, i) => (fields.includes(name) ? [i + 1] : []));

function badges(scene, name) {
  const [numbers, { isNew, place: { cell } }] = [numbersOf(scene, name), scene];
  return CORNERS.slice(0, numbers.length).map(([x, y], i) => at(x * cell * 0.29, y * cell * 0.29, {}, s("g", { class: isNew ? "appears" : null }, badge(numbers[i], cell * 0.2))));
}

function fieldLabel(ui, name, face, piece) {
  const filled = { field: name, card: cardName(ui, face), colour: piece && colourName(ui, piece.colour) };
  if (!piece) return ui.word("field", filled);
  return ui.word(piece.crowned ? "field-crown" : "field-pawn", filled);
}
