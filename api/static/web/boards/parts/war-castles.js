// The fourteen castles of Age of War, each at its place for good: its card, or, once it has gone, its name and lines and who has it.
import { at, panel, shadow, words } from "./drawing.js";
import { castleArt, coloursOf, crest, INK, PAPER, readable, SEAL, seatDisc, sign, worth } from "./war-art.js";
import { card, castleOf, clanOf, holderOf, linesOf, ownerOf } from "./war-where.js";
import { castleText } from "./war-words.js";
import { s } from "./dom.js";

export function castles(ui, { bands, castles: boxes }) {
  const heads = ui.components.clans.map((clan) => band(ui, clan, bands.get(clan.id)));
  return [heads, ui.components.castles.map(({ id }) => castle(ui, id, boxes.get(id)))];
}

/** The head of a clan: what it is worth to who completes it. */
function band(ui, { id, name, points }, [x, y, width, height]) {
  ui.say(`${name}. ${ui.word("points", { n: points })}`, [x, y, width, height]);
  const middle = y + height / 2;
  return ui.part(`band:${id}`, [name, x, y, width, height], () => [
    panel(x, y, width, height, height / 2, { fill: "#2A1D12", opacity: 0.86 }),
    crest(id, x + height * 0.7, middle, height * 0.8, "#FFF3D6"),
    words(x + height * 1.3, middle + height * 0.27, name, { size: height * 0.78, fill: "#FFF3D6", most: width - height * 2.6, "text-anchor": "start" }),
    words(x + width - height * 0.7, middle + height * 0.27, points, { size: height * 0.8, fill: "#FFF3D6" }),
  ]);
}

function castle(ui, id, box) {
  const besieged = ui.view.siege?.castle === id;
  return ui.view.centre.includes(id) && !besieged ? whole(ui, id, box) : gone(ui, id, box, besieged);
}

/** A card that lies in the centre: it may be besieged. */
function whole(ui, id, box) {
  ui.offer({ key: `castle-${id}`, token: `castle:${id}`, round: 14 / box[2] }, castleText(ui, id), box);
  const [x, y, width, height] = box;
  const clan = clanOf(ui, castleOf(ui, id).clan);
  const { strong, on, soft } = coloursOf(clan);
  const top = headHeight(ui);
  const art = () => [
    shadow(0, 0, width, height, 14),
    panel(0, 0, width, height, 14, { fill: soft }),
    s("path", { d: `M0 ${top}V14q0-14 14-14H${width - 14}q14 0 14 14V${top}z`, fill: strong }),
    head(ui, id, width, on),
    tower(ui, id, width, height, strong),
    rows(ui, id, width, height, 1),
  ];
  return at(x, y, card(ui, id), ui.part(`whole:${id}`, given(ui, id, box), art));
}

/** What a castle at its place looks like depends on this. */
const given = (ui, id, box) => [box, ui.tall, castleOf(ui, id).name, linesOf(ui, id).map(({ line }) => [line, isOpen(ui, id, line)])];

const isOpen = (ui, id, line) => ui.legal.some((action) => action.castle === id && action.line === line);

const headHeight = (ui) => (ui.tall ? 32 : 38);

function head(ui, id, width, fill) {
  const { name, points } = castleOf(ui, id);
  const half = headHeight(ui) / 2;
  return [words(8, half * 1.38, name, { size: ui.tall ? 19 : 22, most: width - 2 * half - 10, fill, "text-anchor": "start" }), worth(points, width - half - 1, half, half * 0.76)];
}

const rowHeight = (ui, count) => Math.min(28, (ui.tall ? 114 : 144) / count);

/** The room between a castle's head and its lines is filled by its picture. */
function tower(ui, id, width, height, colour) {
  const foot = height - 8 - rowHeight(ui, 1) * castleOf(ui, id).lines.length;
  const room = foot - headHeight(ui) - 8;
  return room < 20 ? null : castleArt(castleOf(ui, id).points, colour, width / 2, foot - 4, Math.min(width * 0.62, room / 1.42));
}

/** The lines of a castle, from below; those that the dice on the table fill are marked. */
function rows(ui, id, width, height, opacity) {
  const lines = linesOf(ui, id);
  const high = rowHeight(ui, lines.length);
  return lines.map(({ line, needs }, i) => {
    const y = height - 6 - high * (lines.length - i);
    const open = isOpen(ui, id, line);
    return [panel(8, y, width - 16, high - 3, 7, { fill: PAPER, opacity, ...(open && { stroke: INK, "stroke-width": 2 }) }), open && pointer(12, y + (high - 3) / 2), needed(needs, width / 2, y + (high - 3) / 2, high - 5)];
  });
}

const pointer = (x, y) => s("path", { d: `M${x} ${y - 6}l9 6-9 6z`, fill: INK });

/** What a line needs, about x, y. */
export function needed({ infantry, symbols }, x, y, size) {
  if (infantry) return [sign("infantry", x - size * 0.55, y, size), words(x - size * 0.1, y + size * 0.32, `${infantry}+`, { size: size * 0.9, fill: INK, "text-anchor": "start" })];
  return symbols.map((face, i) => sign(face, x + (i - (symbols.length - 1) / 2) * size * 1.2, y, size));
}

/** The place of a castle that somebody has, or that is under siege: it shows what is needed to take it. */
function gone(ui, id, box, besieged) {
  const [x, y, width, height] = box;
  const { clan } = castleOf(ui, id);
  const owner = ownerOf(ui.view, clan);
  const seat = holderOf(ui.view, id) ?? owner;
  const { strong } = coloursOf(clanOf(ui, clan));
  if (owner || besieged) ui.say(castleText(ui, id, seat), [x, y, width, height]);
  else ui.offer({ key: `castle-${id}`, token: `castle:${id}`, round: 14 / width }, castleText(ui, id, seat), [x, y, width, height]);
  const edge = besieged ? { stroke: SEAL, "stroke-width": 5 } : { stroke: strong, "stroke-width": 2.5, "stroke-dasharray": "9 6" };
  const art = () => [
    panel(0, 0, width, height, 14, { fill: "#FFF3DA", opacity: 0.62 }),
    panel(1, 1, width - 2, height - 2, 14, { fill: "none", ...edge }),
    head(ui, id, width, INK),
    owner ? safe(ui, clan, seat, width, height, strong) : [rows(ui, id, width, height, 0.55), seat && heldBy(ui, id, seat, width, height)],
  ];
  return at(x, y, {}, ui.part(`gone:${id}`, [given(ui, id, box), besieged, owner, seat, seat && ui.name(seat)], art));
}

/** Of a completed clan there is nothing to besiege. */
function safe(ui, clan, seat, width, height, colour) {
  return [crest(clan, width / 2, height * 0.5, ui.tall ? 56 : 80, colour), seatDisc(seat, 24, height - 24, 13), readable(44, height - 17, ui.name(seat), { size: 20, most: width - 54, fill: INK, "text-anchor": "start" })];
}

/** Who has a castle stands at its special line, and with their name above the lines where there is room. */
function heldBy(ui, id, seat, width, height) {
  const lines = linesOf(ui, id).length;
  const top = height - 6 - rowHeight(ui, lines) * lines;
  const room = top - headHeight(ui);
  const name = room > 22 && readable(width / 2, top - room / 2 + 6, ui.name(seat), { size: 19, most: width - 20, fill: INK });
  return [name, seatDisc(seat, 24, top + (rowHeight(ui, lines) - 3) / 2, 12)];
}
