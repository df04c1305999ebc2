// The boards: games with one of their own, and the plain one for all others.
/** @typedef {{mount: Function}} Board */
/** @type {[string, () => Promise<Board>][]} */
const OWN = [
  ["age-of-war", () => import("./age-of-war.js")],
  ["romans", () => import("./romans.js")],
  ["touche", () => import("./touche.js")],
  ["nagaraja", () => import("./nagaraja.js")],
];

/**
 * The module of a ruleset's board.
 * @param {string} ruleset
 * @returns {Promise<Board>}
 */
export function boardOf(ruleset) {
  const [, load] = OWN.find(([id]) => id === ruleset) ?? [null, () => import("./plain.js")];
  return load();
}
