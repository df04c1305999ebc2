// The messages that seats commit to and that their keys sign, for both signing and checking.
import { b64, b64u, canonical, fromB64, fromB64u, fromHex, joined, sha256, u32, u64, u8, utf8 } from "./bytes.js";
import { leafHash, rootFromPath } from "./merkle.js";
import { publicKeyOf } from "./note.js";
import { Failed } from "./report.js";

const NOTHING = new Uint8Array(32);
const TERMS = ["disputes", "edition", "edition_hash", "ruleset", "seats", "undo", "visibility"];
/** Members of entry 0 that differ between a tournament's games. */
const OWN = ["game", "origin", "nonce", "vkey", "draw_roots", "tournament", "options", "rules"];

const bytesOr = (text) => (text === undefined ? NOTHING : fromB64u(text, 32));

/** The context that commitments and signatures are bound to: this game alone, or its whole tournament. `text` is entry 0. */
export async function contextOf(text) {
  const created = JSON.parse(text).d;
  return created.tournament ? tournamentContext(created) : leafHash(utf8(text));
}

export async function tournamentContext(created) {
  const { id, number, games, path } = created.tournament;
  const roots = created.draw_roots.map((root) => fromB64(root, 32));
  const planned = joined(utf8("gamelog/v1/planned-game\n"), fromHex(id), u32(number), fromHex(created.game), ...roots);
  const root = await rootFromPath(await leafHash(planned), number, games, path.map((node) => fromB64(node, 32)));
  if (!root) throw new Failed("the path of the planned game leads nowhere", {}, 0);
  const terms = await sha256(utf8(canonical(termsOf(created))));
  return sha256(joined(utf8("gamelog/v1/tournament\n"), fromHex(id), u32(games), root, terms));
}

/** T: what all games of a tournament have in common; from table 2 on, everything that a game does not have for itself. */
function termsOf(created) {
  const { first } = created.tournament;
  if (!first) return Object.fromEntries(TERMS.map((name) => [name, created[name]]));
  const common = Object.entries(created).filter(([name]) => !OWN.includes(name));
  return { ...Object.fromEntries(common), first, key: b64(publicKeyOf(created.vkey)) };
}

/** c: a seat's commitment, given before any seed is revealed. */
export async function seedCommitment(ctx, seat, seed) {
  return b64u(await sha256(joined(utf8("gamelog/v1/client-seed\n"), ctx, u8(seat), fromB64u(seed, 32))));
}

/** A: what stands in the log for an account, {id} in hexadecimal, with these random bytes. */
export async function accountHash(salt, id) {
  return b64u(await sha256(joined(utf8("gamelog/v1/account\n"), fromB64u(salt, 16), fromHex(id))));
}

/** The seats in force after these entries: Map of seat -> data of its seat-taken. */
export function takenIn(entries) {
  const taken = new Map();
  for (const { t, d } of entries) {
    if (t === "seat-taken") taken.set(d.seat, d);
    if (t === "seat-freed") taken.delete(d.seat);
  }
  return taken;
}

/** D: what a seat declares, {key?, seed_commitment?, account_hash?}; the last one where the game's table has `accounts`. */
function declared({ key, seed_commitment: commitment, account_hash: account }, accounts) {
  return [key, commitment, ...(accounts ? [account] : [])].map(bytesOr);
}

/** C: what all seats declare; `taken` is a Map of seat -> data of its seat-taken. */
export function seatsCommitment(ctx, count, taken, accounts) {
  const seats = Array.from({ length: count }, (_, i) => i + 1).flatMap((seat) => [u8(seat), ...declared(taken.get(seat) ?? {}, accounts)]);
  return sha256(joined(utf8("gamelog/v1/seats\n"), ctx, u8(count), ...seats));
}

/** `data` as in `declared`; it has a key. */
export function seatMessage(ctx, seat, data, accounts) {
  return joined(utf8("gamelog/v1/seat\n"), ctx, u8(seat), ...declared(data, accounts));
}

/** What the key of a guest's seat signs when an account takes the seat. */
export function claimMessage(game, seat, account) {
  return joined(utf8("gamelog/v1/claim\n"), fromHex(game), u8(seat), fromB64u(account, 32));
}

/** What the key of a seat signs where entry `index` gives the seat another `key`, or none. */
export function hereMessage(game, seat, index, key) {
  return joined(utf8("gamelog/v1/here\n"), fromHex(game), u8(seat), u64(index), bytesOr(key));
}

export function seedMessage(ctx, seat, seats, seed) {
  return joined(utf8("gamelog/v1/seed\n"), ctx, u8(seat), seats, fromB64u(seed, 32));
}

/** `index` is the action's first entry, `head` the root over the entries before it, `h` the hash of its disclosure. */
export function actionMessage(game, seat, index, head, h) {
  return joined(utf8("gamelog/v1/action\n"), fromHex(game), u8(seat), u64(index), head, h);
}

