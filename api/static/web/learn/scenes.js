// The position shown with each section of the rules: a state in the folder scenes, drawn by the game's own board.
/** @type {[string, Record<string, string>][]} */
const ALL = [
  ["age-of-war", { centre: "age-of-war-to-throw", turn: "age-of-war-thrown", siege: "age-of-war-siege", stealing: "age-of-war-stolen", end: "age-of-war-ended" }],
  ["romans", { walls: "romans-orders-begun", orders: "romans-orders-half", clashes: "romans-watched-clash", abilities: "romans-seduce", end: "romans-ended" }],
  ["touche", {
    board: "touche-beginning",
    patterns: "touche-choose-set",
    jokers: "touche-joker",
    dead: "touche-exchange",
    crowns: "touche-crown",
    end: "touche-ended",
  }],
  ["nagaraja", {
    temples: "nagaraja-choose-cards",
    call: "nagaraja-watched-throw",
    confrontation: "nagaraja-spend-naga",
    exploring: "nagaraja-place-tile",
    deal: "nagaraja-keep-cards",
    end: "nagaraja-ended",
  }],
];

export const SCENES = new Map(ALL);
