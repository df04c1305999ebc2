// The texts of a case beside the hashes that the log has of them (docs/ledger.md, section 13).
import { b64u, fromB64u, joined, sha256, utf8 } from "../bytes.js";
import { isObject, only, whole } from "../entries.js";
import { Failed, Missing } from "../report.js";

const SALT_BYTES = 16;
const LANGUAGES = ["en", "pl"];

const placeOf = ({ entry, member }) => `${entry}/${member}`;

/** [message, values] if the rows are those of all hashes of the case, and each text there has its hash; Missing if one is not there. */
export async function checkTexts(entries, dispute, rows) {
  if (!rows.every(isRow)) throw new Failed("{name} is malformed", { name: "case.json" });
  const hashes = hashesOf(entries, dispute);
  const inOrder = rows.length === hashes.length && rows.every((row, n) => placeOf(row) === placeOf(hashes[n]));
  if (!inOrder) throw new Failed("the bundle does not have the texts of its case");
  for (const [n, { entry, text }] of rows.entries()) {
    if (text && !(await hasHash(text, hashes[n].hash))) throw new Failed("a text is not the one whose hash is in the log", {}, entry);
  }
  const absent = rows.filter(({ text }) => text === null).length;
  if (absent) throw new Missing("{n} texts are not there: deleted, or not for this viewer", { n: absent });
  return ["{n} texts match their hashes in the log", { n: rows.length }];
}

/** "entry/member" -> the text there, or null. */
export const textsByPlace = (rows) => new Map(rows.map((row) => [placeOf(row), row.text]));

function isRow(row) {
  if (!isObject(row) || !only(row, ["entry", "member", "text"]) || !whole(row.entry, 0) || typeof row.member !== "string") return false;
  return row.text === null || isText(row.text);
}

function isText(text) {
  return isObject(text) && only(text, ["text", "lang", "salt"]) && [text.text, text.salt].every((part) => typeof part === "string") && LANGUAGES.includes(text.lang);
}

/** [{entry, member, hash}] in the order of entries, then of members. */
function hashesOf(entries, dispute) {
  const its = entries.filter(({ d }) => d.dispute === dispute);
  return its.flatMap(({ i, d }) => Object.keys(d).filter((name) => name.endsWith("_hash")).sort().map((member) => ({ entry: i, member, hash: d[member] })));
}

async function hasHash({ text, salt }, hash) {
  return b64u(await sha256(joined(fromB64u(salt, SALT_BYTES), utf8(text)))) === hash;
}
