// Reads an entry's data by its closed table: its commitments, openings and draws, and nothing else (docs/ledger.md, section 14).
import { RESERVED, addOpening, hideElement, hideMembers } from "./commitments.js";
import { EPOCHS, isNode, isObject, only, whole } from "./entries.js";
import { Failed } from "./report.js";

const OPENING = ["of", "to"];
const THROW = ["epoch", "slot", "sides", "values"];
const SHUFFLE = ["epoch", "slot", "order", "of", "refs"];
/** The minimum number of places in a shuffle. */
const LEAST = { "stack-reshuffled": 2 };

/** Read the data of entry `i` by the types of a table; `slots` are the draw keys of an epoch. */
export function readData(found, types, slots, { t, d }, i) {
  const type = types.get(t);
  if (!type) throw new Failed("the table has no entry of the type {type}", { type: t.slice(0, 60) });
  readObject({ found, i, t, slots, records: type.records }, type.members, d, "/d");
}

/** A disclosed value, of the kind that the table names; without a kind it is plain data. */
export function readValue(types, { t }, kind, value) {
  const walk = { found: null, i: 0, t, slots: 0, records: types.get(t)?.records };
  if (kind) read(walk, kind, value, "");
  else readPlain(value);
}

const refuse = (path) => new Failed("{path} is not what the table has there", { path });

function read(walk, kind, node, path) {
  if (node === null && kind.nullable) return;
  READERS[kind.what](walk, node, path, kind);
}

const READERS = {
  text: (walk, node, path) => must(typeof node === "string", path),
  integer: (walk, node, path) => must(Number.isSafeInteger(node), path),
  boolean: (walk, node, path) => must(typeof node === "boolean", path),
  free: (walk, node) => readPlain(node),
  position: readPosition,
  record: (walk, node, path, { record }) => readObject(walk, walk.records.get(record), node, path),
  "list of": readList,
  "map of": readMap,
  opened: readOpened,
  throw: readThrow,
  "shuffle of": readShuffle,
  renewed: readRenewed,
};

function must(holds, path) {
  if (!holds) throw refuse(path);
}

function readObject(walk, members, node, path) {
  must(isObject(node), path);
  const hidden = new Map([...members].filter(([, { hidden: is }]) => is).map(([name, { kind }]) => [name, kind.of]));
  const due = new Map([...members].filter(([, member]) => !member.hidden).map(([name, member]) => [name, bySide(walk, member, node)]));
  checkNames(due, hidden, node, path);
  if (hidden.size) hideMembers(walk.found, `${walk.i}${path}`, node, hidden);
  for (const [name, { kind, optional }] of due) {
    if (!Object.hasOwn(node, name)) continue;
    must(!(optional && isEmpty(kind, node[name])), `${path}/${name}`);
    read(walk, kind, node[name], `${path}/${name}`);
  }
}

/** A list or record that may be left out is left out if it has nothing in it. */
const isEmpty = ({ what }, value) => Array.isArray(value) ? value.length === 0 : what === "record" && isObject(value) && Object.keys(value).length === 0;

/**
 * A member whose record depends on a text beside it: it is present if and only if such a record exists, and may be left out if
 * all members of the record may.
 */
function bySide({ records }, { kind, optional: given }, node) {
  if (!kind.by) return { kind, optional: given, there: true };
  const record = `${kind.record} ${node[kind.by]}`;
  const optional = [...(records.get(record)?.values() ?? [])].every((member) => member.optional);
  return { kind: { what: "record", record }, optional, there: records.has(record) };
}

function checkNames(due, hidden, node, path) {
  const names = Object.keys(node);
  const unknown = names.find((name) => (name === "_sd" ? !hidden.size : !due.get(name)?.there));
  if (unknown !== undefined) throw new Failed("{path} has a member that the table does not have: {name}", { path, name: unknown });
  const missing = [...due].find(([name, { optional, there }]) => there && !optional && !names.includes(name))?.[0];
  if (missing || (hidden.size && !names.includes("_sd"))) throw new Failed("{path} lacks the member {name}", { path, name: missing ?? "_sd" });
}

function readList(walk, node, path, { of }) {
  must(Array.isArray(node), path);
  node.forEach((item, n) => {
    if (of.what === "hidden") hideElement(walk.found, `${walk.i}${path}/${n}`, item, of.of);
    else read(walk, of, item, `${path}/${n}`);
  });
}

function readMap(walk, node, path, { of }) {
  must(isObject(node), path);
  checkShape(node);
  for (const [name, item] of Object.entries(node)) {
    must(!RESERVED.includes(name) && !name.includes("/"), path);
    read(walk, of, item, `${path}/${name}`);
  }
}

function readOpened(walk, node, path, { of }) {
  must(isObject(node) && only(node, OPENING, ["value"]), path);
  addOpening(walk.found, walk.i, node);
  if ("value" in node) read(walk, of, node.value, `${path}/value`);
}

/** A card of a hand committed anew; its earlier place is checked once all disclosures are read. */
function readRenewed(walk, node, path, { of }) {
  must(isObject(node) && only(node, ["is", "was"]) && typeof node.was === "string", path);
  read(walk, of, node.is, `${path}/is`);
}

function readThrow(walk, node, path) {
  must(isObject(node) && only(node, THROW), path);
  const { sides, values } = node;
  must(Array.isArray(sides) && Array.isArray(values) && sides.length > 0 && sides.length === values.length, path);
  must(sides.every((side) => whole(side, 1)) && values.every(Number.isSafeInteger), path);
  addDraw(walk, node, path);
}

function readShuffle(walk, node, path, { of: kind }) {
  must(isObject(node) && only(node, SHUFFLE), path);
  const { order, of, refs } = node;
  must([order, of, refs].every(Array.isArray) && refs.every((ref) => typeof ref === "string"), path);
  must(!(of.length && refs.length) && new Set(refs).size === refs.length, path);
  must(order.length === of.length + refs.length && order.length >= (LEAST[walk.t] ?? 1), path);
  readList(walk, order, `${path}/order`, { of: { what: "hidden", of: kind } });
  readList(walk, of, `${path}/of`, { of: kind });
  addDraw(walk, node, path);
}

function addDraw({ found, i, slots }, draw, path) {
  must(whole(draw.epoch, 0, EPOCHS - 1) && whole(draw.slot, 0, slots - 1), path);
  found.draws.push({ entry: i, path, draw, at: draw.epoch * slots + draw.slot });
}

/** An object where the table has no opening, draw or hidden value must not look like one. */
function checkShape(node) {
  const looks = "..." in node || [OPENING, THROW, SHUFFLE].some((names) => names.every((name) => Object.hasOwn(node, name)));
  if (looks) throw new Failed("something looks like an opening, a draw or a hidden value, where the table has none");
}

function readPlain(node) {
  if (!isNode(node)) return;
  if (!Array.isArray(node)) {
    checkShape(node);
    if ("_sd" in node) throw new Failed("something looks like an opening, a draw or a hidden value, where the table has none");
  }
  Object.values(node).forEach(readPlain);
}

/** Plain data with commitments anywhere. */
function readPosition(walk, node, path) {
  if (!isNode(node)) return;
  if (Array.isArray(node)) return node.forEach((item, n) => readPlaced(walk, item, `${path}/${n}`));
  checkShape(node);
  if ("_sd" in node) hideMembers(walk.found, `${walk.i}${path}`, node);
  for (const [name, item] of Object.entries(node)) {
    must(!name.includes("/"), path);
    if (name !== "_sd") readPosition(walk, item, `${path}/${name}`);
  }
}

function readPlaced(walk, item, path) {
  if (isObject(item) && "..." in item) hideElement(walk.found, `${walk.i}${path}`, item, null);
  else readPosition(walk, item, path);
}
