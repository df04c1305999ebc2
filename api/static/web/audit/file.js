// Reads an audit file: its form, its entries, the facts that entry 0 binds the game to, and the table of the log.
import { breathe } from "../eventloop.js";
import { fromB64, fromB64u, readEntry, readWhole, same, utf8 } from "./bytes.js";
import { contextOf } from "./claims.js";
import { readData } from "./closed.js";
import { nothingFound } from "./commitments.js";
import { EPOCHS, MOST_SEATS, checkEntry, isObject, only, whole } from "./entries.js";
import { checkTerms } from "./clockterms.js";
import { commonTypes, firstTables, isNewer, termsOf } from "./kinds.js";
import { leafHash } from "./merkle.js";
import { checkPackage } from "./packages.js";
import { Failed, about } from "./report.js";

const isText = (value) => typeof value === "string";
const isNumber = (value) => whole(value, 0);
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const BOUND = ["game", "origin", "ruleset", "edition", "vkey"];
const LISTS = {
  disclosures: { index: isNumber, path: isText, disclosure: isText },
  seeds: { seat: isNumber, seed: isText },
  draws: { epoch: isNumber, slot: isNumber, key: isText, path: areTexts },
  cosignatures: { vkey: isText, note: isText },
};
const MEMBERS = [...BOUND, ...Object.keys(LISTS), "entries", "format", "checkpoint"];
const PERHAPS = ["service_log"];

/**
 * {entries, texts, leaves, roots, slots, seatCount, ctx, terms ...} of an audit file, its text or the object in it; throws Failed
 * if it is not one. `before` is an earlier result: entries with which both begin are reused, and `read` counts the others.
 */
export async function readFile(given, before = null) {
  const file = isText(given) ? readWhole(given.replace(/\n$/, "")) : given;
  if (file?.format !== "kronika-audit/1") throw new Failed("this is no audit file");
  if (!areTexts(file.entries)) throw new Failed("the audit file is malformed");
  const newer = startsNewer(file.entries[0]);
  formOf(file, newer);
  const same = alike(before?.texts ?? [], file.entries);
  const entries = before?.entries.slice(0, same) ?? [];
  for (let i = same; i < file.entries.length; i += 1) {
    await breathe();
    about(i, () => entries.push(checkEntry(readEntry(file.entries[i]), i, entries, newer)));
  }
  const created = about(0, () => binding(file, entries[0], newer));
  const leaves = await Promise.all(file.entries.slice(same).map((text) => leafHash(utf8(text))));
  const all = [...(before?.leaves.slice(0, same) ?? []), ...leaves];
  if (!newer && entries[1]?.t === "forked" && entries[0].d.clock) throw new Failed("an analysis has no clock", {}, 0);
  if (!newer && entries[1]?.t === "forked" && entries[0].d.accounts) throw new Failed("an analysis asks for no accounts", {}, 0);
  const ctx = newer ? null : await contextOf(file.entries[0]);
  return { ...file, texts: file.entries, entries, leaves: all, read: leaves.length, ...created, ctx };
}

/** Whether a log has a later table: then it may contain data unknown to this reader. */
function startsNewer(text) {
  if (text === undefined) throw new Failed("the log does not begin with the game's creation");
  const first = about(0, () => readEntry(text));
  return isObject(first?.d) && isNewer(first.d);
}

/** The number of equal texts with which both begin. */
function alike(one, other) {
  const differs = one.findIndex((text, i) => text !== other[i]);
  return differs < 0 ? one.length : differs;
}

function formOf(file, newer) {
  const members = newer ? MEMBERS.every((name) => Object.hasOwn(file, name)) : only(file, MEMBERS, PERHAPS);
  if (!members) throw new Failed("the audit file does not have the members that it must have");
  const listed = Object.entries(LISTS).every(([name, row]) => Array.isArray(file[name]) && ((newer && name !== "cosignatures") || file[name].every((one) => isRow(one, row, newer))));
  if (!listed || ![...BOUND, "checkpoint"].every((name) => isText(file[name]))) throw new Failed("the audit file is malformed");
}

/** Under a later table a row may have additional members. */
function isRow(one, row, newer) {
  return isObject(one) && (newer || only(one, Object.keys(row))) && Object.entries(row).every(([name, good]) => good(one[name]));
}

function binding(file, first, newer) {
  const created = first.d;
  for (const name of BOUND) {
    if (created[name] !== file[name]) throw new Failed("the log is bound to another {name}", { name });
  }
  const uuid = file.game.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const host = file.origin.slice(0, -`/g/${uuid}`.length);
  if (!/^[0-9a-f]{32}$/.test(file.game) || !host || !file.origin.endsWith(`/g/${uuid}`)) throw new Failed("the origin is not that of the game");
  if (newer) return { roots: null, slots: 0, seatCount: 0, terms: termsOf(created, null) };
  const format = formatOf(first);
  checkCreated(created);
  if (created.package) checkPackage(created.package, commonTypes(created));
  const { draw_roots: roots, draw_count: slots, seats: seatCount } = created;
  return { roots: roots.map((root) => fromB64(root, 32)), slots, seatCount, terms: termsOf(created, format) };
}

/** The number of the older format that entry 0 fits; null where it fits its closed table. */
function formatOf(first) {
  const tables = firstTables(first.d);
  const fitting = tables.find(({ types }) => fits(first, types));
  if (!fitting) throw new Failed("the log's first entry does not have the members that it must have");
  return fitting.format;
}

function fits(first, types) {
  try {
    readData(nothingFound(), types, 1, first, 0);
    return true;
  } catch (problem) {
    if (problem instanceof Failed) return false;
    throw problem;
  }
}

/** Constraints on the members of entry 0, besides their kinds. */
function checkCreated({ nonce, edition_hash: edition, rules, seats, options, draw_roots: roots, draw_count: slots, meeting, tournament, clock, accounts }) {
  const counted = (rules === undefined || whole(rules, 1)) && whole(seats, 1, MOST_SEATS) && isObject(options);
  const named = /^[0-9a-f]{64}$/.test(edition) && (meeting === undefined || /^[0-9a-f]{32}$/.test(meeting)) && (accounts === undefined || accounts === "required");
  if (!counted || !named) throw new Failed("the log's first entry is malformed");
  fromB64u(nonce, 16);
  if (roots.length !== EPOCHS || !whole(slots, 1, 2 ** 32) || !Number.isInteger(Math.log2(slots))) {
    throw new Failed("the committed draw keys are malformed");
  }
  if (tournament) checkPlan(tournament, options, rules);
  if (clock) checkTerms(clock);
}

/** `first`, from table 2 on, is what game 0 begins with. */
function checkPlan(plan, options, rules) {
  const { first } = plan;
  const begins = !first || (isObject(first.options) && whole(first.rules, 1) && (plan.number > 0 || same(first, { options, rules })));
  const formed = begins && /^[0-9a-f]{32}$/.test(plan.id);
  if (!formed || !whole(plan.games, 1, 2 ** 32 - 1) || !whole(plan.number, 0, plan.games - 1)) {
    throw new Failed("the game's place in its tournament is malformed");
  }
  plan.path.forEach((node) => fromB64(node, 32));
}
