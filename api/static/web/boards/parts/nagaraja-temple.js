// One temple: nine spaces, three entrances below, nine hiding places around, drawn with tiles, paths and relics.
import { drawing, path, s } from "./dom.js";
import { amuletArt, relicArt } from "./nagaraja-art.js";
import { HIDING, SPACES, livePaths, pathsOf, planned, touched } from "./nagaraja-paths.js";
import { placeName, spaceName } from "./nagaraja-words.js";
import { relicCameFrom, tileCameFrom, turnedBy, turnedOver } from "./nagaraja-moves.js";

const SIZE = 100;
const EDGE = 70;
const END = [[0, -49], [49, 0], [0, 49], [-49, 0]];
const LATEST = 4;
const SLIDES = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The temple of a seat, with the changes that the picks would make. */
export function temple(ui, player) {
  const { seat } = player;
  const action = concerns(ui.planned, seat, ui) ? ui.planned : null;
  const spaces = planned(player.temple.spaces, action, ui.view.offered);
  const live = livePaths(ui.components, spaces);
  const reached = new Set(touched(ui.components, spaces, live));
  return drawing(
    "0 0 440 426",
    { class: "temple", role: "group", "aria-label": ui.word("temple", { name: ui.name(seat) }) },
    path("M10 426V60Q10 10 60 10H380Q430 10 430 60V426z", "walls"),
    s("rect", { class: "floor", x: EDGE - 4, y: EDGE - 4, width: 308, height: 308, rx: 10 }),
    [0, 1, 2].map(entrance),
    spaces.map((tile, space) => spaceNode(ui, player, space, tile, lightsOf(ui, seat, live), live)),
    Object.keys(HIDING).map((place) => hidingPlace(ui, player, place, reached, action !== null)),
    ui.may("slide-line") && pushes(ui, seat),
  );
}

/** The state of a path ("space:path"); recent changes are animated, later the further they are from the entrance. */
function lightsOf(ui, seat, live) {
  const before = ui.before ? livePaths(ui.components, ui.before.players[seat - 1].temple.spaces) : live;
  const lit = [...live].filter((one) => !before.has(one));
  return (one) => {
    if (!live.has(one)) return { class: before.has(one) ? "way darkens" : "way" };
    if (before.has(one)) return { class: "way lit" };
    return { class: "way lit lights", vars: { "--i": Math.min(lit.indexOf(one), LATEST) } };
  };
}

/** Whether an action changes the temple of this seat. */
function concerns(action, seat, ui) {
  return Boolean(action) && (action.temple ?? (action.type === "place-tile" ? ui.seat : null)) === seat;
}

function corner(space) {
  return [EDGE + SIZE * (space % 3), EDGE + SIZE * Math.floor(space / 3)];
}

function entrance(column) {
  const x = EDGE + SIZE * column + SIZE / 2;
  return s("g", { class: "entrance", transform: `translate(${x} 398)` }, path("M-24 28V0a24 24 0 0 1 48 0v28z", "gate"), path("M0 26V-26", "way"), path("m-9 6 9-9 9 9", "step"));
}

function spaceNode(ui, player, space, tile, lit, live) {
  const { seat } = player;
  const [x, y] = corner(space);
  const before = ui.before?.players[seat - 1]?.temple.spaces[space];
  const isNew = ui.before && tile && before?.kind !== tile.kind;
  const node = s(
    "g",
    { class: `space ${tile ? "" : "empty"} ${tile?.planned ? "planned" : ""} ${isNew ? "new" : ""}`, transform: `translate(${x + SIZE / 2} ${y + SIZE / 2})` },
    s("rect", { class: "ground", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
    tile && s("g", { ...slides(`lying ${slid(ui, seat, SPACES[space])}`, moved(ui, seat, space), turnedBy(ui, seat, SPACES[space])), "data-fly": tile.kind === "trap" && "trap", "data-from": isNew && comesFrom(ui, seat, SPACES[space], tile) }, tileArt(ui.components, tile, (number) => lit(`${space}:${number}`))),
    s("text", { class: "coordinate", x: -43, y: -35 }, SPACES[space]),
    s("rect", { class: "ring", x: -46, y: -46, width: 92, height: 92, rx: 8 }),
  );
  return ui.offer(node, { key: `space-${seat}-${space}`, token: `space:${seat}:${SPACES[space]}` }, spaceName(ui, seat, SPACES[space], tile, (number) => live.has(`${space}:${number}`)));
}

/** Where a newly placed tile came from: the offered one, or the trap. */
function comesFrom(ui, seat, name, { kind }) {
  if (kind === "trap") return "trap trap-box";
  const placed = ui.news("tile-placed");
  return placed && placed.seat === seat && placed.space === name ? "offered" : null;
}

/** The offset of a tile's earlier place: [across, down]. */
function moved(ui, seat, space) {
  const from = tileCameFrom(ui, seat, SPACES[space]);
  return from && offset(corner(SPACES.indexOf(from)), corner(space));
}

function exchanged(ui, seat, place) {
  const from = relicCameFrom(ui, seat, place);
  return slides("held-relic", from && offset(hidingAt(from), hidingAt(place)));
}

const offset = (from, here) => [from[0] - here[0], from[1] - here[1]];

/** The attributes of an element that slides here from elsewhere, and turns. */
function slides(name, from, degrees = 0) {
  if (!from && !degrees) return { class: name };
  const [x, y] = from ?? [0, 0];
  return { class: `${name} arrives`, vars: { "--from-x": `${x}px`, "--from-y": `${y}px`, "--turned": `${degrees}deg` } };
}

/** The direction in which a tile was pushed with its row or column. */
function slid(ui, seat, name) {
  const push = ui.before && ui.news("line-slid");
  return push && push.seat === seat && name.includes(push.line) ? `slid-${push.direction}` : "";
}

/**
 * A tile of 94 by 94 at 0, 0, in its position; `litAs(number)` returns the state of its paths.
 * @param {(number: number) => {class: string}} litAs
 */
export function tileArt(components, tile, litAs = () => ({ class: "way" })) {
  if (tile.kind === "trap") return trapArt();
  const socket = components.tiles.find((one) => one.id === tile.kind)?.amulet ?? null;
  const paths = pathsOf(components, tile.kind);
  return s(
    "g",
    { class: "tile", transform: `rotate(${90 * tile.turns})` },
    s("rect", { class: "stone", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
    path("M-40-20h18M22-38h14M-36 34h14M24 26h16", "cracks"),
    paths.map((sides, number) => way(lines(sides, number === socket, paths.length > 1), litAs(number))),
    socket !== null && s("g", { transform: socketAt(paths[socket]) }, s("circle", { class: "socket", r: 15 }), tile.amulet && amuletArt(null)),
  );
}

function way(lines, lit) {
  return s("g", lit, lines.map((d) => path(d, "bed")), lines.map((d) => path(d, "light")));
}

/** The shape of a path: straight or a curve between two sides, from the middle to three or four, a short end to a socket. */
function lines(sides, isSocket, shared) {
  const at = sides.map((side) => END[side]);
  if (isSocket) return at.map(([x, y]) => `M${x} ${y}L${x * 0.45} ${y * 0.45}`);
  if (sides.length === 2 && Math.abs(sides[0] - sides[1]) === 2) return [`M${at[0]}L${at[1]}`];
  if (sides.length === 2) return [`M${at[0]}Q0 0 ${at[1]}`];
  if (shared) return at.slice(1).map((end) => `M${at[0]}Q0 0 ${end}`);
  return at.map((end) => `M0 0L${end}`);
}

function socketAt(sides) {
  const [x, y] = END[sides[0]];
  return `translate(${x * 0.45} ${y * 0.45})`;
}

function trapArt() {
  const teeth = Array.from({ length: 8 }, (_, i) => s("path", { d: "M-9-18 0-40 9-18z", transform: `rotate(${45 * i})` }));
  return s("g", { class: "trap" }, s("rect", { class: "pit", x: -47, y: -47, width: 94, height: 94, rx: 8 }), teeth, s("circle", { r: 17 }), path("M-7-4h.1M7-4h.1", "eyes"), path("M-6 7c3-3 9-3 12 0", "mouth"));
}

function hidingAt(place) {
  const [space, side] = HIDING[place];
  const [x, y] = corner(space);
  const [dx, dy] = [[50, -36], [136, 50], [0, 0], [-36, 50]][side];
  return [x + dx, y + dy];
}

function hidingPlace(ui, player, place, reached, isPlanned) {
  const { seat } = player;
  const { relic = null, face_up: faceUp = false } = player.temple.relics[place] ?? {};
  const turned = turnedOver(ui, seat, place);
  const mark = isPlanned && reached.has(place) && !faceUp ? "would" : "";
  const lost = isPlanned && !reached.has(place) && faceUp ? "would-not" : "";
  const seen = ui.view.effect?.target === seat && ui.view.effect.looked_at.includes(place) ? "looked-at" : "";
  const node = s(
    "g",
    { class: `hiding ${faceUp ? "open" : ""} ${mark} ${lost} ${seen} ${turned ? "turned" : ""}`, transform: `translate(${hidingAt(place)})` },
    path("M-26 29V-6a26 24 0 0 1 52 0v35z", "niche"),
    turned && s("g", { class: "was-relic" }, relicArt(turned.relic, turned.faceUp)),
    s("g", exchanged(ui, seat, place), relicArt(relic, faceUp)),
    path("M-26 29V-6a26 24 0 0 1 52 0v35z", "ring"),
  );
  return ui.offer(node, { key: `relic-${seat}-${place}`, token: `relic:${seat}:${place}` }, placeName(ui, seat, place, relic, faceUp));
}

function pushes(ui, seat) {
  const legal = ui.legal.filter((action) => action.type === "slide-line" && action.temple === seat);
  return legal.map((action) => slideButton(ui, action));
}

function slideButton(ui, action) {
  const { temple: seat, line, direction } = action;
  const [dx, dy] = SLIDES[direction];
  const along = EDGE + SIZE * ((dx ? "123" : "abc").indexOf(line)) + SIZE / 2;
  const across = EDGE + 150;
  const [x, y] = dx ? [across + 150 * dx, along] : [along, across + 150 * dy];
  const turn = { right: 0, down: 90, left: 180, up: 270 }[direction];
  const node = s("g", { class: "slide", transform: `translate(${x} ${y})` }, s("circle", { r: 18 }), s("path", { d: "M-6-7 7 0-6 7z", transform: `rotate(${turn})` }));
  const token = `slide:${seat}:${line}:${direction}`;
  return ui.offer(node, { key: token, token }, ui.label(action));
}
