// The wall of six forts, and beside it what concerns all clans: round and clash, the last verdict, the stack, the lost forts.
import { range } from "./dom.js";
import { at, panel, words } from "./drawing.js";
import { chip, fort, ruin } from "./romans-art.js";
import { flyingForts, isNewFort, lostNow } from "./romans-moves.js";
import { PLACES } from "./romans-places.js";
import { fortLabel, wordsOf } from "./romans-words.js";

/** The column of the fort that is fought over is lit. */
export function litColumn({ view }, { column, step, lanes }) {
  if (!view.clash) return null;
  const [first, last] = [lanes[0], lanes.at(-1)];
  return panel(column(view.clash) - step / 2 + 4, first.y, step - 8, last.y + last.height - first.y, 12, { fill: "#FFF3C9", opacity: 0.17 });
}

export function wall(ui, places) {
  const standing = new Map(ui.view.wall.map((one) => [one.place, one]));
  const names = flyingForts(ui.view.wall);
  return range(1, PLACES).map((place) => (standing.has(place) ? standingFort(ui, places, standing.get(place), names.get(place)) : fallen(ui, places, place)));
}

function standingFort(ui, { column, wall: { y, scale, name }, step }, { place, fort: id, value }, thing) {
  const { fort: find, fortName } = wordsOf(ui);
  const kind = find(id)?.kind ?? "niefort";
  const [x, half] = [column(place), 62 * scale];
  const current = ui.view.clash === place;
  const isNew = ui.news("wall-revealed", "wall-ordered", "wall-shifted", "fort-chosen") && isNewFort(ui, thing);
  ui.offer({ key: `fort-${place}`, token: `${ui.may("take-fort") ? "fort" : "wall"}:${place}`, thing: `fort:${place}` }, `${fortLabel(ui, { place, fort: id, value })}. ${ui.does(kind)}`, [x - half, y - 64 * scale, 2 * half, 134 * scale]);
  return [
    current && panel(x - half - 12, y - 70 * scale, 2 * half + 24, 144 * scale, 22, { fill: "#FFF8DC", opacity: 0.65 }),
    at(x, y, { scale, "data-fly": thing, class: isNew && "appears" }, fort(kind, value)),
    panel(x - step / 2 + 3, name - 22, step - 6, 30, 15, { fill: "#1D2A1C", opacity: current ? 0.92 : 0.72 }),
    words(x, name, fortName(id), { size: 23, fill: "#fff", most: step - 18 }),
  ];
}

function fallen(ui, { column, wall: { y, scale, name }, step }, place) {
  const text = ui.word("decided");
  ui.say(`${ui.word("place", { place })}: ${text}`, [column(place) - 62 * scale, y, 124 * scale, 70 * scale], `ruin:${place}`);
  return [at(column(place), y, { scale }, ruin()), panel(column(place) - step / 2 + 3, name - 22, step - 6, 30, 15, { fill: "#1D2A1C", opacity: 0.5 }), words(column(place), name, text, { size: 21, face: "text", fill: "#fff", most: step - 18 })];
}

/** Round, clash and stack, and how the last clash ended. */
export function status(ui, places) {
  return places.tall ? tallStatus(ui) : wideStatus(ui);
}

const DARK = { fill: "#1D2A1C", opacity: 0.82 };
const LINE = { "text-anchor": "start", fill: "#fff" };

const phase = (ui) => (ui.view.clash ? ui.word("clash", { clash: ui.view.clash }) : ui.word("orders"));

/** Who captured, or why nobody did. */
export function verdict(ui) {
  const event = ui.memory.totals;
  if (!event) return null;
  const won = event.data.side && wordsOf(ui).clanName(event.data.side.clan);
  return [won, ui.word(verdictWord(event))].filter(Boolean).join(" ");
}

function verdictWord({ type, data }) {
  if (type === "clash-tied") return "tied";
  if (type === "clash-unfought") return "unfought";
  return data.by === "archr" ? "won-by-archr" : "won-by-strength";
}

function stated(ui, box) {
  const ended = verdict(ui);
  const said = [ui.word("round", { round: ui.view.round }), phase(ui), ui.word("stack", { n: ui.view.stack }), ended && `${ui.word("last-clash")}: ${ended}`];
  ui.say(`${said.filter(Boolean).join(". ")}.`, box);
  return ended;
}

function wideStatus(ui) {
  const ended = stated(ui, [14, 20, 276, 208]);
  return [
    panel(14, 20, 276, 208, 24, DARK),
    words(34, 60, phase(ui), { size: 31, most: 236, ...LINE }),
    words(34, 94, ui.word("round", { round: ui.view.round }), { size: 22, face: "text", most: 236, ...LINE }),
    words(34, 126, ui.word("stack", { n: ui.view.stack }), { size: 22, face: "text", most: 236, ...LINE }),
    ended && [words(34, 172, ui.word("last-clash"), { size: 20, face: "text", most: 236, ...LINE, fill: "#D9D2BF" }), words(34, 204, ended, { size: 26, most: 240, ...LINE })],
  ];
}

function tallStatus(ui) {
  const ended = stated(ui, [8, 8, 764, 90]);
  return [
    panel(8, 8, 764, 90, 18, DARK),
    words(24, 42, phase(ui), { size: 27, most: 190, ...LINE }),
    words(232, 41, ui.word("round", { round: ui.view.round }), { size: 23, face: "text", most: 190, ...LINE }),
    words(756, 41, ui.word("stack", { n: ui.view.stack }), { size: 23, face: "text", most: 310, fill: "#fff", "text-anchor": "end" }),
    ended && words(24, 81, ended, { size: 24, most: 372, ...LINE }),
  ];
}

/** The forts that have left the game: at most all eighteen. */
export function lostForts(ui, { tall }) {
  const lost = ui.view.lost_forts;
  const { fort: find, fortName } = wordsOf(ui);
  const box = tall ? [410, 56, 352, 38] : [1302, 20, 284, 208];
  const title = ui.word("lost-forts", { forts: "" }).replace(/:\s*$/, "");
  if (lost.length) ui.say(ui.word("lost-forts", { forts: lost.map(fortName).join(", ") }), box);
  const place = tall ? (i) => [426 + Math.min(38, 318 / Math.max(1, lost.length - 1)) * i, 74, 0.74] : (i) => [1330 + 45.6 * (i % 6), 78 + 48 * Math.floor(i / 6), 0.92];
  const pieces = lost.map((id, i) => {
    const [x, y, scale] = place(i);
    return at(x, y, { scale }, chip(find(id)?.kind ?? "niefort", find(id)?.value ?? 0, true));
  });
  return [!tall && [panel(1302, 20, 284, 208, 24, DARK), words(1322, 48, title, { size: 20, face: "text", ...LINE, most: 244 })], at(box[0], box[1], { "data-gathers": lostNow(ui) }, panel(0, 0, box[2], box[3], 10, { fill: "none" })), pieces];
}
