// Parses the closed tables: the kind of each member of an entry's data, and the table of a log.
import { FORMATS, TABLES } from "./tables.js";

const HOLDING = ["list of", "map of", "hidden", "opened", "shuffle of", "renewed"];
const OR_NULL = " or null";
const RECORD = "record ";

/** {what, of, record, by, nullable}: the kind, the kind of its elements, its record, and the text on which the record depends. */
export function kindOf(text) {
  if (text.endsWith(OR_NULL)) return { ...kindOf(text.slice(0, -OR_NULL.length)), nullable: true };
  const what = HOLDING.find((word) => text.startsWith(`${word} `));
  if (what) return { what, of: kindOf(text.slice(what.length + 1)) };
  if (!text.startsWith(RECORD)) return { what: text };
  const [record, by] = text.slice(RECORD.length).split(" by ");
  return { what: "record", record, by };
}

/** Name -> {kind, optional, hidden} for a line of the table. */
function membersOf(line) {
  const members = line ? line.split("; ").map((member) => member.split(": ")) : [];
  return new Map(members.map(([name, text]) => {
    const kind = kindOf(text);
    return [name.replace("?", ""), { kind, optional: name.endsWith("?"), hidden: kind.what === "hidden" }];
  }));
}

/** Type -> {members, records} of some blocks; a record belongs to the block of its type. */
function tableOf(...blocks) {
  const types = new Map();
  for (const block of blocks) {
    const names = Object.keys(block);
    const records = new Map(names.filter((name) => name.startsWith(RECORD)).map((name) => [name.slice(RECORD.length), membersOf(block[name])]));
    for (const name of names) if (!name.startsWith(RECORD)) types.set(name, { members: membersOf(block[name]), records });
  }
  return types;
}

const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);
const HIGHEST = Math.max(...Object.keys(TABLES).map(Number));

/** {own, rulesets} of a revision, with what it has of earlier ones. */
function revision(number) {
  const upTo = Object.entries(TABLES).filter(([n]) => Number(n) <= number).map(([, table]) => table);
  return { own: Object.assign({}, ...upTo.map(({ own: its }) => its)), rulesets: Object.assign({}, ...upTo.map(({ rulesets }) => rulesets)) };
}

/** Whether entry 0 names a table unknown to this reader. */
export const isNewer = ({ table }) => Number.isSafeInteger(table) && table > HIGHEST;

/** The tables that entry 0 may have, one of which it must fit: [{format, types}]; the first that fits counts. */
export function firstTables({ table }) {
  if (table !== undefined) return own(TABLES, table) ? [{ format: null, types: tableOf(revision(table).own) }] : [];
  return Object.entries(FORMATS).reverse().map(([format, block]) => ({ format, types: tableOf(block) }));
}

/**
 * {types, played, lacking, newer, older}: the table of a log with a valid entry 0 and the types in it that are its ruleset's, or what this
 * reader lacks to check it, as [message, values].
 */
export function termsOf(created, format) {
  if (isNewer(created)) return { types: null, newer: true, older: false, lacking: ["needs table {n}", { n: created.table }] };
  if (format) return { types: null, older: true, lacking: ["format {n}, before the closed tables", { n: format }] };
  const { own: common, rulesets } = revision(created.table);
  if (created.package) return judged(common, created.package.events);
  const editions = own(rulesets, created.ruleset);
  const block = own(editions, created.edition);
  const name = editions ? `${created.ruleset}, edition ${created.edition}` : created.ruleset;
  return block ? judged(common, block) : { types: null, older: false, lacking: ["no table of {name}", { name }] };
}

const judged = (common, block) => ({ types: tableOf(common, block), played: new Set(tableOf(block).keys()), older: false, lacking: null });

/** The types that every game of a table has. */
export const commonTypes = ({ table }) => tableOf(revision(table).own);
