// What entry 0 promises of the service's log, and the form of the list that a file has of it (docs/ledger.md): L0.
import { fromB64, hex } from "./bytes.js";
import { isObject, only, whole } from "./entries.js";
import { publicKeyOf, readCosigned, readNote, readWitnessKey } from "./note.js";
import { Failed } from "./report.js";

const NAMED = /^\/log(?:\/[a-z0-9-]{1,64})?$/;
const PLACE = "/g/01234567-89ab-cdef-0123-456789abcdef".length;
const isText = (value) => typeof value === "string";
const LIST = { checkpoint: isText, cosignatures: Array.isArray, leaves: Array.isArray };
const COSIGNED = { vkey: isText, note: isText };
const LEAF = { index: (value) => whole(value, 0), leaf: isText, path: (value) => Array.isArray(value) && value.every(isText) };

/** The path of the log that entry 0 promises, after its host: `/log`, or `/log/NAME`. */
export const pathOfLog = ({ log, origin }) => log.slice(origin.length - PLACE);

const has = (node, form) => isObject(node) && only(node, Object.keys(form)) && Object.entries(form).every(([name, good]) => good(node[name]));

/** Check `log` and `witnessed` of entry 0: an analysis, and nothing else, has neither. */
export async function checkPromise({ entries, origin, service_log: list }) {
  const { log, witnessed, vkey } = entries[0].d;
  if (list !== undefined && !log) throw new Failed("the file has leaves of a log that the game does not promise");
  if (log === undefined) return;
  if ((log === null) !== (entries[1]?.t === "forked")) throw new Failed("every game but an analysis names the service's log", {}, 0);
  if (log === null && witnessed !== null) throw new Failed("an analysis asks for no witnesses", {}, 0);
  if (log !== null && !(log.startsWith(origin.slice(0, -PLACE)) && NAMED.test(pathOfLog({ log, origin })))) throw new Failed("the service's log is named wrongly", {}, 0);
  if (witnessed) await checkWitnessed(witnessed, vkey);
}

async function checkWitnessed({ quorum, witnesses }, vkey) {
  const keys = (await Promise.all(witnesses.map(readWitnessKey))).map(({ raw }) => hex(raw));
  const different = new Set([...keys, hex(publicKeyOf(vkey))]).size === keys.length + 1;
  if (!different || !whole(quorum, 1, keys.length)) throw new Failed("the witnesses that the game asks for are malformed", {}, 0);
}

/** {head, cosigned, rows} of a list of the service's log: its head, the heads that witnesses signed, the leaves with their paths. */
export async function readList(list) {
  const formed = has(list, LIST) && list.cosignatures.every((one) => has(one, COSIGNED)) && list.leaves.every((row) => has(row, LEAF));
  const ascending = formed && list.leaves.every(({ index }, at) => at === 0 || index > list.leaves[at - 1].index);
  if (!ascending) throw new Failed("the leaves of the service's log are malformed");
  const rows = list.leaves.map(({ path, ...row }) => ({ ...row, path: path.map((node) => fromB64(node, 32)) }));
  return { head: readNote(list.checkpoint), cosigned: await Promise.all(list.cosignatures.map(readCosigned)), rows };
}
