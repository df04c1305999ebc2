// The boards: some rulesets have their own, here or in their package; all others use the plain one.
/** @typedef {{mount: Function}} Board */
/** @type {[string, () => Promise<Board>][]} */
const OWN = [
  ["age-of-war", () => import("./age-of-war.js")],
  ["romans", () => import("./romans.js")],
  ["touche", () => import("./touche.js")],
  ["nagaraja", () => import("./nagaraja.js")],
];

/** The rulesets of packages that ship a board: the page names them. */
const packaged = () => document.querySelector("meta[name=packaged-boards]")?.getAttribute("content").split(" ") ?? [];

/**
 * The module of a ruleset's board.
 * @param {string} ruleset
 * @returns {Promise<Board>}
 */
export async function boardOf(ruleset) {
  if (packaged().includes(ruleset)) return (await import("./packaged.js")).packagedBoard(ruleset);
  const [, load] = OWN.find(([id]) => id === ruleset) ?? [null, () => import("./plain.js")];
  return load();
}
