// The words of Touché, and Polish.
import { FREE, JOKER, read } from "./touche-art.js";

const SUITS = { C: "{rank} of clubs", D: "{rank} of diamonds", H: "{rank} of hearts", S: "{rank} of spades" };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const KINDS = { square: "square", straight: "straight", t: "T", cross: "cross" };
const SETS = {
  squares: "Four squares",
  ts: "Three Ts",
  straights: "Three straights",
  crosses: "Three crosses",
  "three-different": "Three different patterns",
};

export function colourName(ui, colour) {
  return ui.t(colour);
}

export function kindName(ui, kind) {
  return ui.t(KINDS[kind] ?? kind);
}

export function setName(ui, set) {
  return ui.t(SETS[set] ?? set);
}

/** A card in words, for those who hear the page. */
export function cardName(ui, face) {
  if (face === null) return ui.t("unknown card");
  if (face === JOKER) return ui.t("joker");
  if (face === FREE) return ui.t("Free Space");
  const { rank, suit } = read(face);
  return ui.t(SUITS[suit], { rank });
}

function short(ui, face) {
  if (face === JOKER) return ui.t("joker");
  const { rank, suit } = read(face);
  return rank + SIGNS[suit];
}

export function say(action, ui) {
  switch (action.type) {
    case "lay-card":
      return ui.t("Lay {card} on {field}", { card: short(ui, action.card), field: action.field });
    case "exchange-dead":
      return ui.t("Exchange dead cards: {cards}", { cards: action.cards.map((card) => short(ui, card)).join(" ") });
    case "crown-pattern":
      return ui.t("Crown the {kind} on {fields}", { kind: kindName(ui, action.kind), fields: action.fields.join(" ") });
    case "choose-set":
      return [setName(ui, action.set), action.kinds.map((kind) => kindName(ui, kind)).join(", ")].filter(Boolean).join(": ");
    default:
      return ui.t("Pass");
  }
}

export const pl = {
  "{rank} of clubs": "{rank} trefl",
  "{rank} of diamonds": "{rank} karo",
  "{rank} of hearts": "{rank} kier",
  "{rank} of spades": "{rank} pik",
  square: "kwadrat",
  straight: "linia",
  T: "T",
  cross: "krzyż",
  "Four squares": "Cztery kwadraty",
  "Three Ts": "Trzy T",
  "Three straights": "Trzy linie",
  "Three crosses": "Trzy krzyże",
  "Three different patterns": "Trzy różne wzory",
  yellow: "żółty",
  turquoise: "turkusowy",
  violet: "fioletowy",
  "unknown card": "nieznana karta",
  joker: "joker",
  "Free Space": "wolne pole",
  "Lay {card} on {field}": "Połóż {card} na {field}",
  "Exchange dead cards: {cards}": "Wymień martwe karty: {cards}",
  "Crown the {kind} on {fields}": "Ukoronuj wzór ({kind}): {fields}",
  Pass: "Pas",
  "Round {n}": "Runda {n}",
  "Turn {n}": "Ruch {n}",
  "Choose the patterns that have to be made.": "Wybierz wzory do ułożenia.",
  "You completed several patterns: choose the one to crown.": "Ułożyłeś kilka wzorów naraz: wybierz ten do ukoronowania.",
  "Choose a card of your hand, then a field.": "Wybierz kartę z ręki, a potem pole.",
  "Choose a field that glows, or exchange dead cards.": "Wybierz świecące pole albo wymień martwe karty.",
  "You can do nothing but pass.": "Możesz tylko spasować.",
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
  Players: "Gracze",
  "Seat {n}": "Miejsce {n}",
  "Clear selection": "Wyczyść wybór",
  Actions: "Akcje",
  "{what}. Possible moves: {n}": "{what}. Możliwe ruchy: {n}",
  "The game has not started yet.": "Gra jeszcze się nie zaczęła.",
};
