// A player's watch over a game: every head that the service shows continues the one kept here; before a seed is opened,
// and when the game has begun, the log is read. What does not fit is kept, and ends the play.
import { b64u } from "../audit/bytes.js";
import { contextOf, seatsCommitment, seedCommitment, seedMessage } from "../audit/claims.js";
import { readNote } from "../audit/note.js";
import { Failed } from "../audit/report.js";
import { post } from "../api.js";
import { tokensOf } from "../memory.js";
import { signerOf } from "./keys.js";
import { Breach, agree, askHead, entriesUnder, firstEntry, logOf, readHead } from "./log.js";
import { breachOf, claimsOf, headOf, keepBreach, keepHead } from "./store.js";

/** The last work of each game: pages of one game follow each other here, and a seed is opened once. */
const queues = new Map();

/**
 * {look(note), reveal(seat), begun()}: each runs after the one before. Once something does not fit they do nothing, give null
 * and call `alarm()`. look gives the head {size, root} of a note, or of the log now.
 */
export function watchOver(id, token, alarm) {
  const watch = { log: logOf(id, token), vkey: null };
  const inTurn = (work) => {
    const done = (queues.get(id) ?? Promise.resolve()).catch(() => {}).then(() => guarded(watch, work, alarm));
    queues.set(id, done);
    return done;
  };
  return {
    look: (note) => inTurn(() => look(watch, note)),
    reveal: (seat) => inTurn(() => reveal(watch, seat)),
    begun: () => inTurn(() => begun(watch)),
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

/** Keep what did not fit; false for what is another kind of problem. */
export function recordBreach(id, problem) {
  const kept = headOf(id) ?? "";
  if (problem instanceof Breach) keepBreach(id, { why: problem.message, kept: kept || problem.kept, shown: problem.shown });
  else if (problem instanceof Failed) keepBreach(id, { why: problem.message, kept, shown: kept });
  else return false;
  return true;
}

async function look(watch, note = null) {
  const { log } = watch;
  const shown = note ?? (await askHead(log));
  const kept = headOf(log.id);
  if (kept && kept !== shown && !(await agree(log, kept, shown))) {
    throw new Breach("The log is not the one that this browser has seen before.", kept, shown);
  }
  watch.vkey ??= await keyOfLog(log);
  const head = await readHead(shown, watch.vkey);
  if (!kept || readNote(kept).size < head.size) keepHead(log.id, shown);
  return head;
}

/** The key of entry 0, which is the one that the own seats were committed to. */
async function keyOfLog(log) {
  const { text, note } = await firstEntry(log);
  const ctx = b64u(await contextOf(text));
  for (const claim of Object.values(claimsOf(log.id))) {
    if (claim.ctx !== ctx) throw new Breach("The game's first entry is another than when you sat down.", headOf(log.id) ?? note, note);
  }
  return JSON.parse(text).d.vkey;
}

async function readLog(watch) {
  const note = await askHead(watch.log);
  await look(watch, note);
  const texts = await entriesUnder(watch.log, note);
  return { note, ctx: await contextOf(texts[0]), entries: texts.map((text) => JSON.parse(text)) };
}

/** The seats as they are taken: seat -> data of its seat-taken. */
function takenIn(entries) {
  const taken = new Map();
  for (const { t, d } of entries) {
    if (t === "seat-taken") taken.set(d.seat, d);
    if (t === "seat-freed") taken.delete(d.seat);
  }
  return taken;
}

/** Open the own seed over a log that has everybody's seat, once. */
async function reveal(watch, seat) {
  const { log } = watch;
  const { note, ctx, entries } = await readLog(watch);
  const taken = takenIn(entries);
  const { seed } = claimsOf(log.id)[seat];
  await checkTaken(log.id, seat, ctx, taken, note);
  if (taken.size < entries[0].d.seats || entries.some(({ t, d }) => t === "seed-revealed" && d.seat === seat)) return;
  const signer = taken.get(seat).key ? await signerOf(log.id, seat) : null;
  const message = seedMessage(ctx, seat, await seatsCommitment(ctx, taken.size, taken), seed);
  const { checkpoint } = await post(`${log.path}/seeds`, { token: tokensOf(log.id)[`seat:${seat}`], body: { seed, sig: await signer?.sign(message) } });
  await look(watch, checkpoint);
}

/** That the log has this seat as this browser took it. */
async function checkTaken(id, seat, ctx, taken, note) {
  const { seed, key } = claimsOf(id)[seat];
  const data = taken.get(seat) ?? {};
  const fits = data.seed_commitment === (await seedCommitment(ctx, seat, seed)) && data.key === (key ?? undefined);
  if (!fits) throw new Breach("Your seat is not in the log as you took it.", headOf(id), note);
}

/** When the game has begun: the own seats, keys and seeds are there. */
async function begun(watch) {
  const { id } = watch.log;
  const { note, ctx, entries } = await readLog(watch);
  const taken = takenIn(entries);
  for (const seat of ownSeats(id)) {
    await checkTaken(id, seat, ctx, taken, note);
    const { seed } = claimsOf(id)[seat];
    const opened = entries.some(({ t, d }) => t === "seed-revealed" && d.seat === seat && d.seed === seed);
    if (!opened) throw new Breach("The game has begun without your seed.", headOf(id), note);
  }
}

/** Seats of a game for which this browser gave a seed, and holds the token. */
export function ownSeats(id) {
  const tokens = tokensOf(id);
  return Object.keys(claimsOf(id)).filter((seat) => tokens[`seat:${seat}`]).map(Number);
}
