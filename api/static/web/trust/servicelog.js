// The service's log of games, as this browser has seen it: it keeps the newest head over all games, and each later one must continue it.
import { equal, readEntry } from "../audit/bytes.js";
import { ANOTHER, CONTINUED, OTHER_SERVICE_LOG, UNPROVEN } from "../audit/continuity.js";
import { continues } from "../audit/merkle.js";
import { checkLogSignature, readNote } from "../audit/note.js";
import { pathOfLog } from "../audit/promise.js";
import { Failed, Missing } from "../audit/report.js";
import { consistencyFrom, tileName } from "../audit/tiles.js";
import { Problem, getBytes } from "../api.js";
import { Breach } from "./log.js";
import { keepLogHead, logHeadOf } from "./store.js";

const TILE = { accept: "application/octet-stream" };
const FULL = 256;
const ABSENT = 404;

/**
 * Keep a head of the log that entry 0 (`created`) promises, if it is the newest. CONTINUED if this browser had kept one and both are of one log,
 * UNPROVEN if the service gives no proof, null if it had kept none. Throws Breach for another log, or a head that the game's key has not signed.
 */
export async function followLog(created, note) {
  const { log, vkey } = created;
  const kept = logHeadOf(log);
  for (const one of [kept, note]) if (one) await signed(readNote(one), { log, vkey, kept, note });
  const proven = kept ? await oneLog(pathOfLog(created), kept, note) : true;
  if (proven === false) throw new Breach(OTHER_SERVICE_LOG, kept, note);
  if (proven === null) return UNPROVEN;
  if (logHeadOf(log) !== kept) return followLog(created, note); // another page of this browser has kept a newer one meanwhile
  if (!kept || readNote(kept).size < readNote(note).size) keepLogHead(log, note);
  return kept ? CONTINUED : null;
}

/** In a browser without Ed25519 the signature is accepted, as with the heads of games. */
async function signed(head, { log, vkey, kept, note }) {
  try {
    await checkLogSignature(head, log, vkey);
  } catch (problem) {
    if (problem instanceof Failed) throw new Breach(problem.message, kept, note);
    if (!(problem instanceof Missing)) throw problem;
  }
}

/** Whether the longer of two logs begins with the shorter one; null if the service does not give the tiles to prove it. */
async function oneLog(path, kept, note) {
  const [older, newer] = [readNote(kept), readNote(note)].sort((a, b) => a.size - b.size);
  if (older.size === newer.size) return equal(older.root, newer.root);
  if (older.size === 0) return true;
  try {
    const proof = await consistencyFrom(older.size, newer.size, (level, index, width) => readTile(path, level, index, width));
    return await continues(older.size, older.root, newer.size, newer.root, proof);
  } catch (problem) {
    if (problem instanceof Failed || (problem instanceof Problem && problem.status === ABSENT)) return null;
    throw problem;
  }
}

/** A partial tile is gone once the full one exists, whose beginning it is. */
async function readTile(path, level, index, width) {
  const read = (wide) => getBytes(`/v1${path}/tile/${tileName(level, index, wide)}`, TILE);
  return read(width).catch((problem) => {
    if (width === FULL || problem.status !== ABSENT) throw problem;
    return read(FULL);
  });
}

/** The same for the head in an audit file, in one word of servicelog.js; null if the file has none, or on a page without https, where nothing is hashed. `breached(problem)` stores an inconsistency. */
export async function compareLog({ entries, service_log: listed }, breached) {
  const created = readEntry(entries[0]).d;
  if (!listed || typeof created.log !== "string" || !globalThis.crypto?.subtle) return null;
  try {
    return await followLog(created, listed.checkpoint);
  } catch (problem) {
    if (problem instanceof Failed) return null; // the check of the file says what is wrong with it
    if (!breached(problem)) throw problem;
    return ANOTHER;
  }
}
