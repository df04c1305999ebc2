// Nagaraja in words, which are the service's.
import { readStick } from "./nagaraja-art.js";

export function cardOf(ui, id) {
  return ui.components.cards.find((card) => card.id === id);
}

/** A card for those who hear the page. */
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

export function spaceName(ui, seat, space, tile) {
  return ui.word("space", { name: ui.name(seat), space, what: what(ui, tile) });
}

function what(ui, tile) {
  if (!tile) return ui.word("empty");
  if (tile.kind === "trap") return ui.word("trap");
  return tile.amulet ? ui.word("tile-amulet", { kind: tile.kind }) : ui.word("tile", { kind: tile.kind });
}

export const STAGES = ["choose", "confront", "place", "keep"];
