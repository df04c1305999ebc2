// This browser's records for its seats: seeds it committed to, heads it has seen, inconsistencies.
// Keys are in IndexedDB, and their private halves cannot be exported.
import { remember, remembered } from "../memory.js";

const GAMES = 200;

/** Store a value for a game under a name; only the values of the last games are retained. */
function keep(name, game, value) {
  const { [game]: _, ...others } = remembered(name, {});
  remember(name, Object.fromEntries([...Object.entries(others).slice(1 - GAMES), [game, value]]));
}

/** This browser's commitments for its seats of a game: {seat: {ctx, seed, key?, taken?}}; `taken` once it has the seat. */
export const claimsOf = (game) => remembered("claims", {})[game] ?? {};

export function keepClaim(game, seat, claim) {
  keep("claims", game, { ...claimsOf(game), [seat]: claim });
}

export function dropClaims(game) {
  const { [game]: _, ...others } = remembered("claims", {});
  remember("claims", others);
}

/** The note over the longest log of a game that this browser has seen. */
export const headOf = (game) => remembered("heads", {})[game];
export const keepHead = (game, note) => keep("heads", game, note);

/** The note over the longest head that this browser has seen of a service's log of games, by that log's name, over all games. */
export const logHeadOf = (log) => remembered("logs", {})[log] ?? null;
export const keepLogHead = (log, note) => remember("logs", { ...remembered("logs", {}), [log]: note });

/** The proof that the seats of a game are in the service's log, as it was when the own seed was opened: its list of leaves. */
export const keepSeated = (game, listed) => keep("seated", game, listed);

/** An inconsistency: {why, values, kept, shown}, two notes; stored, because it is the evidence. */
export const breachOf = (game) => remembered("breaches", {})[game];
export const keepBreach = (game, breach) => keep("breaches", game, breach);

const STORE = "seats";
const place = (game, seat) => `${game}/${seat}`;

function database() {
  const opening = indexedDB.open("kronika", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function within(mode, work) {
  const opened = await database();
  try {
    return await settled(work(opened.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    opened.close();
  }
}

/** The key pair of this browser for a seat, if it has one. */
export const keptKeys = (game, seat) => within("readonly", (store) => store.get(place(game, seat)));
/** Rejected if there is one already: another page of this browser may have been faster, and its key is the one that counts. */
export const keepKeys = (game, seat, keys) => within("readwrite", (store) => store.add(keys, place(game, seat)));
/** In place of others. */
export const putKeys = (game, seat, keys) => within("readwrite", (store) => store.put(keys, place(game, seat)));
export const dropKeys = (game) => within("readwrite", (store) => store.delete(IDBKeyRange.bound(place(game, ""), place(game, "\uffff"))));
