// Leaves of the log of logs (docs/ledger.md): the kinds that one game's file can have, each with exactly its members.
import { b64u, fromB64, fromB64u, joined, readEntry, sha256, utf8 } from "./bytes.js";
import { tournamentContext } from "./claims.js";
import { isObject, only, whole } from "./entries.js";
import { leafHash } from "./merkle.js";
import { Failed } from "./report.js";

const LABEL = utf8("gamelog/v1/log-id\n");
const ENDS = ["finished", "abandoned", "voided"];
/** Milliseconds by which the end of an outage is later than the service's return. */
export const NOTICE = 30_000;
const CUP_ENDS = ["finished", "abandoned", "lost"];
export const LOST = "lost";
export const OUTAGE = "outage";

const hash = (text) => fromB64u(text, 32).length === 32;
const root = (text) => fromB64(text, 32).length === 32;
const counted = (low, high) => (number) => whole(number, low, high);
const one = (words) => (word) => words.includes(word);

/** Kind -> the forms that its leaves may have, beside `k` and `at`. */
const FORMS = new Map(Object.entries({
  game: [{ id: hash }, { id: hash, of: hash, number: counted(0) }],
  seats: [{ id: hash, n: counted(1), r: root }],
  end: [{ id: hash, n: counted(1), r: root, why: one(ENDS) }, { id: hash, why: one([LOST]) }],
  tournament: [{ id: hash, games: counted(1, 2 ** 32 - 1) }],
  "tournament-seats": [{ id: hash, c: hash }],
  "tournament-end": [{ id: hash, why: one(CUP_ENDS) }],
  [OUTAGE]: [{ n: counted(1), from: counted(0), to: counted(0) }, { n: counted(1), from: counted(0), to: counted(0), id: hash }],
}));

/** The leaf in these bytes, given as text; throws Failed for any other text. */
export function readLeaf(text) {
  const leaf = readEntry(text, "a leaf of the service's log is not canonical JSON");
  const forms = (isObject(leaf) && FORMS.get(leaf.k)) || [];
  if (!forms.some((form) => fits(leaf, form)) || !whole(leaf.at, 0) || (leaf.k === OUTAGE && leaf.from >= leaf.to - NOTICE)) throw new Failed("a leaf of the service's log is malformed");
  return leaf;
}

function fits(leaf, form) {
  const names = Object.keys(form);
  return only(leaf, ["k", "at", ...names]) && names.every((name) => form[name](leaf[name]));
}

/** The id of a game's leaves, or of a tournament's with its ctx in place of the hash of entry 0. */
const idOf = async (bound) => b64u(await sha256(joined(LABEL, bound)));

/** {game, of}: the ids of a game's leaves and of its tournament's, null without one. `text` is entry 0. */
export async function idsOf(text) {
  const created = JSON.parse(text).d;
  const of = created.tournament ? await idOf(await tournamentContext(created)) : null;
  return { game: await idOf(await leafHash(utf8(text))), of };
}
