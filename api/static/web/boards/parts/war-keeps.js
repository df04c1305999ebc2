// The keeps of Age of War: what each player has conquered. Castles of others can be besieged there; stacks are safe.
import { at, panel, shadow, words } from "./drawing.js";
import { castleArt, coloursOf, crest, INK, PAPER, readable, SEAL, seatDisc, worth } from "./war-art.js";
import { card, cardName, castleOf, clanOf } from "./war-where.js";
import { castleText, playerText } from "./war-words.js";
import { s } from "./dom.js";

/** Heights of a castle: the least, and what it needs on the wide stage to be pressed here too, and the most; from which height its picture has room, and from which width its worth stands beside it. */
const LEAST = 48;
const LEAST_WIDE = 88;
const MOST = 104;
const HIGH = 66;
const WIDE = 150;
const GAP = 8;

export function keep(ui, player, box) {
  const [x, y, width, height] = box;
  const own = player.seat === ui.seat;
  const turn = ui.view.seat === player.seat && ui.state.status !== "finished";
  const ground = ui.part(`keep:${player.seat}`, [box, own, turn], () => [
    shadow(x, y, width, height, 22),
    panel(x, y, width, height, 22, { fill: own ? "#2E2118" : PAPER, opacity: own ? 0.92 : 0.9 }),
    turn && panel(x, y, width, height, 22, { fill: "none", stroke: SEAL, "stroke-width": 6 }),
  ]);
  return [ground, ...(height < 140 ? beside(ui, player, box, own) : above(ui, player, box, own))];
}

const thing = ({ seat }, own) => `keep:${own ? "own" : seat}`;
const inkOf = (own) => (own ? "#FFF3DC" : INK);

/** A name of several words in two lines. */
function inTwo(name) {
  const [first, ...rest] = name.split(" ");
  return rest.length ? [first, rest.join(" ")] : [first];
}

/** A low keep has its name at the left of its castles. */
function beside(ui, player, [x, y, width, height], own) {
  const side = Math.round(width * 0.28);
  ui.say(playerText(ui, player), [x, y, side, height], thing(player, own));
  const name = inTwo(ui.name(player.seat)).map((part, i) => words(x + 46, y + 34 + 18 * i, part, { size: 22, most: side - 50, fill: inkOf(own), "text-anchor": "start" }));
  const score = words(x + side / 2, y + height - 18, player.score, { size: 42, fill: inkOf(own), "data-count": `score-${player.seat}` });
  return [seatDisc(player.seat, x + 26, y + 28, 14), name, score, pieces(ui, player, [x + side, y + 2, width - side - 8, height - 4], own)];
}

/** A higher one has it above them. */
function above(ui, player, [x, y, width, height], own) {
  const head = height < 200 ? 42 : 52;
  ui.say(playerText(ui, player), [x, y, width, head], thing(player, own));
  const score = words(x + width - 18, y + head - 9, player.score, { size: 38, fill: inkOf(own), "text-anchor": "end", "data-count": `score-${player.seat}` });
  const name = words(x + 50, y + head - 13, ui.name(player.seat), { size: 26, most: width - 120, fill: inkOf(own), "text-anchor": "start" });
  return [seatDisc(player.seat, x + 28, y + head - 21, 15), name, score, pieces(ui, player, [x + 10, y + head, width - 20, height - head - 2], own)];
}

/** Castles and stacks in columns; there are more columns only where there is no room for more rows. */
function pieces(ui, { castles, stacks }, [x, y, width, height], own) {
  const all = [...castles.map((id) => (box) => tile(ui, id, box, own)), ...stacks.map((clan) => (box) => stack(ui, clan, box))];
  if (!all.length) return words(x + width / 2, y + height / 2 + 6, ui.word("no-castles"), { size: 22, face: "text", fill: own ? "#E3D3B5" : "#6A5A44", most: width - 16 });
  const columns = Math.max(width < 300 ? 1 : 2, Math.ceil(all.length / Math.floor((height + GAP) / (LEAST + GAP))));
  const rows = Math.ceil(all.length / columns);
  const gap = columns > 3 ? 4 : 10;
  const [across, down] = [Math.floor((width - gap * (columns - 1)) / columns), Math.min(MOST, Math.floor((height - GAP * (rows - 1)) / rows))];
  return all.map((draw, i) => draw([x + (i % columns) * (across + gap), y + Math.floor(i / columns) * (down + GAP), across, down]));
}

/** A castle that lies face up: it can be besieged here as well as at its place among the fourteen. While it is under siege its card lies in the field. */
function tile(ui, id, [x, y, width, height], own) {
  const { name, points, clan } = castleOf(ui, id);
  const { strong, soft } = coloursOf(clanOf(ui, clan));
  const look = { name, points, width, height };
  const picture = (left, foot, room) => (room < 30 ? crest(clan, left + 8, foot - 10, 20, strong) : castleArt(points, strong, left + 22, foot, Math.min(44, room / 1.42)));
  if (ui.view.siege?.castle === id) return at(x, y, {}, panel(2, 2, width - 4, height - 4, 10, { fill: "none", stroke: SEAL, "stroke-width": 4, "stroke-dasharray": "9 6" }), labelled(look, inkOf(own), () => null));
  const label = castleText(ui, id);
  if (Math.min(width, height) < (ui.tall ? LEAST : LEAST_WIDE)) ui.say(label, [x, y, width, height], `castle:${id}`);
  else ui.offer({ key: `kept-${id}`, token: `castle:${id}`, round: 10 / width }, label, [x, y, width, height]);
  const taken = ui.news("castle-conquered")?.castle === id;
  const stripe = () => s("path", { d: `M10 0V${height}q-10 0-10-10V10q0-10 10-10z`, fill: strong });
  const art = ui.part(`tile:${id}`, look, () => [shadow(0, 0, width, height, 10), panel(0, 0, width, height, 10, { fill: soft }), stripe(), labelled(look, INK, picture)]);
  return at(x, y, card(ui, id), at(0, 0, { class: taken && "glows" }, art));
}

/** A name and a worth: one above the other with a picture, or side by side where that fits better. */
function labelled({ name, points, width, height }, fill, picture) {
  if (height < HIGH && width >= WIDE) return [words(20, height / 2 + 8, name, { size: 23, most: width - 62, fill, "text-anchor": "start" }), worth(points, width - 20, height / 2, 15)];
  const small = height < HIGH;
  const r = small ? 11 : 15;
  return [readable(14, small ? 20 : 28, name, { size: small ? 19 : 23, most: width - 18, fill, "text-anchor": "start" }), picture(16, height - 4, height - 36), worth(points, width - r - 6, height - r - 5, r)];
}

/** A completed clan: its castles are turned over, and safe from everybody. */
function stack(ui, clan, [x, y, width, height]) {
  const { name, points, colour } = clanOf(ui, clan);
  const { strong, on } = coloursOf({ colour });
  ui.say(`${name}: ${ui.word("clan-safe")}. ${ui.word("points", { n: points })}`, [x, y, width, height], `stack:${clan}`);
  const fresh = ui.news("clan-completed")?.clan === clan;
  const own = ui.components.castles.filter((one) => one.clan === clan);
  const deep = own.length - 1;
  const cards = own.map((_, i) => panel(2 * i, 3 * i, width - 2 * deep, height - 3 * deep, 10, { fill: strong, stroke: "#FFFFFF", "stroke-width": 1.5 }));
  const face = labelled({ name, points, width: width - 2 * deep, height: height - 3 * deep }, on, (left, foot, room) => room < 30 ? crest(clan, left + 8, foot - 9, 18, on) : crest(clan, left + 18, foot - 20, 36, on));
  const flight = { "data-fly": `stack:${clan}`, "data-from": fresh && ui.before && own.map(({ id }) => cardName(ui.before, id)).join(" ") };
  return at(x, y, flight, at(0, 0, { class: fresh && "glows" }, shadow(0, 0, width, height, 10), cards.reverse(), face));
}
