// One temple: nine spaces, three entrances below, nine hiding places around, drawn with tiles, paths and relics.
import { s } from "./dom.js";
import { line, placed, relicArt, shape } from "./nagaraja-art.js";
import { about, leastOf } from "./nagaraja-layout.js";
import { flyingRelic, flyingTile, relicFrom, tileFrom, turnedOver, wasTurned } from "./nagaraja-moves.js";
import { HIDING, SPACES, livePaths, planned, touched } from "./nagaraja-paths.js";
import { tileArt } from "./nagaraja-tiles.js";
import { placeName, spaceName } from "./nagaraja-words.js";

const SIZE = 100;
const EDGE = 84;
const FAR = EDGE + 3 * SIZE;
const OUT = 44;
const PUSH = 3;
const SLIDES = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const COORDINATES = { "font-size": 20, "text-anchor": "middle", "font-family": "Atkinson Hyperlegible Next, system-ui, sans-serif", fill: "#344c38" };
const NICHE = "M-27 30V-6a27 25 0 0 1 54 0v36z";

/** The temple of a seat at [x, y, scale], 468 by 442 before it is scaled, with the changes that the picks would make. */
export function temple(ui, player, [x, y, scale]) {
  const { seat } = player;
  const action = concerns(ui.planned, seat, ui) ? ui.planned : null;
  const spaces = planned(player.temple.spaces, action, ui.view.offered);
  const live = livePaths(ui.components, spaces);
  const look = lightsOf(ui, seat, live);
  const scene = { ui, player, live, look, action, reached: new Set(touched(ui.components, spaces, live)), over: boxes(x, y, scale, leastOf(ui)) };
  ui.say(ui.word("temple", { name: ui.name(seat) }), [x, y, 468 * scale, 30 * scale]);
  return placed(x, y, scale, ui.part(`walls:${seat}`, [], () => [walls(), [0, 1, 2].map(entrance)]), s("g", COORDINATES, spaces.map((tile, space) => spaceArt(scene, space, tile))), Object.keys(HIDING).map((place) => hidingPlace(scene, place)), pushes(ui, seat, scene.over));
}

/** From a middle and a size inside the temple to a box on the stage, with a least size for targets. */
const boxes = (x, y, scale, least) => (across, down, size) => about(x + across * scale, y + down * scale, Math.max(size * scale, Math.min(least, 66 * scale)));

const walls = () => [
  shape("M6 442V58Q6 8 56 8H412Q462 8 462 58V442z", "#6f8a73", { stroke: "#2f4a3a", "stroke-width": 4 }),
  line("M30 442V62Q30 32 60 32H408Q438 32 438 62V442", { stroke: "#5d7863", "stroke-width": 3 }),
  s("rect", { x: EDGE - 6, y: EDGE - 6, width: 312, height: 312, rx: 10, fill: "#b9c7a8", stroke: "#4f6a56", "stroke-width": 3 }),
];

/** Whether a path ("space:path") is lit, and whether that is new. */
function lightsOf(ui, seat, live) {
  const before = ui.before ? livePaths(ui.components, ui.before.players[seat - 1].temple.spaces) : live;
  return (one) => ({ lit: live.has(one), fresh: live.has(one) !== before.has(one) });
}

/** Whether an action changes the temple of this seat. */
function concerns(action, seat, ui) {
  return Boolean(action) && (action.temple ?? (action.type === "place-tile" ? ui.seat : null)) === seat;
}

const middle = (space) => [EDGE + SIZE * (space % 3) + SIZE / 2, EDGE + SIZE * Math.floor(space / 3) + SIZE / 2];

function entrance(column) {
  const x = EDGE + SIZE * column + SIZE / 2;
  return placed(x, 412, 1, shape("M-25 30V0a25 25 0 0 1 50 0v30z", "#4b3a28", { stroke: "#2f2417", "stroke-width": 2 }), line("M0 29V-22", { stroke: "#8a4a00", "stroke-width": 23, "stroke-linecap": "butt" }), line("M0 29V-22", { stroke: "#f5a11c", "stroke-width": 17, "stroke-linecap": "butt" }), line("m-6 8 6-6 6 6", { stroke: "#6b3a00", "stroke-width": 3 }));
}

function spaceArt(scene, space, tile) {
  const { ui, player: { seat }, live, over } = scene;
  const [x, y] = middle(space);
  const name = SPACES[space];
  const label = spaceName(ui, seat, name, tile, (number) => live.has(`${space}:${number}`));
  ui.offer({ key: `space-${seat}-${space}`, token: `space:${seat}:${name}` }, label, over(x, y, 94));
  return placed(x, y, 1, tile ? lying(scene, space, tile) : ui.part(`ground:${seat}:${name}`, [], () => ground(name)));
}

const ground = (name) => [
  s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 8, fill: "#c9d5ba", stroke: "#6d8569", "stroke-width": 2, "stroke-dasharray": "7 6" }),
  s("text", { y: 7 }, name),
];

/** A tile in the temple; where it would only be if the picks were done, it has a dashed edge. */
function lying({ ui, player: { seat }, look }, space, tile) {
  const name = SPACES[space];
  const turns = wasTurned(ui, seat, name);
  const art = tileArt(ui.components, tile, (number) => look(`${space}:${number}`));
  const moved = tile.planned ? null : tileFrom(ui, seat, name, tile);
  return [
    s("g", { "data-fly": flyingTile(seat, name, tile), "data-from": moved }, s("g", { class: turns && "turned" }, s("rect", { x: -47, y: -43, width: 94, height: 96, rx: 9, opacity: 0.28 }), art)),
    tile.planned && s("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8, fill: "none", stroke: "#1f3a2c", "stroke-width": 5, "stroke-dasharray": "12 8" }),
  ];
}

function hidingAt(place) {
  const [space, side] = HIDING[place];
  const [x, y] = middle(space);
  const out = SIZE / 2 + OUT;
  return [[x, y - out], [x + out, y], [x, y + out], [x - out, y]][side];
}

function hidingPlace(scene, place) {
  const { ui, player: { seat, temple: { relics } }, reached, action, over } = scene;
  const { relic = null, face_up: faceUp = false } = relics[place] ?? {};
  const [x, y] = hidingAt(place);
  ui.offer({ key: `relic-${seat}-${place}`, token: `relic:${seat}:${place}`, round: 0.4 }, placeName(ui, seat, place, relic, faceUp), over(x, y, 56));
  const would = action && reached.has(place) !== faceUp;
  return placed(x, y, 1, niche(ui, seat, place, faceUp), held(ui, seat, place, { relic, faceUp }), would && line(NICHE, { stroke: faceUp ? "#5a0f1a" : "#fff", "stroke-width": 5, "stroke-dasharray": "8 6" }));
}

function niche(ui, seat, place, faceUp) {
  const seen = ui.view.effect?.target === seat && ui.view.effect.looked_at.includes(place);
  return [shape(NICHE, faceUp ? "#f7e7b5" : "#43584a", { stroke: faceUp ? "#7c5a12" : "#26382d", "stroke-width": 2.5 }), seen && line(NICHE, { stroke: "#bfe3ff", "stroke-width": 5, "stroke-dasharray": "5 8" })];
}

/** A relic in its place, which turns over when it is uncovered, and glows then. */
function held(ui, seat, place, now) {
  const turned = turnedOver(ui, seat, place);
  const art = relicArt(now.relic, now.faceUp);
  return s("g", { class: turned && now.faceUp && "glows" }, s("g", { "data-fly": flyingRelic(seat, place, now), "data-from": relicFrom(ui, seat, place) }, s("g", { class: turned && "turned" }, art)));
}

/** The arrows that push a row or a column: upon the edge of the spaces, where they leave the values of relics free. */
function pushes(ui, seat, over) {
  const legal = ui.legal.filter((action) => action.type === "slide-line" && action.temple === seat);
  return legal.map((action) => push(ui, action, over));
}

function push(ui, action, over) {
  const { temple: seat, line: which, direction } = action;
  const [dx, dy] = SLIDES[direction];
  const along = EDGE + SIZE * (dx ? "123" : "abc").indexOf(which) + SIZE / 2;
  const across = dx + dy > 0 ? FAR + PUSH : EDGE - PUSH;
  const [x, y] = dx ? [across, along] : [along, across];
  const token = `slide:${seat}:${which}:${direction}`;
  ui.offer({ key: token, token, round: 0.5 }, ui.label(action), over(x, y, 38));
  return placed(x, y, 1, s("circle", { r: 18, fill: "#fffdf5", stroke: "#1f3a2c", "stroke-width": 2 }), shape("M-8-9 9 0-8 9z", "#1f3a2c", { transform: `rotate(${{ right: 0, down: 90, left: 180, up: 270 }[direction]})` }));
}
