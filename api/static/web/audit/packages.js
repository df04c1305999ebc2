// Rulesets of packages: entry 0 has the table of their events itself (docs/ledger.md, section 14, "Tables of packages").
import { Failed } from "./report.js";

const MOST = 32768;
const MOST_RECORDS = 64;
const NAME = /^(?:[a-z][a-z0-9-]{0,63}|record [A-Za-z0-9_]{1,64})$/;
const MEMBER = /^[A-Za-z][A-Za-z0-9_]{0,63}\??$/;
const PLAIN = "(?:(?:list|map) of ){0,4}(?:text|integer|boolean|free)";
const HIDDEN = new RegExp(`^(?:list of ){0,4}hidden (?:renewed )?${PLAIN}$`);
const OPEN = new RegExp(`^(?:list of ){0,4}(?:${PLAIN}|throw|(?:opened|shuffle of) ${PLAIN}|(record [A-Za-z0-9_]{1,64}))(?: or null)?$`);

/** Check the member `package` of entry 0, whose members have their kinds; `own` has the types of every game. */
export function checkPackage({ hash, events }, own) {
  const lines = Object.entries(events);
  const length = lines.reduce((sum, [name, line]) => sum + name.length + line.length, 0);
  const formed = /^[0-9a-f]{64}$/.test(hash) && length <= MOST && lines.filter(([name]) => isRecord(name)).length <= MOST_RECORDS && lines.every(([name, line]) => NAME.test(name) && !own.has(name) && isLine(name, line, events));
  if (!formed) throw new Failed("what the log's first entry says of its package is malformed");
}

const isRecord = (name) => name.startsWith("record ");

function isLine(type, line, events) {
  const members = line ? line.split("; ").map(cut) : [];
  const names = new Set(members.map(([name]) => name.replace(/\?$/, "")));
  if (names.has("type") && !isRecord(type)) return false;
  return names.size === members.length && members.every(([name, kind]) => isMember(name, kind, events));
}

function cut(member) {
  const at = member.indexOf(": ");
  return at < 0 ? [member, ""] : [member.slice(0, at), member.slice(at + 2)];
}

function isMember(name, kind, events) {
  if (!MEMBER.test(name)) return false;
  if (HIDDEN.test(kind)) return !(name.endsWith("?") && kind.startsWith("hidden "));
  const found = OPEN.exec(kind);
  return found !== null && (found[1] === undefined || Object.hasOwn(events, found[1]));
}
