// The words of Nagaraja; Polish stands in nagaraja-pl.js.
import { readStick } from "./nagaraja-art.js";

const COLOURS = { brown: "brown", white: "white", green: "green" };
const SYMBOLS = { relic: "relic", tile: "tile", stick: "stick", card: "card" };
const TARGETS = { opponent: "concerns the opponent", self: "concerns yourself", either: "concerns a player of your choice" };

export function cardOf(ui, id) {
  return ui.components.cards.find((card) => card.id === id);
}

/** A card for those who hear the page. */
export function cardName(ui, id) {
  const card = cardOf(ui, id);
  if (!card) return ui.t("unknown card");
  const sticks = Object.entries(card.sticks).filter(([, n]) => n > 0);
  const tops = sticks.map(([colour, n]) => `${n} × ${ui.t(COLOURS[colour] ?? colour)}`).join(", ");
  return ui.t("{id}, symbol {symbol}, sticks {sticks}, {target}: {text}", { id, symbol: ui.t(SYMBOLS[card.symbol]), sticks: tops, target: ui.t(TARGETS[card.target]), text: ui.text(card.text) });
}

export function stickName(ui, name) {
  const { colour, face } = readStick(name);
  const words = { colour: ui.t(COLOURS[colour] ?? colour), n: face };
  return ui.t(face === "N" ? "{colour} stick, Naga" : "{colour} stick, {n}", words);
}

export function amuletText(ui, id) {
  return ui.text(ui.components.amulets.find((amulet) => amulet.id === id)?.text) || ui.t("unknown amulet");
}

function relicName(ui, relic) {
  if (!relic) return ui.t("unknown relic");
  const [kind, n] = relic.split("-");
  return ui.t(kind === "cursed" ? "cursed relic worth {n}" : "sacred relic worth {n}", { n });
}

export function placeName(ui, seat, place, relic, faceUp) {
  const what = relicName(ui, relic);
  return ui.t(faceUp ? "{name}, hiding place {place}: {relic}, face up" : "{name}, hiding place {place}: {relic}, face down", { name: ui.name(seat), place, relic: what });
}

export function spaceName(ui, seat, space, tile) {
  return ui.t("{name}, {space}: {what}", { name: ui.name(seat), space, what: what(ui, tile) });
}

function what(ui, tile) {
  if (!tile) return ui.t("empty");
  if (tile.kind === "trap") return ui.t("the trap");
  return tile.amulet ? ui.t("tile {kind} with an amulet", { kind: tile.kind }) : ui.t("tile {kind}", { kind: tile.kind });
}

export const STAGES = ["choose", "confront", "place", "keep"];
export const STAGE_NAMES = { choose: "Call of fate", confront: "Confrontation", place: "Exploring", keep: "New deal" };
