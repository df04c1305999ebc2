// All checks of one audit file, in the browser, trusting nothing but the file's own commitments.
import { accountOf } from "./account.js";
import { checkActors, checkLeaving } from "./away.js";
import { hasClocks, readClocks } from "./clocks.js";
import { checkDraws } from "./draws.js";
import { readFile } from "./file.js";
import { checkSignature, readCosigned, readNote } from "./note.js";
import { equal, fromB64 } from "./bytes.js";
import { headsOf, rootOf } from "./merkle.js";
import { checkPromise, readList } from "./promise.js";
import { FAILED, Failed, MISSING, Missing, checked } from "./report.js";
import { seatingOf } from "./seeds.js";
import { checkLogged } from "./servicelog.js";
import { checkShown } from "./shown.js";
import { checkSignatures } from "./signatures.js";
import { checkOpenings, openValues } from "./values.js";
import { verdictOf } from "./verdict.js";

/**
 * Check an audit file of the service. `older` is the note of the same game stored in this browser, if any,
 * `events` are those shown by the page, `before` the `file` of an earlier successful report: entries unchanged since then
 * are not read again. `kept`: how the service's log in the file compares with the head of it that this browser kept (servicelog.js); null
 * if it has kept none. `bundled`: a bundle's file has none of that log. Returns {checks: [{name, status, message, values, entry}],
 * ok, size, read, file, found, started, lacking, verdict, account, sentences, redrawn, reshuffled}.
 */
export async function verify(audit, { older, events, before = null, kept = null, bundled = false }) {
  if (!globalThis.crypto?.subtle) return unable();
  /** @type {any} */
  let file = null;
  const form = await checked("form", async () => {
    file = await readFile(audit, before);
    return ["{n} entries read", { n: file.entries.length }];
  });
  if (!file) return report([form], 0);
  const { checks, ...state } = await inside(file, { older, events, kept, bundled });
  return report([form, ...checks], file.entries.length, state);
}

/** A level is checked only if no earlier one has failed; the events shown here are compared in any case. */
async function inside(file, { older, events, kept, bundled }) {
  const state = { file, found: null, table: null, listed: null };
  const checks = [
    await checked("log", () => checkLog(file)),
    await checked("signature", () => checkSigned(state, bundled)),
  ];
  const level = async (name, work) => {
    const blocked = checks.some(({ status }) => status === FAILED);
    checks.push(await checked(name, blocked ? unjudged : work));
  };
  await level("older", () => checkOlder(file, older));
  await level("logged", () => checkLogged(file, state.listed, kept));
  await level("values", () => checkValues(state));
  await level("seats", () => checkSeats(file));
  await level("draws", () => checkChance(state));
  if (hasClocks(file)) await level("clocks", () => checkClocks(state));
  const comparison = await checked("shown", () => checkShown(file, state.found?.values ?? new Map(), events));
  return { checks: [...checks, comparison], ...state };
}

function unjudged() {
  throw new Missing("not judged: an earlier check has failed");
}

/** Check hidden values and signatures by a table, or by the rules of formats older than the tables. */
function judgeable({ terms: { types, older, lacking } }) {
  if (!types && !older) throw new Missing(...lacking);
}

async function checkValues(state) {
  judgeable(state.file);
  state.found = await openValues(state.file);
  return checkOpenings(state.file, state.found);
}

async function checkSeats(file) {
  judgeable(file);
  checkActors(file);
  return checkSignatures(file);
}

async function checkChance(state) {
  const { file, found } = state;
  if (file.terms.lacking) throw new Missing(...file.terms.lacking);
  if (!found) throw new Missing("not judged: an earlier check has failed");
  state.table = await seatingOf(file);
  return checkDraws(file, found, state.table);
}

/** The times of a log are its operator's word: what follows from them is not. */
function checkClocks({ file, found }) {
  if (file.terms.lacking) throw new Missing(...file.terms.lacking);
  if (!found) throw new Missing("not judged: an earlier check has failed");
  checkLeaving(file);
  return ["clocks set: {set} times; flags: {flags}; outages held: {holds}", readClocks(file)];
}

async function checkSigned(state, bundled) {
  const { file } = state;
  await checkSignature(readNote(file.checkpoint), file.vkey);
  const heads = await Promise.all(file.cosignatures.map(readCosigned));
  await checkHeads(file, heads);
  if (!file.terms.newer) state.listed = await promised(file, bundled);
  const origin = file.origin.split("/g/")[0];
  const witnesses = new Set(heads.map(({ key }) => key)); // each has cosigned several heads
  return witnesses.size ? ["signed by {origin}, cosigned by {n} witnesses", { origin, n: witnesses.size }] : ["signed by {origin}", { origin }];
}

/** The file's list of the service's log, if it has one. */
async function promised(file, bundled) {
  await checkPromise(file);
  if (bundled && file.service_log !== undefined) throw new Failed("a bundle has nothing of the service's log");
  return file.service_log === undefined ? null : readList(file.service_log);
}

/** Check that heads signed by witnesses are heads of this log. */
async function checkHeads(file, heads) {
  const roots = await headsOf(file.leaves, heads.map(({ size }) => size));
  for (const { origin, size, root } of heads) {
    if (origin !== file.origin || !roots.has(size) || !equal(root, roots.get(size))) throw new Failed("a witness has seen another log");
  }
}

async function checkLog(file) {
  const note = readNote(file.checkpoint);
  if (note.size !== file.entries.length) throw new Failed("the checkpoint is over {n} entries", { n: note.size });
  if (!equal(note.root, await rootOf(file.leaves))) throw new Failed("the entries are not those that the checkpoint signs");
  await checkSeen(file);
  return ["root {root}", { root: file.checkpoint.split("\n")[2].slice(0, 12) }];
}

/** Check that heads seen by actors are heads of this log. */
async function checkSeen(file) {
  const seen = file.entries.filter((entry) => entry.seen);
  const roots = await headsOf(file.leaves, seen.map((entry) => entry.seen.n));
  for (const { i, seen: head } of seen) {
    if (!equal(fromB64(head.r, 32), roots.get(head.n))) throw new Failed("its actor had seen another log", {}, i);
  }
}

async function checkOlder(file, older) {
  if (!older) throw new Missing("this browser has not checked this game before");
  const note = readNote(older);
  await checkSignature(note, file.vkey);
  if (note.size > file.entries.length) throw new Failed("the log is shorter than it was: {n} entries", { n: note.size });
  if (!equal(note.root, await rootOf(file.leaves.slice(0, note.size)))) throw new Failed("the first {n} entries were rewritten", { n: note.size });
  return ["continues the {n} entries checked before", { n: note.size }];
}

/** There is no verdict and no account if a level failed, or if this reader lacks the table of the whole log. */
function report(checks, size, { file = null, found = null, table = null } = {}) {
  const ok = checks.every(({ status }) => status !== FAILED);
  const draws = checks.find(({ name }) => name === "draws")?.status;
  const known = ok && table ? accountOf(file.entries, found) : null;
  const verdict = known && verdictOf(file, table, known, draws);
  const lacking = ok ? (file?.terms.lacking ?? null) : null;
  return { checks, ok, size, read: file?.read ?? 0, file, found, started: table?.started ?? null, lacking, verdict, account: null, sentences: [], ...known };
}

function unable() {
  const message = "This browser checks only on pages served over https or from this machine.";
  return report([{ name: "form", status: MISSING, message, values: {}, entry: null }], 0);
}
