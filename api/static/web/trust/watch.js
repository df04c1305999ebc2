// A player's watch over a game: every head that the service shows must continue the stored one. The log is read before a seed
// is opened, and when the game has begun. An inconsistency is stored, and ends play in this game.
import { b64u, sha256, utf8 } from "../audit/bytes.js";
import { contextOf, seatsCommitment, seedCommitment, seedMessage, takenIn } from "../audit/claims.js";
import { hasAccounts } from "../audit/entries.js";
import { readNote } from "../audit/note.js";
import { Failed } from "../audit/report.js";
import { post } from "../api.js";
import { tokensOf } from "../memory.js";
import { signerOf } from "./keys.js";
import { Breach, agree, askHead, entriesUnder, entryUnder, firstEntry, logOf, readHead } from "./log.js";
import { askListed, seatsMissing } from "./seated.js";
import { breachOf, claimsOf, headOf, keepBreach, keepHead } from "./store.js";

export const OTHER_LOG = "The log is not the one that this browser has seen before.";

/** The last task of each game: pages of one game run one after another here, and a seed is opened once. */
const queues = new Map();

/**
 * {look(note), reveal(seat), begun(), entered(signed), split(note)}: they run one after another. After an inconsistency
 * they do nothing, return null and call `alarm()`. reveal returns why the seed waits, null if it does not; look returns the head {size, root} of a note, or of the current log; entered
 * returns the length of the log if it contains the signed action, otherwise null; split is for a service that does not know the stored head.
 */
export function watchOver(id, token, alarm, file) {
  const watch = { log: logOf(id, token, file), created: null };
  const inTurn = (work) => {
    const done = (queues.get(id) ?? Promise.resolve()).catch(() => {}).then(() => guarded(watch, work, alarm));
    queues.set(id, done);
    return done;
  };
  return {
    look: (note) => inTurn(() => look(watch, note)),
    reveal: (seat) => inTurn(() => reveal(watch, seat)),
    begun: () => inTurn(() => begun(watch)),
    entered: (signed) => inTurn(() => entered(watch, signed)),
    split: (note) => inTurn(() => Promise.reject(new Breach(OTHER_LOG, headOf(id), note))),
  };
}

async function guarded({ log }, work, alarm) {
  try {
    if (!breachOf(log.id)) return await work();
  } catch (problem) {
    if (!recordBreach(log.id, problem)) throw problem;
  }
  alarm();
  return null;
}

/** Store an inconsistency; false for any other kind of problem. */
export function recordBreach(id, problem) {
  const stored = headOf(id) ?? "";
  if (problem instanceof Breach) keepBreach(id, { why: problem.message, values: problem.values, kept: problem.kept ?? (stored || problem.shown), shown: problem.shown });
  else if (problem instanceof Failed) keepBreach(id, { why: problem.message, values: problem.values, kept: stored, shown: stored });
  else return false;
  return true;
}

async function look(watch, note = null) {
  const { log } = watch;
  const current = note ?? log.file?.note() ?? (await askHead(log));
  const stored = headOf(log.id);
  if (stored && stored !== current && !(await agree(log, stored, current))) {
    throw new Breach(OTHER_LOG, stored, current);
  }
  const head = await readHead(current, (await created(watch)).vkey);
  if (headOf(log.id) !== stored) return look(watch, current); // another page of this browser has stored a longer one meanwhile
  if (!stored || readNote(stored).size < head.size) keepHead(log.id, current);
  return head;
}

/** The data of entry 0, to which the own seats were committed. */
async function created(watch) {
  watch.created ??= await readCreated(watch.log);
  return watch.created;
}

async function readCreated(log) {
  const { text, note } = await firstEntry(log);
  const ctx = b64u(await contextOf(text));
  for (const claim of Object.values(claimsOf(log.id))) {
    if (claim.ctx !== ctx) throw new Breach("The game's first entry has changed since you took your seat.", headOf(log.id) ?? note, note);
  }
  return JSON.parse(text).d;
}

async function readLog(watch) {
  const note = await askHead(watch.log);
  await look(watch, note);
  const texts = await entriesUnder(watch.log, note);
  return { note, ctx: await contextOf(texts[0]), entries: texts.map((text) => JSON.parse(text)), texts };
}

/**
 * Open the own seed, once, over a log in which every seat is taken, and which the service's log has, where the game names one. Why it waits
 * (seated.js), otherwise null.
 */
async function reveal(watch, seat) {
  const { log } = watch;
  const promised = typeof (await created(watch)).log === "string";
  const listed = promised ? await askListed(log) : null; // before the game's log: a list that is read later may know more
  const read = await readLog(watch);
  if (!(await stillOurs(log.id, seat, read)) || !isDue(read, seat)) return null;
  const waits = promised ? await seatsMissing(log, listed, read) : null;
  if (!waits) await open(watch, seat, read);
  return waits;
}

const isDue = ({ entries }, seat) => takenIn(entries).size === entries[0].d.seats && !entries.some(({ t, d }) => t === "seed-revealed" && d.seat === seat);

async function open(watch, seat, { ctx, entries }) {
  const { log } = watch;
  const taken = takenIn(entries);
  const { seed } = claimsOf(log.id)[seat];
  const signer = taken.get(seat).key ? await signerOf(log.id, seat) : null;
  const message = seedMessage(ctx, seat, await seatsCommitment(ctx, taken.size, taken, hasAccounts(entries[0].d)), seed);
  const sent = post(`${log.path}/seeds`, { token: tokensOf(log.id)[`seat:${seat}`], body: { seed, sig: await signer?.sign(message) } });
  const { checkpoint } = await sent.catch(openedElsewhere);
  await look(watch, checkpoint);
}

/** Another page of this browser may have been faster. Whether the seed is in the log is checked when the game has begun. */
function openedElsewhere(problem) {
  if (problem.kind !== "gone-elsewhere") throw problem;
  return {};
}

/** Whether this seat is still ours: the log says that this browser took it, and it was not freed since. */
async function stillOurs(id, seat, { ctx, entries, note }) {
  const { seed, key, hash } = claimsOf(id)[seat];
  const commitment = await seedCommitment(ctx, seat, seed);
  const declared = (d) => d.seed_commitment === commitment && d.key === (key ?? undefined) && d.account_hash === (hash ?? undefined);
  const ours = ({ t, d }) => t === "seat-taken" && d.seat === seat && declared(d);
  const at = entries.findLastIndex(ours);
  const next = entries.slice(at + 1).find(({ t, d }) => ["seat-taken", "seat-freed"].includes(t) && d.seat === seat);
  if (at < 0 || next?.t === "seat-taken") throw new Breach("Your seat is not in the log as you took it.", headOf(id), note);
  return !next;
}

/** A signed action can be in the log only at its own place. */
async function entered(watch, { n, disclosure }) {
  await look(watch, await askHead(watch.log));
  const note = headOf(watch.log.id);
  const { size } = readNote(note);
  const { sig } = size > n ? await entryUnder(watch.log, note, n) : {};
  return sig && sig.h === b64u(await sha256(utf8(disclosure))) ? size : null;
}

/** Once the game has begun: check that the own seats, keys and seeds are in the log. */
async function begun(watch) {
  const { id } = watch.log;
  const read = await readLog(watch);
  const { note, entries } = read;
  for (const seat of ownSeats(id)) {
    if (!(await stillOurs(id, seat, read))) continue;
    const { seed } = claimsOf(id)[seat];
    const opened = entries.some(({ t, d }) => t === "seed-revealed" && d.seat === seat && d.seed === seed);
    if (!opened) throw new Breach("The game has begun without your seed.", headOf(id), note);
  }
}

/** Seats of a game that this browser took with an own seed, and for which it has the token. */
export function ownSeats(id) {
  const tokens = tokensOf(id);
  return Object.entries(claimsOf(id)).filter(([seat, { taken, seed }]) => taken && seed && tokens[`seat:${seat}`]).map(([seat]) => Number(seat));
}
