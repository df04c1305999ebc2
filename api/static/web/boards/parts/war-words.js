// Age of War in words.

const FACES = {
  "infantry-1": "infantry 1",
  "infantry-2": "infantry 2",
  "infantry-3": "infantry 3",
  archery: "archery",
  cavalry: "cavalry",
  daimyo: "daimyo",
};

export function diceText(ui, faces) {
  return faces.map((face) => ui.t(FACES[face])).join(" + ");
}

/** What a line asks for. */
export function lineText(ui, { infantry, symbols }, line) {
  const needs = infantry ? ui.t("infantry of {n} or more", { n: infantry }) : diceText(ui, symbols);
  return line === 0 ? ui.t("special line: {needs}", { needs }) : ui.t("line {n}: {needs}", { n: line, needs });
}

export const pl = {
  "infantry 1": "piechota 1",
  "infantry 2": "piechota 2",
  "infantry 3": "piechota 3",
  "archery": "łucznicy",
  "cavalry": "kawaleria",
  "daimyo": "daimyo",
  "infantry of {n} or more": "piechota co najmniej {n}",
  "special line: {needs}": "linia specjalna: {needs}",
  "line {n}: {needs}": "linia {n}: {needs}",
  "{castle}, {line}": "{castle}, {line}",
  "{castle}, {line}: filled": "{castle}, {line}: zapełniona",
  "Castles in the centre": "Zamki na środku",
  "No castle is left in the centre.": "Na środku nie ma już zamków.",
  "under siege": "oblężony",
  "Points: {n}": "Punkty: {n}",
  "Dice": "Kości",
  "Dice on the table: {n}": "Kości na stole: {n}",
  "Dice set aside: {n}": "Odłożone: {n}",
  "you": "ty",
  "at turn": "na ruchu",
  "No castles yet.": "Jeszcze bez zamków.",
  "Completed clan, safe": "Skompletowany klan, bezpieczny",
  "Clear selection": "Wyczyść wybór",
  "Actions": "Czynności",
  "Board": "Plansza",
  "{what}. Possible moves: {n}": "{what}. Możliwe ruchy: {n}",
  "The game has not started yet.": "Gra jeszcze się nie zaczęła.",
  "The game is over.": "Gra skończona.",
  "Waiting for: {names}": "Czekamy na: {names}",
  "Seat {n}": "Miejsce {n}",
};
