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
  const words = { name: ui.name(seat), row: Math.floor(space / 3) + 1, column: (space % 3) + 1, what: what(ui, tile) };
  return ui.t("{name}, row {row}, column {column}: {what}", words);
}

function what(ui, tile) {
  if (!tile) return ui.t("empty");
  if (tile.kind === "trap") return ui.t("the trap");
  return tile.amulet ? ui.t("tile {kind} with an amulet", { kind: tile.kind }) : ui.t("tile {kind}", { kind: tile.kind });
}

const at = (space) => `${Math.floor(space / 3) + 1}/${(space % 3) + 1}`;
const turned = (turns) => `${90 * turns}°`;
const list = (things) => things.join(", ");
const sticks = (ui, names) => list(names.map((name) => stickName(ui, name)));

const SAY = {
  "choose-cards": (a, ui) => {
    if (!a.cards.length) return ui.t("Lay no card");
    return ui.t(a.more ? "Lay {cards}, and another card" : "Lay {cards}", { cards: list(a.cards) });
  },
  "spend-naga": (a, ui) => ui.t("Spend a Naga ({stick}): {card}", { stick: stickName(ui, a.stick), card: a.card }),
  pass: (a, ui) => ui.t("Pass"),
  "play-amulet": (a, ui) => (a.card ? ui.t("Play an amulet as a Naga: {card}", { card: a.card }) : ui.t("Play the amulet: {text}", { text: amuletText(ui, a.amulet) })),
  "place-tile": (a, ui) => ui.t("Put the tile on {space}, turned by {turns}", { space: at(a.space), turns: turned(a.turns) }),
  "keep-cards": (a, ui) => keep(a, ui),
  "swap-relics": (a, ui) => ui.t("Swap the relics {first} and {second} of {name}", { first: a.first, second: a.second, name: ui.name(a.temple) }),
  "peek-relics": (a, ui) => ui.t("Look at {places} of {name}", { places: list(a.places), name: ui.name(a.temple) }),
  "leave-relics": (a, ui) => ui.t("Swap nothing"),
  "rotate-tile": (a, ui) => ui.t("Turn the tile on {space} of {name} by {turns}", { space: at(a.space), turns: turned(a.turns), name: ui.name(a.temple) }),
  "swap-tiles": (a, ui) => ui.t("Swap the tiles {first} and {second} of {name}", { first: at(a.first), second: at(a.second), name: ui.name(a.temple) }),
  "move-tile": (a, ui) => ui.t("Move the tile {space} to {to}, turned by {turns}", { space: at(a.space), to: at(a.to), turns: turned(a.turns) }),
  "slide-line": (a, ui) => {
    const row = a.direction === "left" || a.direction === "right";
    return ui.t(row ? "Push row {n} of {name}: {direction}" : "Push column {n} of {name}: {direction}", { n: a.line + 1, direction: ui.t(a.direction), name: ui.name(a.temple) });
  },
  "place-trap": (a, ui) => ui.t("Put the trap on {space} of {name}", { space: at(a.space), name: ui.name(a.temple) }),
  "discard-sticks": (a, ui) => ui.t("Discard: {sticks}", { sticks: sticks(ui, a.sticks) }),
  "name-stick": (a, ui) => ui.t("Throw again: {stick}", { stick: stickName(ui, a.stick) }),
  "throw-named": (a, ui) => ui.t("Throw the named sticks"),
  "choose-player": (a, ui) => ui.t("Choose {name}", { name: ui.name(a.player) }),
  "discard-cards": (a, ui) => ui.t("Discard: {cards}", { cards: list(a.cards) }),
  "take-card": (a, ui) => ui.t("Take {card}", { card: a.card }),
};

function keep(action, ui) {
  const left = [...(ui.view.drawn ?? [])];
  for (const card of action.cards) left.splice(left.indexOf(card), 1);
  const words = { cards: list(action.cards), given: left[0] };
  return ui.t(left.length ? "Keep {cards}, give {given} away" : "Keep {cards}", words);
}

/** An action in words. */
export function say(action, ui) {
  return SAY[action.type](action, ui);
}

export const STAGES = ["choose", "confront", "place", "keep"];
export const STAGE_NAMES = { choose: "Call of fate", confront: "Confrontation", place: "Exploring", keep: "New deal" };

/** What is asked of the viewer. */
export const QUESTIONS = {
  "choose-cards": "Lay cards of one symbol: their sticks are thrown for the tile.",
  "spend-naga": "Spend a Naga to activate a card, or pass.",
  pass: "Play an amulet, or pass.",
  "place-tile": "You won the tile: choose a space, turn it, put it down.",
  "keep-cards": "Keep two of these cards; the third goes to the opponent.",
  "swap-relics": "Choose two relics that trade places.",
  "peek-relics": "Choose face-down relics to look at.",
  "rotate-tile": "Choose a tile and turn it.",
  "swap-tiles": "Choose two tiles that trade places.",
  "move-tile": "Choose a tile, then where it goes, and turn it.",
  "slide-line": "Push a row or a column.",
  "place-trap": "Choose a space for the trap.",
  "discard-sticks": "Choose sticks of the opponent to discard.",
  "name-stick": "Name your sticks to be thrown again.",
  "throw-named": "Name more sticks, or throw.",
  "choose-player": "Choose a player.",
  "discard-cards": "Choose cards of your hand to discard.",
  "take-card": "Take one of these cards.",
};
