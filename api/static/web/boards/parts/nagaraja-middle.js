// Between the temples: the round and its stage, the tile that both want, fate points, piles, what was used; the effect under way.
import { panel, shadow, words, wrapped } from "./drawing.js";
import { s } from "./dom.js";
import { amuletArt, chip, nagaSign, placed, smallStick, symbolSign, TONES } from "./nagaraja-art.js";
import { about, cells } from "./nagaraja-layout.js";
import { cardFrom, discarded, flyingCard, sticksBack } from "./nagaraja-moves.js";
import { sideOf } from "./nagaraja-player.js";
import { tileArt } from "./nagaraja-tiles.js";
import { amuletText, cardName, cardOf, STAGES, tileName } from "./nagaraja-words.js";

const INK = "#20302a";
const SOFT = "#4c5a50";
const PAPER = "#f4f2e4";

export function middle(ui, place) {
  const [x, y, width, height] = place.box;
  const back = [shadow(x, y, width, height, 26), panel(x, y, width, height, 26, { fill: PAPER })];
  return [back, stages(ui, place.box), offered(ui, place), trapAside(ui, place.trap), fates(ui, place.fate), piles(ui, place.piles), supply(ui, place.supply), onTable(ui, place)];
}

/** The round, and which of its four stages it is; on a phone in one line. */
function stages(ui, [x, y, width]) {
  const round = ui.word("round", { n: ui.view.round });
  const at = STAGES.indexOf(ui.view.stage);
  const stage = at >= 0 ? ui.word(`stage-${ui.view.stage}`) : "";
  ui.say([round, stage].filter(Boolean).join(", "), [x + 12, y + 8, width - 24, 44]);
  if (ui.tall) return words(x + width / 2, y + 36, [round, stage].filter(Boolean).join(" · "), { size: 25, most: width - 24, fill: INK });
  const dots = STAGES.map((_, i) => s("circle", { cx: x + width / 2 + (i - 1.5) * 24, cy: y + 90, r: i === at ? 8 : 6, fill: i === at ? "#9c2f17" : "#c5c6b3" }));
  return [words(x + width / 2, y + 36, round, { size: 28, fill: INK }), words(x + width / 2, y + 68, stage, { size: 24, face: "text", most: width - 24, fill: SOFT }), dots];
}

function offered(ui, { tile: [x, y, scale] }) {
  const tile = ui.view.offered;
  const turns = ui.planned?.type === "place-tile" ? ui.planned.turns : 0;
  const label = ui.word(tile ? "offered" : "none-offered");
  const fresh = ui.before && ui.before.round !== ui.view.round;
  ui.say(tile ? `${label}: ${tileName(ui, { ...tile, turns })}` : label, about(x, y, 94 * scale));
  if (!tile) return placed(x, y, scale, s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 8, fill: "none", stroke: "#a3a892", "stroke-width": 3, "stroke-dasharray": "8 7" }));
  return placed(x, y, scale, s("g", { "data-fly": "offered" }, s("g", { class: fresh && "turned" }, shadow(-47, -47, 94, 94, 8), tileArt(ui.components, { ...tile, turns }))));
}

/** The trap, while it lies beside the tiles. */
function trapAside(ui, [x, y, scale]) {
  if (ui.view.trap !== null) return null;
  ui.say(ui.word("trap-aside"), about(x, y, 94 * scale));
  return placed(x, y, scale, s("g", { "data-fly": "trap-box", "data-gathers": ui.before?.trap && "trap" }, tileArt(ui.components, { kind: "trap" })));
}

/** Fate points and Nagas, one below the other. */
function fates(ui, [x, y, width]) {
  return ui.view.players.map((one, i) => fate(ui, one, [x, y + i * 52, width]));
}

function fate(ui, { seat, fate_points: points, nagas }, [x, y, width]) {
  const said = `${ui.name(seat)}: ${ui.word("fate", { n: points })}, ${ui.word("nagas", { n: nagas })}`;
  ui.say(said, [x, y, width, 46]);
  const column = ui.tall ? x + 84 : x + 104;
  return [
    s("circle", { cx: x + 15, cy: y + 23, r: 13, fill: sideOf(ui, seat), stroke: INK, "stroke-width": 2 }),
    words(column, y + 38, points, { size: 42, fill: INK, "text-anchor": "end", "data-count": `fate-${seat}` }),
    nagas > 0 && [placed(column + 22, y + 24, 0.95, nagaSign("#1e6b43")), words(column + 38, y + 34, nagas, { size: 28, fill: "#1e6b43", "text-anchor": "start" })],
  ];
}

const PILES = ["tiles", "amulets", "deck", "discards"];

function piles(ui, [x, y, width]) {
  const columns = ui.tall ? 4 : 2;
  return PILES.map((name, i) => pile(ui, name, [x + (width / columns) * (i % columns), y + 42 * Math.floor(i / columns), width / columns]));
}

/** A number and what it counts: "Tiles: {n}" without the number. */
function pile(ui, name, [x, y, width]) {
  const n = ui.view.piles[name];
  const label = ui.word(`pile-${name}`, { n: "" }).replace(/[:\s]+$/, "");
  const moves = { "data-fly": name === "deck" && "deck", "data-gathers": name === "discards" && discarded(ui) };
  ui.say(ui.word(`pile-${name}`, { n }), [x, y, width, ui.tall ? 58 : 38]);
  if (ui.tall) return s("g", moves, words(x + width / 2, y + 28, n, { size: 28, fill: INK }), words(x + width / 2, y + 54, label, { size: 21, face: "text", most: width - 6, fill: SOFT }));
  return s("g", moves, words(x + 34, y + 29, n, { size: 26, fill: INK, "text-anchor": "end" }), words(x + 42, y + 28, label, { size: 20, face: "text", most: width - 44, fill: SOFT, "text-anchor": "start" }));
}

/** The sticks that are not thrown. */
function supply(ui, [x, y, width]) {
  const left = Object.entries(ui.view.sticks);
  ui.say(ui.word("supply", { sticks: left.map(([colour, n]) => ui.word(`left-${colour}`, { n })).join(", ") }), [x, y, width, 26]);
  const one = ([colour, n], i) => [placed(x + (width / 3) * (i + 0.4), y + 13, 1.1, smallStick(colour)), words(x + (width / 3) * (i + 0.4) + 12, y + 21, n, { size: 22, fill: INK, "text-anchor": "start" })];
  return s("g", { "data-gathers": sticksBack(ui) }, left.map(one));
}

/** Used cards and played amulets. */
function onTable(ui, { used: box, usedLabel }) {
  const { used, played_amulets: amulets } = ui.view;
  const n = used.length + amulets.length;
  if (!n) return null;
  const grid = cells(usedLabel ? [box[0], box[1] + 28, box[2], box[3] - 28] : box, n, ui.tall ? 52 : 60, ui.tall ? [56, 56] : [62, 62]);
  const title = usedLabel && words(usedLabel[0], usedLabel[1], ui.word("on-table"), { size: 20, face: "text", most: box[2], fill: SOFT });
  return ui.region(ui.word("on-table"), () => [title, used.map((id, i) => usedCard(ui, id, grid.at(i), grid.size)), amulets.map((id, i) => usedAmulet(ui, id, grid.at(used.length + i), grid.size))]);
}

function usedCard(ui, id, [x, y], [width, height]) {
  const size = [width - 8, Math.min(height - 8, 48)];
  ui.say(cardName(ui, id), about(x, y, ...size));
  return s("g", { transform: `translate(${x - size[0] / 2} ${y - size[1] / 2})`, "data-fly": flyingCard(id), "data-from": cardFrom(ui, id) }, chip(cardOf(ui, id), size));
}

function usedAmulet(ui, id, [x, y], [width, height]) {
  ui.say(amuletText(ui, id), about(x, y, width - 8, height - 8));
  return placed(x, y, Math.min(width, height) / 36, amuletArt(id));
}

/** The card whose effect is being carried out, with its text. @param {any} ui @param {number[]} box */
export function effect(ui, [x, y, width, height]) {
  const now = ui.view.effect;
  if (!now) return null;
  const { symbol, text } = cardOf(ui, now.card);
  const title = ui.word("effect", { card: now.card, name: ui.name(now.seat) });
  ui.say(`${title}: ${ui.text(text)}`, [x, y, width, height]);
  const top = ui.tall ? 0 : 10;
  const back = ui.tall ? panel(x - 4, y, width + 4, height, 14, { fill: "#e2ead3" }) : [shadow(x, y, width, height, 22), panel(x, y, width, height, 22, { fill: PAPER })];
  return [back, placed(x + 24, y + top + 22, 1, symbolSign(symbol, TONES[symbol], PAPER)), words(x + 48, y + top + 29, title, { size: 23, most: width - 58, fill: INK, "text-anchor": "start" }), paragraph(ui.text(text), [x + 10, y + top + 42, width - 20, height - top - 46], ui.tall ? 21 : 24)];
}

/** Text on lines in a box, smaller where it must be. */
export function paragraph(text, [x, y, width, height], largest, fill = INK) {
  const rows = (size) => wrapped(text, width * 0.96, size);
  let size = largest;
  while (size > 12 && rows(size).length * size * 1.16 > height) size -= 0.5;
  return rows(size).map((row, i) => words(x, y + size * (0.95 + 1.16 * i), row, { size, face: "text", fill, "text-anchor": "start" }));
}
