// The log as the service shows it to a player: its first entry, its heads, and whether all of them are consistent.
import { equal, fromB64, readEntry, utf8 } from "../audit/bytes.js";
import { continues, leafHash, rootFromPath, rootOf } from "../audit/merkle.js";
import { checkSignature, readNote } from "../audit/note.js";
import { Missing } from "../audit/report.js";
import { get, getText } from "../api.js";

const NDJSON = "application/x-ndjson";

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

async function askEntries({ path, token }, to, from = 0) {
  const lines = await getText(`${path}/ledger/entries?from=${from}&to=${to}`, { token, accept: NDJSON });
  return lines.trimEnd().split("\n");
}

/** Entry 0 as text, with a note over a log that begins with it. The code of an invitation opens both, too. */
export async function firstEntry(log, code) {
  const { entry, checkpoint } = code ? await get(`/v1/invitations/${code}`) : {};
  const note = checkpoint ?? (await askHead(log));
  const { size } = readNote(note);
  const text = entry ?? (await askEntries(log, 1))[0];
  const { path } = code ? { path: [] } : await get(`${log.path}/ledger/proof?index=0&size=${size}`, { token: log.token });
  await checkFirst(log, text, note, path);
  return { text, note };
}

async function checkFirst({ id }, text, note, path) {
  const { game, origin, vkey } = readEntry(text).d;
  const head = await readHead(note, vkey);
  const root = await rootFromPath(await leafHash(utf8(text)), 0, head.size, path.map((node) => fromB64(node, 32)));
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
  const { path } = await get(`${log.path}/ledger/proof?index=${index}&size=${size}`, { token: log.token });
  const found = await rootFromPath(await leafHash(utf8(text)), index, size, path.map((node) => fromB64(node, 32)));
  if (!found || !equal(found, root)) throw new Breach("The entries are not those that the checkpoint signs.", null, note);
  return JSON.parse(text);
}

/** Whether the longer of two logs begins with the shorter one: by the entries known here, otherwise by the service's proof. */
export async function agree({ path, token, file }, stored, current) {
  const [older, newer] = [readNote(stored), readNote(current)].sort((a, b) => a.size - b.size);
  if (older.origin !== newer.origin) return false;
  const roots = [await file?.root(older.size), await file?.root(newer.size)];
  if (roots[0] && roots[1] && equal(roots[1], newer.root)) return equal(roots[0], older.root);
  const address = `${path}/ledger/consistency?from=${older.size}&to=${newer.size}`;
  const proof = older.size === newer.size ? { path: [] } : await get(address, { token });
  return continues(older.size, older.root, newer.size, newer.root, proof.path.map((node) => fromB64(node, 32)));
}
