// What lies in front of one player: name and points, thrown sticks, amulets, cards in hand of the other, the temple.
import { panel, words, wrapped } from "./drawing.js";
import { s } from "./dom.js";
import { amuletArt, chip, placed, shape, stick, torch } from "./nagaraja-art.js";
import { about, cells, leastOf } from "./nagaraja-layout.js";
import { flyingCard, handName, isThrown, stickNames } from "./nagaraja-moves.js";
import { temple } from "./nagaraja-temple.js";
import { amuletText, cardName, cardOf, stickName } from "./nagaraja-words.js";

const LIGHT = "#fdf6e6";
const CREAM = "#e9e2cd";
const SIDES = { grey: "#a9b3ad", yellow: "#e3b22c" };

/** The colour of a seat's pieces. */
export const sideOf = (ui, seat) => SIDES[ui.state.seats?.find((one) => one.seat === seat)?.side ?? Object.keys(SIDES)[seat - 1]] ?? "#a9b3ad";

/** A player in the place of a layout; `cards` is whether the cards in hand are drawn here, too. */
export function player(ui, one, place, cards) {
  const [x, y, width, height] = place.box;
  const turn = ui.state.toAct?.includes(one.seat);
  const back = panel(x, y, width, height, 26, { fill: "#10261d", opacity: place.large ? 0.62 : 0.42 });
  const ring = turn && panel(x + 2, y + 2, width - 4, height - 4, 25, { fill: "none", stroke: LIGHT, "stroke-width": 3 });
  return s("g", {}, back, ring, head(ui, one, place), sticks(ui, one, place.sticks), temple(ui, one, place.temple), amulets(ui, one, place.amulets), cards && place.held && held(ui, one, place.held));
}

function head(ui, one, { box: [x, y, width], large }) {
  const size = large ? 34 : 30;
  const [name, right] = [ui.name(one.seat), x + width - 20];
  const needed = ui.components.figures.points_to_win.value;
  const full = ui.word("points", { points: one.points, needed });
  const guide = ui.view.guide === one.seat;
  const room = width - 270;
  ui.say([name, one.seat === ui.seat && ui.t("you"), guide && ui.word("guide")].filter(Boolean).join(", "), [x + 16, y + 10, room, 36]);
  ui.say(full, [right - 190, y + 10, 190, 36]);
  return [
    s("circle", { cx: x + 36, cy: y + 32, r: 15, fill: sideOf(ui, one.seat), stroke: LIGHT, "stroke-width": 2.5 }),
    words(x + 62, y + 43, one.seat === ui.seat ? `${name} (${ui.t("you")})` : name, { size, most: room - (guide ? 40 : 0), fill: LIGHT, "text-anchor": "start" }),
    guide && placed(right - 176, y + 31, 1.25, torch()),
    points(ui, one, needed, [right, y, width - 40]),
    status(ui, one, [x + 20, y, right]),
  ];
}

function points(ui, { seat, points: score }, needed, [right, y, across]) {
  const rest = ui.word("points", { points: "", needed }).trim();
  const part = Math.max(0, Math.min(1, score / needed)) * across;
  return [
    words(right - 104, y + 44, score, { size: 38, fill: LIGHT, "text-anchor": "end", "data-count": `points-${seat}` }),
    words(right, y + 43, rest, { size: 22, face: "text", most: 98, fill: CREAM, "text-anchor": "end" }),
    panel(right - across, y + 55, across, 7, 3.5, { fill: "#08150f", opacity: 0.7 }),
    part > 0 && panel(right - across, y + 55, part, 7, 3.5, { fill: "#f5a11c" }),
  ];
}

/** A line of what is so now, and the cursed relics that are face up. */
function status(ui, one, [x, y, right]) {
  const said = [ui.word("in-hand", { n: one.hand.length }), one.laid.length > 0 && ui.word("laid-count", { n: one.laid.length }), one.passed && ui.word("passed")].filter(Boolean).join(" · ");
  const cursed = Object.values(one.temple.relics).filter(({ relic, face_up: up }) => up && relic?.startsWith("cursed")).length;
  const most = right - x - 112;
  ui.say(said, [x, y + 68, most, 26]);
  ui.say(ui.word("curses", { n: cursed }), [right - 100, y + 66, 100, 28]);
  const gem = (n) => shape("M0-13 13 0 0 13-13 0z", n <= cursed ? "#c22a3f" : "none", { transform: `translate(${right - 14 - 34 * (3 - n)} ${y + 81})`, stroke: "#f3c9c4", "stroke-width": 2.5 });
  return [s("g", { "data-fly": handName(one.seat) }, words(x, y + 88, said, { size: 23, face: "text", most, fill: CREAM, "text-anchor": "start" })), [1, 2, 3].map(gem)];
}

function sticks(ui, one, box) {
  const names = stickNames(one);
  const named = [...(ui.view.effect?.seat === one.seat ? ui.view.effect.named : [])];
  if (!names.length) return empty(ui, box);
  const grid = cells(box, names.length, leastOf(ui), [58, 84]);
  return one.sticks.map((name, i) => oneStick(ui, one.seat, name, i, take(named, name), names[i], grid));
}

function empty(ui, [x, y, width, height]) {
  ui.say(ui.word("no-sticks"), [x, y, width, Math.min(height, 60)]);
  const rows = wrapped(ui.word("no-sticks"), width, 22);
  return rows.map((row, i) => words(x, y + Math.min(height, 60) / 2 + 7 + 26 * i, row, { size: 22, face: "text", most: width, fill: CREAM, "text-anchor": "start" }));
}

/** Whether a name is still on the list; removes it. */
function take(list, name) {
  const at = list.indexOf(name);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

function oneStick(ui, seat, name, i, named, thing, { size, at }) {
  const [x, y] = at(i);
  const label = [stickName(ui, name), named && ui.word("named")].filter(Boolean).join(", ");
  const scale = Math.min((size[1] - 8) / 70, size[0] / 32, 1.05);
  const box = about(x, y, Math.min(size[0] - 6, 48), size[1] - 4);
  ui.offer({ key: `stick-${seat}-${i}`, token: `${seat === ui.seat ? "mine" : "theirs"}:${name}`, round: 0.3 }, label, box);
  const mark = named && s("circle", { cx: x, cy: y, r: 35 * scale, fill: "none", stroke: LIGHT, "stroke-width": 4, "stroke-dasharray": "9 6" });
  return [placed(x, y, scale, s("g", { "data-fly": thing }, s("g", { class: isThrown(ui, thing) && "turned" }, stick(name)))), mark];
}

function amulets(ui, { seat, amulets: own }, box) {
  if (!own.length) return null;
  const least = leastOf(ui);
  const grid = cells(box, own.length, least, [66, 66]);
  return own.map((id, i) => {
    const [x, y] = grid.at(i);
    const token = seat === ui.seat ? `amulet:${id}` : "";
    ui.offer({ key: `amulet-${seat}-${i}`, token, thing: token || null, round: 0.3 }, `${ui.word("amulets")}: ${amuletText(ui, id)}`, about(x, y, grid.size[0] - 6, grid.size[1] - 6));
    return placed(x, y, Math.min(grid.size[0], grid.size[1]) / 36, amuletArt(id));
  });
}

/** The cards in the other's hand, of which some are known; where there is little room the known ones alone. */
function held(ui, one, { box, backs }) {
  const hand = one.hand.map((id, i) => ({ id, i })).filter(({ id }) => backs || id !== null);
  if (!hand.length) return null;
  const grid = cells(box, hand.length, 44, [54, 54]);
  return ui.region(ui.word("hand-of", { name: ui.name(one.seat) }), () => hand.map(({ id, i }, nth) => heldCard(ui, one, id, grid.at(nth), grid.size, i)));
}

function heldCard(ui, { seat, laid }, id, [x, y], [width, height], i) {
  const size = [width - 6, height - 4];
  const label = [cardName(ui, id), laid.includes(i) && ui.word("laid")].filter(Boolean).join(", ");
  const lifted = laid.includes(i) ? 6 : 0;
  ui.offer({ key: `card-${seat}-${i}`, token: "", thing: null }, label, about(x, y - lifted, ...size));
  return s("g", { transform: `translate(${x - size[0] / 2} ${y - size[1] / 2 - lifted})`, "data-fly": flyingCard(id) }, chip(cardOf(ui, id), size));
}
