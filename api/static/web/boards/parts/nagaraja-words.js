// The texts of Nagaraja, from the service.
import { readStick } from "./nagaraja-art.js";
import { pathsOf } from "./nagaraja-paths.js";

export function cardOf(ui, id) {
  return ui.components.cards.find((card) => card.id === id);
}

/** A card for screen readers. */
export function cardName(ui, id) {
  const card = cardOf(ui, id);
  if (!card) return ui.word("unknown-card");
  const sticks = Object.entries(card.sticks).filter(([, n]) => n > 0);
  const tops = sticks.map(([colour, n]) => `${n} × ${ui.word(`colour-${colour}`)}`).join(", ");
  return ui.word("card", { id, symbol: ui.word(`symbol-${card.symbol}`), sticks: tops, target: ui.word(`target-${card.target}`), text: ui.text(card.text) });
}

export function stickName(ui, name) {
  const { colour, face } = readStick(name);
  const words = { colour: ui.word(`colour-${colour}`), n: face };
  return ui.word(face === "N" ? "stick-naga" : "stick", words);
}

export function amuletText(ui, id) {
  return ui.text(ui.components.amulets.find((amulet) => amulet.id === id)?.text) || ui.word("unknown-amulet");
}

function relicName(ui, relic) {
  if (!relic) return ui.word("unknown-relic");
  const [kind, n] = relic.split("-");
  return ui.word(kind === "cursed" ? "cursed" : "sacred", { n });
}

export function placeName(ui, seat, place, relic, faceUp) {
  const what = relicName(ui, relic);
  return ui.word(faceUp ? "face-up" : "face-down", { name: ui.name(seat), place, relic: what });
}

/** @param {(path: number) => boolean} isLit whether a path of the tile leads from an entrance */
export function spaceName(ui, seat, space, tile, isLit) {
  return ui.word("space", { name: ui.name(seat), space, what: tile ? tileName(ui, tile, isLit) : ui.word("empty") });
}

/** A tile and its paths in its position, for screen readers. */
export function tileName(ui, tile, isLit = (_) => false) {
  if (tile.kind === "trap") return ui.word("trap");
  const name = ui.word(tile.amulet ? "tile-amulet" : "tile", { kind: tile.kind });
  const paths = pathsOf(ui.components, tile.kind).map((sides, path) => pathName(ui, sides, tile.turns, isLit(path)));
  return [name, ...paths].join("; ");
}

function pathName(ui, sides, turns, lit) {
  const around = sides.map((side) => (side + turns) % 4).sort();
  const all = around.map((side) => ui.word(`side-${side}`)).join(", ");
  const way = ui.word(sides.length > 1 ? "path" : "dead-end", { sides: all });
  return lit ? ui.word("lit-path", { path: way }) : way;
}

export const STAGES = ["choose", "confront", "place", "keep"];
