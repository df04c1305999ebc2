// A small picture for each game; a plain pawn for games that have none.
import { drawing, path, s } from "./boards/parts/dom.js";

const DRAWN = new Map(Object.entries({
  "age-of-war": [
    ["roof", "M4 20 32 7l28 13-5 3H9z M11 33l21-9 21 9-4 3H15z"],
    ["wall", "M16 23h32v7H16z M18 36h28v11H18z"],
    ["base", "M10 58l6-11h32l6 11z"],
    ["door", "M28 47v-6a4 4 0 0 1 8 0v6z"],
  ],
  romans: [
    ["crest", "M12 26C12 8 52 8 52 26l-5 1C46 16 18 16 17 27z"],
    ["base", "M17 30a15 15 0 0 1 30 0v7H17z"],
    ["wall", "M17 37h8v19l-8-5z M39 37h8v14l-8 5z"],
    ["door", "M30 33h4v18h-4z"],
  ],
  touche: [
    ["base", "M8 44 6 18l13 11L32 9l13 20 13-11-2 26z"],
    ["wall", "M8 48h48v7H8z"],
    ["door", "M32 26l5 8-5 8-5-8z"],
    ["roof", "M16 37l3 4-3 4-3-4z M48 37l3 4-3 4-3-4z"],
  ],
  nagaraja: [
    ["wall", "M14 58V30l18-18 18 18v28z"],
    ["base", "M8 58h48v4H8z"],
    ["snake", "M22 54c0-8 20-4 20-12s-20-4-20-12 12-8 16-4"],
    ["door", "M37 22l7 3-5 5z"],
  ],
}));
const PLAIN = [["base", "M20 56c0-12 6-14 6-22h12c0 8 6 10 6 22z"], ["roof", "M32 10a10 10 0 1 1 0 20 10 10 0 0 1 0-20z"]];

export function emblem(ruleset) {
  const shapes = (DRAWN.get(ruleset) ?? PLAIN).map(([kind, d]) => path(d, `e-${kind}`));
  return drawing("0 0 64 64", { class: `emblem emblem-${ruleset}` }, s("rect", { class: "e-ground", width: 64, height: 64, rx: 14 }), shapes);
}
