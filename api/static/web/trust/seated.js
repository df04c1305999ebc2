// Before a seed is opened, the service's log must have the seats as this browser has read them, under the witnesses that the game
// asks for. Until then the seed waits.
import { leafHash } from "../audit/merkle.js";
import { readList } from "../audit/promise.js";
import { Failed, Missing } from "../audit/report.js";
import { UNPROVEN } from "../audit/continuity.js";
import { utf8 } from "../audit/bytes.js";
import { get } from "../api.js";
import { Breach } from "./log.js";
import { followLog } from "./servicelog.js";
import { keepSeated } from "./store.js";

const AGAIN = 1;
const ABSENT = 404;
/** A clock that is wrong here contradicts nobody. */
const ANY_TIME = Infinity;

/** A reason for which the seed waits: {why: [text, values], seconds}, the time after which to ask again. */
const waiting = (text, values = {}, seconds = AGAIN) => ({ why: [text, values], seconds });

/** The game's list of the service's log; {seconds} before the first one. */
export async function askListed({ path, token }) {
  try {
    return { list: await get(`${path}/ledger/log`, { token }), seconds: AGAIN };
  } catch (problem) {
    if (problem.status !== ABSENT || problem.retryAfter === null) throw problem;
    return { list: null, seconds: problem.retryAfter };
  }
}

/**
 * Null once the list, asked for before the log was `read`, proves that the service's log has these seats; the proof is kept. Otherwise why the
 * seed waits. Throws Breach if the list contradicts the game's log, or the head of the service's log that this browser kept.
 */
export async function seatsMissing({ id }, { list, seconds }, read) {
  if (!list) return waiting("Your seed waits until the seats are in the service's log.", {}, seconds);
  const { witnessed } = read.entries[0].d;
  const found = await trueOf(list, read);
  if (!found.leaves.some(({ k }) => k === "seats")) return waiting("Your seed waits until the seats are in the service's log.");
  const by = await (await checks()).cosignersOf(witnessed, found);
  if (by.count < by.quorum) return waiting("Your seed waits for witnesses: {count} of the {quorum} that the game requires have signed the service's log with these seats. Silent: {silent}", by);
  const followed = await followLog(read.entries[0].d, list.checkpoint);
  if (followed === UNPROVEN) return waiting("Your seed waits: the service does not prove that its log continues the one that this browser has seen.");
  keepSeated(id, list);
  return null;
}

/** Needed only by who holds a seed. */
const checks = () => import("../audit/servicelog.js");

/** {head, cosigned, rows, leaves} of a list whose leaves are true of the log that was read. */
async function trueOf(list, { note, ctx, entries, texts }) {
  const { seats: seatCount } = entries[0].d;
  try {
    const found = await readList(list).catch(withoutEd25519(list));
    const leaves = await Promise.all(texts.map((text) => leafHash(utf8(text))));
    return { ...found, leaves: await (await checks()).leavesUnder({ texts, entries, leaves, ctx, seatCount }, found, ANY_TIME) };
  } catch (problem) {
    if (!(problem instanceof Failed)) throw problem;
    throw new Breach(problem.message, note, list.checkpoint, problem.values);
  }
}

/** In a browser that cannot check them no cosignature counts. */
const withoutEd25519 = (list) => (problem) => (problem instanceof Missing ? readList({ ...list, cosignatures: [] }) : Promise.reject(problem));
