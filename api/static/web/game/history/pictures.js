// The module that draws the turns of a ruleset, with the parts of its board; other rulesets have no pictures.
/** @typedef {{pictures: Function, things: Record<string, Function>, gone?: Record<string, Function>}} Art */
/** @type {[string, () => Promise<Art>][]} */
const OWN = [
  ["age-of-war", () => import("./pictures/age-of-war.js")],
  ["romans", () => import("./pictures/romans.js")],
  ["touche", () => import("./pictures/touche.js")],
  ["nagaraja", () => import("./pictures/nagaraja.js")],
];
const NONE = { pictures: () => [], things: {} };

export const picturesOf = (ruleset) => OWN.find(([id]) => id === ruleset)?.[1]() ?? Promise.resolve(NONE);
