// A clan's lane: its plate with the figures that are compared, its line, what it has captured and which warriors are away.
import { s } from "./dom.js";
import { at, panel, words } from "./drawing.js";
import { chip, coloursOf, crest, signed, symbol, token, warrior } from "./romans-art.js";
import { isCrossed, isOwn, line } from "./romans-line.js";
import { foughtOver, goneHome, heldName, homeName } from "./romans-moves.js";
import { wordsOf } from "./romans-words.js";

const INK = "#fff";

export function lane(ui, places, clan, place) {
  const { clanName } = wordsOf(ui);
  return ui.region(clanName(clan.clan), () => [plate(ui, places, clan, place), line(ui, places, clan, place), held(ui, clan, isOver(ui) ? atTheEnd(places, place) : place), away(ui, clan, place)]);
}

/** The lane itself: the viewer's own is darker; whose decision is awaited has a white edge. */
export function ground(ui, { inner }, clan, { y, height, own }) {
  const [x, width] = inner;
  const won = captured(ui, clan);
  return [
    s("g", { transform: `translate(${x} ${y})`, class: won && "glows" }, panel(0, 0, width, height, 26, { fill: own ? "#0E1710" : "#182318", opacity: own ? 0.8 : 0.62 }), panel(0, 14, 8, height - 28, 4, { fill: coloursOf(clan.clan).bright })),
    isDue(ui, clan) && panel(x + 2, y + 2, width - 4, height - 4, 24, { fill: "none", stroke: INK, "stroke-width": 3, opacity: 0.85 }),
  ];
}

function isDue(ui, { seat }) {
  if (seat === null) return false;
  return ui.view.decisions.some((one) => one.seat === seat) || (!ui.view.clash && Boolean(ui.state.toAct?.includes(seat)));
}

/** Whether the clan has just captured a fort. */
function captured(ui, { clan, forts }) {
  const before = ui.before?.clans.find((one) => one.clan === clan);
  return Boolean(before) && forts.length > before.forts.length;
}

const who = (ui, { seat }) => (seat === null ? ui.word("neutral") : seat === ui.seat ? `${ui.name(seat)} (${ui.t("you")})` : ui.name(seat));

/** What is said of the orders while they are given. */
const orders = (ui, { sealed, placed }) => (ui.view.clash ? null : sealed ? ui.word("sealed") : ui.word("placed", { n: placed }));

function plate(ui, { tall }, clan, place) {
  const [x, y] = place.plate;
  const total = ui.memory.totals?.data.totals.find(({ side }) => side.clan === clan.clan);
  const { clanName } = wordsOf(ui);
  const said = [`${clanName(clan.clan)}, ${who(ui, clan)}`, orders(ui, clan), ui.view.seduced === clan.clan && ui.word("seduced"), ui.word("strength", { n: clan.strength }), ui.word("points", { n: signed(clan.points) }), total && `${ui.word("last-clash")}: ${totalText(ui, total)}`];
  const box = tall ? [x + 4, y + 1, 400, 50] : [x + 14, y + 8, 258, place.height - 16];
  ui.offer({ key: `clan-${clan.clan}`, token: ui.may("seduce") ? `clan:${clan.clan}` : "", thing: `clan:${clan.clan}` }, `${said.filter(Boolean).join(". ")}.`, box);
  const { crestAt, named, figured } = tall ? tallPlate(x, y) : widePlate(x, y + (place.height - 112) / 2);
  return [
    at(crestAt[0], crestAt[1], { "data-fly": homeName(clan.clan), "data-gathers": goneHome(ui, clan) }, crest(clan.clan, tall ? 36 : 48)),
    named(clanName(clan.clan), whoNow(ui, clan)),
    figures(ui, clan, total, figured),
  ];
}

const whoNow = (ui, clan) => (ui.view.seduced === clan.clan ? `${who(ui, clan)} · ${ui.word("seduced")}` : who(ui, clan));
const START = { fill: INK, "text-anchor": "start" };

function widePlate(x, y) {
  const named = (name, by) => [words(x + 78, y + 36, name, { size: 29, most: 184, ...START }), words(x + 78, y + 60, by, { size: 20, face: "text", most: 184, ...START })];
  return { crestAt: [x + 46, y + 36], named, figured: { y: y + 97, x: [x + 22, x + 104, x + 192], text: [x + 22, 156], size: 29 } };
}

function tallPlate(x, y) {
  const named = (name, by) => [words(x + 60, y + 35, name, { size: 28, most: 140, ...START }), words(x + 210, y + 34, by, { size: 22, face: "text", most: 190, ...START })];
  return { crestAt: [x + 34, y + 26], named, figured: { y: y + 36, x: [x + 420, x + 530, x + 658], text: [x + 420, 226], size: 29 } };
}

/** Strength, total of the last clash and points: each in its own column. */
function figures(ui, clan, total, { x, y, text, size }) {
  const [strength, clash, points] = x;
  const [from, most] = text;
  const told = orders(ui, clan);
  const scored = (x, name, art, number) => [at(x + 12, y - 9, {}, art), words(x + 30, y, number, { size, face: "strong", ...START, "data-count": `${name}-${clan.clan}` })];
  return [
    isOver(ui) ? null : told ? words(from, y - 1, told, { size: 22, face: clan.sealed ? "strong" : "text", most, ...START }) : [scored(strength, "strength", warrior("svord", 25, INK), clan.strength), total && lastTotal(ui, total, clash, y)],
    scored(points, "points", symbol("points", 27, INK), signed(clan.points)),
  ];
}

const ADDED = ({ seduced }) => (seduced ? ` (${seduced > 0 ? "+" : "−"}${Math.abs(seduced)})` : "");
const totalText = (ui, total) => (total.out ? ui.word("out") : `${total.total}${ADDED(total)}`);

/** What the clan had in the last clash; a tick if that captured the fort. */
function lastTotal(ui, total, x, y) {
  const won = ui.memory.totals.data.side?.clan === total.side.clan;
  return [at(x + 11, y - 9, {}, symbol(won ? "won" : "clash", 24, won ? "#B9EFB0" : "#D9D2BF")), words(x + 28, y - 1, totalText(ui, total), { size: 24, face: won ? "strong" : "text", most: 58, ...START, fill: won ? "#B9EFB0" : "#E9E2D3" })];
}

/** Whether the game is over and the lines are empty: then the captured forts lie, large, in their place. */
export const isOver = (ui) => ui.state.status === "finished" && ui.view.clans.every((clan) => !clan.line.length && !clan.revealed && !clan.orders?.length);

function atTheEnd({ column, step }, { card: { y, scale } }) {
  const chip = Math.min(2.2, 2.4 * scale);
  return { chip, forts: [column(1) - step / 2 + 10, y - 23 * chip, 6 * step - 20, 46 * chip] };
}

/** The captured forts, in rows; more than fit there overlap. */
function held(ui, clan, { forts: [x, y, width, height], chip: scale }) {
  const size = 46 * scale;
  const rows = Math.max(1, Math.floor(height / size));
  const fits = Math.max(Math.floor(width / (size + 6)), Math.ceil(clan.forts.length / rows));
  const step = Math.min(size + 6, (width - size) / Math.max(1, fits - 1));
  return clan.forts.map((id, i) => heldFort(ui, clan, id, i, [x + size / 2 + step * (i % fits), y + size / 2 + (size + 4) * Math.floor(i / fits), scale]));
}

function heldFort(ui, clan, id, i, [x, y, scale]) {
  const { fort: find, fortName } = wordsOf(ui);
  const { kind, value } = find(id) ?? { kind: "niefort", value: 0 };
  const last = i === clan.forts.length - 1 && captured(ui, clan);
  ui.offer({ key: `held-${clan.clan}-${i}`, token: isOwn(ui, clan) ? `held:${clan.clan}:${id}` : "", thing: `held:${clan.clan}:${id}` }, fortName(id), [x - 23 * scale, y - 23 * scale, 46 * scale, 46 * scale]);
  return at(x, y, { scale, "data-fly": heldName(clan.clan, i), "data-from": last && foughtOver(ui) }, chip(kind, value));
}

export const known = (cards) => (cards ?? []).filter((card) => card !== null);

/** The warriors that are out: discarded ones (but the one that still lies crossed out in the line), lost unseen, the seventh. */
function away(ui, clan, { gone: { x, y, scale } }) {
  const { warrior: name, strength } = wordsOf(ui);
  const crossed = isCrossed(clan) ? clan.discards.lastIndexOf(clan.revealed) : -1;
  const open = clan.discards.filter((_, i) => i !== crossed).map((id) => ({ id, secret: false }));
  const secret = [...known(clan.away), ...known(clan.seventh)].map((id) => ({ id, secret: true }));
  const names = (cards) => cards.map(name).join(", ");
  const said = [clan.discards.length && ui.word("discards", { warriors: names(clan.discards) }), known(clan.away).length && ui.word("lost-unseen", { warriors: names(known(clan.away)) }), known(clan.seventh).length && ui.word("seventh", { warrior: names(known(clan.seventh)) })].filter(Boolean);
  if (said.length) ui.say(`${said.join(". ")}.`, [x, y - 21 * scale, 9 * 31 * scale, 42 * scale]);
  return [...open, ...secret].map(({ id, secret: hidden }, i) => at(x + 15 * scale + 32 * scale * i, y, { scale }, token(id, clan.clan, strength(id), hidden)));
}
