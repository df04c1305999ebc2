// All checks of one audit file, in the browser, trusting nothing but the file's own commitments.
import { checkDraws } from "./draws.js";
import { readFile } from "./file.js";
import { checkSignature, readNote } from "./note.js";
import { equal, fromB64 } from "./bytes.js";
import { rootOf } from "./merkle.js";
import { FAILED, Failed, MISSING, Missing, checked } from "./report.js";
import { checkShown } from "./shown.js";
import { checkOpenings, openValues } from "./values.js";

/**
 * Check an audit file as the service gave it. `older` is the note that this browser kept of the same game, if any,
 * `events` what the page shows. Gives {checks: [{name, status, message, values, entry}], ok, size, file}.
 */
export async function verify(audit, { older, events }) {
  if (!globalThis.crypto?.subtle) return unable();
  /** @type {any} */
  let file = null;
  const form = await checked("form", async () => {
    file = await readFile(audit);
    return ["{n} entries read", { n: file.entries.length }];
  });
  if (!file) return report([form], 0, null);
  return report([form, ...(await inside(file, older, events))], file.entries.length, file);
}

async function inside(file, older, events) {
  let found = null;
  const checks = [
    await checked("log", () => checkLog(file)),
    await checked("signature", async () => {
      await checkSignature(readNote(file.checkpoint), file.vkey);
      return ["signed by {origin}", { origin: file.origin.split("/g/")[0] }];
    }),
    await checked("older", () => checkOlder(file, older)),
    await checked("values", async () => checkOpenings(file, (found = await openValues(file)))),
    await checked("draws", () => checkDraws(file, found ?? { values: new Map() })),
  ];
  const shown = await checked("shown", async () => checkShown(file, found ?? { values: new Map() }, events));
  return [...checks, shown];
}

async function checkLog(file) {
  const note = readNote(file.checkpoint);
  if (note.size !== file.entries.length) throw new Failed("the checkpoint is over {n} entries", { n: note.size });
  if (!equal(note.root, await rootOf(file.leaves))) throw new Failed("the entries are not those that the checkpoint signs");
  await checkSeen(file);
  return ["root {root}", { root: file.checkpoint.split("\n")[2].slice(0, 12) }];
}

/** Heads that actors had seen are heads of this very log. */
async function checkSeen(file) {
  for (const { i, seen } of file.entries) {
    if (!seen) continue;
    const good = seen.n <= i && equal(fromB64(seen.r, 32), await rootOf(file.leaves.slice(0, seen.n)));
    if (!good) throw new Failed("its actor had seen another log", {}, i);
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

function report(checks, size, file) {
  return { checks, ok: checks.every(({ status }) => status !== FAILED), size, file };
}

function unable() {
  const message = "This browser checks only on pages served over https or from this machine.";
  return report([{ name: "form", status: MISSING, message, values: {}, entry: null }], 0, null);
}
