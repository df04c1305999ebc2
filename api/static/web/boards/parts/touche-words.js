// The words of Touché, and Polish.
import { FREE, JOKER, read } from "./touche-art.js";

const SUITS = { C: "{rank} of clubs", D: "{rank} of diamonds", H: "{rank} of hearts", S: "{rank} of spades" };
const KINDS = { square: "square", straight: "straight", t: "T", cross: "cross" };

export function colourName(ui, colour) {
  return ui.t(colour);
}

export function kindName(ui, kind) {
  return ui.t(KINDS[kind] ?? kind);
}

/** A card in words, for those who hear the page. */
export function cardName(ui, face) {
  if (face === null) return ui.t("unknown card");
  if (face === JOKER) return ui.t("joker");
  if (face === FREE) return ui.t("Free Space");
  const { rank, suit } = read(face);
  return ui.t(SUITS[suit], { rank });
}

export const pl = {
  "{rank} of clubs": "{rank} trefl",
  "{rank} of diamonds": "{rank} karo",
  "{rank} of hearts": "{rank} kier",
  "{rank} of spades": "{rank} pik",
  square: "kwadrat",
  straight: "prosta",
  T: "litera T",
  cross: "krzyż",
  yellow: "żółty",
  turquoise: "turkusowy",
  violet: "fioletowy",
  "unknown card": "nieznana karta",
  joker: "joker",
  "Free Space": "wolne pole",
  "Round {n}": "Runda {n}",
  "Turn {n}": "Ruch {n}",
  "Waiting for: {names}": "Czekamy na: {names}",
  "The game is over.": "Gra skończona.",
  "The board": "Plansza",
  "Your hand": "Twoja ręka",
  "Hand of {name}": "Ręka gracza {name}",
  "{field}: {card}": "{field}: {card}",
  "{field}: {card}, pawn: {colour}": "{field}: {card}, pionek: {colour}",
  "{field}: {card}, crown: {colour}": "{field}: {card}, korona: {colour}",
  dead: "martwa",
  dealer: "rozdaje",
  you: "ty",
  "Stack: {n}": "Stos: {n}",
  "Used: {n}": "Zużyte: {n}",
  "Cards in hand: {n}": "Karty w ręce: {n}",
  "Points: {n}": "Punkty: {n}",
  "{kind}: {made} of {needed}": "{kind}: {made} z {needed}",
  "Patterns not chosen yet": "Wzory jeszcze niewybrane",
  "Turns without a pawn: {n}": "Ruchy bez pionka: {n}",
  "Stalled rounds running: {n}": "Zastoje z rzędu: {n}",
  Players: "Gracze",
  "Seat {n}": "Miejsce {n}",
  "Clear selection": "Wyczyść wybór",
  Actions: "Akcje",
  Board: "Plansza",
  "{what}. Possible moves: {n}": "{what}. Możliwe ruchy: {n}",
  "The game has not started yet.": "Gra jeszcze się nie zaczęła.",
};
