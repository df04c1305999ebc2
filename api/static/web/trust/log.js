// The log as the service shows it to a player: its first entry, its heads, and whether all of them are consistent.
import { equal, fromB64, readEntry, utf8 } from "../audit/bytes.js";
import { continues, leafHash, rootFromPath, rootOf } from "../audit/merkle.js";
import { checkSignature, readNote } from "../audit/note.js";
import { Missing } from "../audit/report.js";
import { get, getText } from "../api.js";
import { pause } from "../ui.js";

const NDJSON = "application/x-ndjson";
/** How often, and after how many milliseconds, a standby that lags behind is asked again. */
const AGAIN = 20;
const LAG = 500;

/**
 * The service's statement contradicts one stored by this browser: `kept` and `shown` are the two notes; without `kept` it is the stored
 * head of the game. `values` fill the text.
 */
export class Breach extends Error {
  constructor(why, kept, shown, values = {}) {
    super(why);
    this.values = values;
    this.kept = kept;
    this.shown = shown;
  }
}

/** The source of a game's log and the token for it; `file` is its audit file, if the page has it. */
export const logOf = (id, token, file = null) => ({ id, path: `/v1/games/${id}`, token, file });

/** The note over the current log. */
export const askHead = ({ path, token }) => getText(`${path}/checkpoint`, { token, accept: "text/plain" });

/** What is under a head that the service has signed: a standby that lags behind does not have it yet. */
async function underHead(read) {
  for (let left = AGAIN; ; left -= 1) {
    try {
      return await read();
    } catch (problem) {
      if (problem.kind !== "not-found" || left === 0) throw problem;
      await pause(LAG);
    }
  }
}

async function askEntries({ path, token }, to, from = 0) {
  const lines = await underHead(() => getText(`${path}/ledger/entries?from=${from}&to=${to}`, { token, accept: NDJSON }));
  return lines.trimEnd().split("\n");
}

/** The hashes of a proof. */
async function askProof({ path, token }, what) {
  const proof = await underHead(() => get(`${path}/ledger/${what}`, { token }));
  return proof.path.map((node) => fromB64(node, 32));
}

/** Entry 0 as text, with a note over a log that begins with it. The code of an invitation opens both, too. */
export async function firstEntry(log, code) {
  const { entry, checkpoint } = code ? await get(`/v1/invitations/${code}`) : {};
  const note = checkpoint ?? (await askHead(log));
  const { size } = readNote(note);
  const text = entry ?? (await askEntries(log, 1))[0];
  await checkFirst(log, text, note, code ? [] : await askProof(log, `proof?index=0&size=${size}`));
  return { text, note };
}

async function checkFirst({ id }, text, note, proof) {
  const { game, origin, vkey } = readEntry(text).d;
  const head = await readHead(note, vkey);
  const root = await rootFromPath(await leafHash(utf8(text)), 0, head.size, proof);
  const fits = game === id && head.origin === origin && root && equal(root, head.root);
  if (!fits) throw new Breach("The first entry is not that of the log.", null, note);
}

/** The head {origin, size, root} of a note, signed by this key; without Ed25519 it cannot be checked, and is accepted. */
export async function readHead(note, vkey) {
  try {
    const head = readNote(note);
    await checkSignature(head, vkey);
    return head;
  } catch (problem) {
    if (problem instanceof Missing) return readNote(note);
    throw new Breach("The checkpoint is not signed by the key of this game.", null, note);
  }
}

/** All entries under a note, as texts. */
export async function entriesUnder(log, note) {
  const { size, root } = readNote(note);
  const texts = await askEntries(log, size);
  const leaves = await Promise.all(texts.map((text) => leafHash(utf8(text))));
  if (!equal(await rootOf(leaves), root)) throw new Breach("The entries are not those that the checkpoint signs.", null, note);
  return texts;
}

/** One entry under a note. */
export async function entryUnder(log, note, index) {
  const { size, root } = readNote(note);
  const [text] = await askEntries(log, index + 1, index);
  const found = await rootFromPath(await leafHash(utf8(text)), index, size, await askProof(log, `proof?index=${index}&size=${size}`));
  if (!found || !equal(found, root)) throw new Breach("The entries are not those that the checkpoint signs.", null, note);
  return JSON.parse(text);
}

/** Whether the longer of two logs begins with the shorter one: by the entries known here, otherwise by the service's proof. */
export async function agree(log, stored, current) {
  const [older, newer] = [readNote(stored), readNote(current)].sort((a, b) => a.size - b.size);
  if (older.origin !== newer.origin) return false;
  const roots = [await log.file?.root(older.size), await log.file?.root(newer.size)];
  if (roots[0] && roots[1] && equal(roots[1], newer.root)) return equal(roots[0], older.root);
  const proof = older.size === newer.size ? [] : await askProof(log, `consistency?from=${older.size}&to=${newer.size}`);
  return continues(older.size, older.root, newer.size, newer.root, proof);
}
