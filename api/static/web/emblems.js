// A small picture for each game, in one style: a pale and a golden shape on the colour of its world. A plain pawn for games that have none.
import { drawing, path, s } from "./boards/parts/dom.js";

const DRAWN = new Map(Object.entries({
  "age-of-war": [
    ["sun", "M32 9a17 17 0 1 1 0 34 17 17 0 0 1 0-34z"],
    ["pale", "M24 28h16v9H24z M18 46h28v10H18z"],
    ["deep", "M18 26c7-1 12-6 14-13 2 7 7 12 14 13l-3 4H21z M9 44c8-1 12-3 14-7h18c2 4 6 6 14 7l-3 4H12z M28 56v-4a4 4 0 0 1 8 0v4z"],
  ],
  romans: [
    ["pale", "M9 31C8 13 19 5 32 5s24 8 23 26h-6c0-13-8-19-17-19s-17 6-17 19z"],
    ["gold", "M18 32c0-11 6-17 14-17s14 6 14 17v19l-9 7V43l5-5v-4h-7l-2 12h-2l-2-12h-7v4l5 5v15l-9-7z"],
  ],
  touche: [
    ["dim", "M9.8 16.7 35 10.4 44.2 47.3 19 53.6z"],
    ["pale", "M26 10 52.6 14.2 47.1 53.8 20.5 50z"],
    ["red", "M36.5 17.5 43 26 35 34.5 28.5 26z"],
    ["gold ringed", "M43 34a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z"],
  ],
  nagaraja: [
    ["gold", "M32 6c6 0 9 3 10 8 6 2 10 7 10 13 0 8-9 11-12 18H24c-3-7-12-10-12-18 0-6 4-11 10-13 1-5 4-8 10-8z M13 48h38a4.5 4.5 0 0 1 0 9H13a4.5 4.5 0 0 1 0-9z"],
    ["pale", "M25 25h14l-1.5 4.5H26.5z M26 31.5h12l-1.5 4.5h-9z M27.5 38h9l-1.5 4.5h-6z"],
    ["deep", "M25.5 13.5l5 2.2-1.5 3.3c-2.5 0-4-2.5-3.5-5.5z M38.5 13.5l-5 2.2 1.5 3.3c2.5 0 4-2.5 3.5-5.5z"],
  ],
}));
const PLAIN = [["pale", "M20 56c0-12 6-14 6-22h12c0 8 6 10 6 22z"], ["gold", "M32 10a11 11 0 1 1 0 22 11 11 0 0 1 0-22z"]];

export function emblem(ruleset) {
  const shapes = (DRAWN.get(ruleset) ?? PLAIN).map(([kinds, d]) => path(d, kinds.split(" ").map((kind) => `e-${kind}`).join(" ")));
  return drawing("0 0 64 64", { class: `emblem emblem-${ruleset}` }, s("rect", { class: "e-ground", width: 64, height: 64, rx: 14 }), shapes);
}
