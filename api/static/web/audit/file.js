// Reading an audit file: its form, its entries, and what entry 0 binds the game to.
import { breathe } from "../breath.js";
import { fromB64, fromB64u, readEntry, utf8 } from "./bytes.js";
import { contextOf } from "./claims.js";
import { checkEntry, isObject, only, whole } from "./entries.js";
import { leafHash } from "./merkle.js";
import { Failed, about } from "./report.js";

const BOUND = ["game", "origin", "ruleset", "edition", "vkey"];
const LISTS = {
  disclosures: ["index", "path", "disclosure"],
  seeds: ["seat", "seed"],
  draws: ["epoch", "slot", "key", "path"],
  cosignatures: ["vkey", "note"],
};
const MEMBERS = [...BOUND, ...Object.keys(LISTS), "entries", "format", "checkpoint"];
const TEXTS = ["ruleset", "edition", "visibility", "undo", "vkey", "origin"];
const CREATED = [...TEXTS, "game", "nonce", "edition_hash", "rules", "seats", "options", "disputes", "draw_roots", "draw_count"];
export const EPOCHS = 4;

/**
 * {entries, texts, leaves, roots, slots, seatCount, ctx ...}; throws Failed when it is no audit file. `before` is one that was read:
 * entries with which both begin are taken from it, and `read` says how many were not.
 */
export async function readFile(file, before = null) {
  formOf(file);
  const same = alike(before?.texts ?? [], file.entries);
  const entries = before?.entries.slice(0, same) ?? [];
  for (let i = same; i < file.entries.length; i += 1) {
    await breathe();
    about(i, () => entries.push(checkEntry(readEntry(file.entries[i]), i, entries)));
  }
  const created = about(0, () => binding(file, entries[0]));
  const leaves = await Promise.all(file.entries.slice(same).map((text) => leafHash(utf8(text))));
  const all = [...(before?.leaves.slice(0, same) ?? []), ...leaves];
  return { ...file, texts: file.entries, entries, leaves: all, read: leaves.length, ...created, ctx: await contextOf(file.entries[0]) };
}

/** With how many of the same texts both begin. */
function alike(one, other) {
  const differs = one.findIndex((text, i) => text !== other[i]);
  return differs < 0 ? one.length : differs;
}

function formOf(file) {
  if (file?.format !== "kronika-audit/1") throw new Failed("this is no audit file");
  if (!only(file, MEMBERS)) throw new Failed("the audit file has not the members that it must have");
  const listed = Object.entries(LISTS).every(([name, members]) => Array.isArray(file[name]) && file[name].every((one) => isObject(one) && only(one, members)));
  if (!listed || !Array.isArray(file.entries)) throw new Failed("the audit file is malformed");
}

function binding(file, first) {
  if (!first) throw new Failed("the log does not begin with the game's creation");
  const { draw_roots: roots, draw_count: slots, seats: seatCount } = createdBy(first.d);
  for (const name of BOUND) {
    if (first.d[name] !== file[name]) throw new Failed("the log is bound to another {name}", { name });
  }
  if (roots?.length !== EPOCHS || !whole(slots, 1, 2 ** 32) || !Number.isInteger(Math.log2(slots))) {
    throw new Failed("the committed draw keys are malformed");
  }
  return { roots: roots.map((root) => fromB64(root, 32)), slots, seatCount };
}

/** The data of entry 0: exactly these members, each of its kind. */
function createdBy(created) {
  if (!only(created, CREATED, ["tournament"])) throw new Failed("the log's first entry has not the members that it must have");
  const { game, options, disputes, rules, seats, edition_hash: edition, nonce, origin } = created;
  const texts = TEXTS.every((name) => typeof created[name] === "string") && /^[0-9a-f]{64}$/.test(edition);
  const objects = isObject(options) && (disputes === null || isObject(disputes));
  if (!texts || !objects || !whole(rules, 1) || !whole(seats, 1, 255)) throw new Failed("the log's first entry is malformed");
  fromB64u(nonce, 16);
  const uuid = String(game).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  if (!/^[0-9a-f]{32}$/.test(game) || !origin.endsWith(`/g/${uuid}`)) throw new Failed("the origin is not that of the game");
  if ("tournament" in created) checkPlan(created.tournament);
  return created;
}

function checkPlan(plan) {
  const formed = isObject(plan) && only(plan, ["id", "number", "games", "path"]) && /^[0-9a-f]{32}$/.test(plan.id);
  if (!formed || !whole(plan.games, 1, 2 ** 32 - 1) || !whole(plan.number, 0, plan.games - 1) || !Array.isArray(plan.path)) {
    throw new Failed("the game's place in its tournament is malformed");
  }
  plan.path.forEach((node) => fromB64(node, 32));
}
