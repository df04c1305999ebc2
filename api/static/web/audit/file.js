// Reading an audit file: its form, its entries, and what entry 0 binds the game to.
import { fromB64, readEntry, utf8 } from "./bytes.js";
import { leafHash } from "./merkle.js";
import { Failed, about } from "./report.js";

const BOUND = ["game", "origin", "ruleset", "edition", "vkey"];
const LISTS = ["entries", "disclosures", "seeds", "draws", "cosignatures"];
const MEMBERS = [...BOUND, ...LISTS, "format", "checkpoint"].sort();
const ENTRY = { v: "number", i: "number", t: "string", at: "number", by: "string", a: "number", d: "object", r: "object" };
export const EPOCHS = 4;

/** {entries, texts, leaves, roots, slots, gameId ...}; throws Failed when it is no audit file. */
export async function readFile(file) {
  formOf(file);
  const entries = file.entries.map((text, i) => about(i, () => entryOf(text, i)));
  const created = about(0, () => binding(file, entries[0]));
  const leaves = await Promise.all(file.entries.map((text) => leafHash(utf8(text))));
  return { ...file, texts: file.entries, entries, leaves, ...created };
}

function formOf(file) {
  if (file?.format !== "kronika-audit/1") throw new Failed("this is no audit file");
  if (Object.keys(file).sort().join() !== MEMBERS.join()) throw new Failed("the audit file has not the members that it must have");
  if (!LISTS.every((name) => Array.isArray(file[name]))) throw new Failed("the audit file is malformed");
}

function entryOf(text, i) {
  const entry = readEntry(text);
  for (const [name, kind] of Object.entries(ENTRY)) {
    if (typeof entry?.[name] !== kind || entry[name] === null) throw new Failed("the entry lacks {name}", { name });
  }
  const known = Object.keys(entry).filter((name) => name !== "seen" && name !== "sig");
  if (known.length !== Object.keys(ENTRY).length || entry.v !== 1 || !Array.isArray(entry.r) || Array.isArray(entry.d)) {
    throw new Failed("the entry is malformed");
  }
  if (entry.i !== i) throw new Failed("the entry calls itself number {i}", { i: entry.i });
  return entry;
}

function binding(file, first) {
  if (first?.t !== "game-created") throw new Failed("the log does not begin with the game's creation");
  const { draw_roots: roots, draw_count: slots, game } = first.d;
  for (const name of BOUND) {
    if (first.d[name] !== file[name]) throw new Failed("the log is bound to another {name}", { name });
  }
  const uuid = game.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (!/^[0-9a-f]{32}$/.test(game) || !file.origin.endsWith(`/g/${uuid}`)) throw new Failed("the origin is not that of the game");
  if (roots?.length !== EPOCHS || !Number.isInteger(Math.log2(slots))) throw new Failed("the committed draw keys are malformed");
  return { roots: roots.map((root) => fromB64(root, 32)), slots };
}
