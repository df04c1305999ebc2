// The boards: some rulesets have their own, all others use the plain one.
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
