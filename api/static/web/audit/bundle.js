// Checks the bundle of a case in the browser: its container, its manifest, its texts, and the log in it (docs/ledger.md, 13).
import { b64, b64u, canonical, equal, fromB64, fromB64u, hex, joined, readWhole, sha256, textOf, utf8 } from "./bytes.js";
import { verify } from "./check.js";
import { isObject, only, whole } from "./entries.js";
import { checkSignature, readNote } from "./note.js";
import { FAILED, Failed, Missing, checked } from "./report.js";
import { readZip } from "./zip.js";

const FILES = ["README.txt", "audit.json", "case.json", "clauses.json", "timeline.html", "timeline.json"];
const MANIFEST = "manifest.json";
const JSON_FILES = [MANIFEST, "case.json", "clauses.json", "timeline.json"];
const NOT_OF_A_FILE = ["older", "logged", "shown"];
const SALT_BYTES = 16;

const isText = (value) => typeof value === "string";
const isMaybe = (good) => (value) => value === null || good(value);
const MANIFEST_MEMBERS = { format: (it) => it === "kronika-bundle/1", game: isText, origin: isText, dispute: (it) => whole(it, 0), version: (it) => whole(it, 0), viewer: isText, files: isObject, note: isText };
const CASE_MEMBERS = { format: (it) => it === "kronika-case/1", case: isObject, texts: Array.isArray, assessment: isMaybe(isObject), explanations: Array.isArray };
const ROW_MEMBERS = { entry: (it) => whole(it, 0), member: isText, text: isMaybe(isObject) };
const TEXT_MEMBERS = { text: isText, lang: isText, salt: isText };

/** {checks, ok, audit, verdict}: checks like those of `verify`; `audit` is its report on the log in the bundle; no verdict if any fails. */
export async function verifyBundle(bytes) {
  if (!globalThis.crypto?.subtle) return { ...(await verify(null, { older: null, events: [] })), audit: null, verdict: null };
  let files = new Map();
  const container = await checked("container", async () => {
    files = readZip(bytes);
    if (!sameNames([...files.keys()], [...FILES, MANIFEST])) throw new Failed("the bundle does not have the files that it must have");
    for (const name of JSON_FILES) readWhole(textOf(files.get(name)));
    read(files, MANIFEST, MANIFEST_MEMBERS);
    return ["{n} files, in their one valid encoding", { n: files.size }];
  });
  if (container.status === FAILED) return { checks: [container], ok: false, audit: null, verdict: null };
  const audit = await verify(utf8Text(files.get("audit.json")), { older: null, events: [], bundled: true });
  const manifest = await checked("manifest", () => checkManifest(files, judged(audit.ok, audit.file)));
  const texts = await checked("texts", () => checkTexts(files, judged(audit.ok && manifest.status !== FAILED, audit.file)));
  const checks = [container, manifest, texts, ...audit.checks.filter(({ name }) => !NOT_OF_A_FILE.includes(name))];
  const ok = checks.every(({ status }) => status !== FAILED);
  return { checks, ok, audit, verdict: ok ? audit.verdict : null };
}

/** Whether these are exactly the expected names, each once. */
function sameNames(names, wanted) {
  return names.length === wanted.length && wanted.every((name) => names.includes(name));
}

/** The text of a file; undefined for bytes that are no text, which every check rejects. */
function utf8Text(bytes) {
  try {
    return textOf(bytes);
  } catch {
    return "";
  }
}

/** A JSON file of the bundle with exactly these members. */
function read(files, name, members) {
  const tree = readWhole(textOf(files.get(name)));
  if (!fits(tree, members)) throw new Failed("{name} is malformed", { name });
  return tree;
}

function fits(node, members) {
  return isObject(node) && only(node, Object.keys(members)) && Object.entries(members).every(([name, good]) => good(node[name]));
}

function judged(ok, file) {
  if (!ok || !file) throw new Missing("not judged: an earlier check has failed");
  return file;
}

/** Check that the game's key has signed exactly these files, for this game at this version. */
async function checkManifest(files, file) {
  const { note: signed, ...content } = read(files, MANIFEST, MANIFEST_MEMBERS);
  const is = { game: file.game, origin: file.origin, version: file.entries.length };
  for (const [name, value] of Object.entries(is)) if (content[name] !== value) throw new Failed("the manifest is for another {name}", { name });
  for (const name of FILES) if (content.files[name] !== hex(await sha256(files.get(name)))) throw new Failed("{name} is not the file that the manifest was made for", { name });
  if (!only(content.files, FILES)) throw new Failed("the bundle does not have the files that it must have");
  const note = readNote(signed);
  await checkSignature(note, await keyNamed(`${content.origin}/case/${content.dispute}`, file.vkey));
  const fitting = note.size === content.version && equal(note.root, await sha256(utf8(canonical(content))));
  if (!fitting) throw new Failed("the manifest's note is over something else");
  return ["{n} files are those that the game's key signed", { n: FILES.length }];
}

/** The verifier key of the same key under another name. */
async function keyNamed(name, vkey) {
  const material = fromB64(vkey.split("+").slice(2).join("+"), 33);
  const id = (await sha256(joined(utf8(`${name}\n`), material))).slice(0, 4);
  return `${name}+${hex(id)}+${b64(material)}`;
}

/** Check that every hash of a text in the entries of the case occurs once, with its text or none. */
async function checkTexts(files, { entries }) {
  const { dispute } = read(files, MANIFEST, MANIFEST_MEMBERS);
  const { texts } = read(files, "case.json", CASE_MEMBERS);
  if (!texts.every((one) => fits(one, ROW_MEMBERS) && (!one.text || fits(one.text, TEXT_MEMBERS)))) throw new Failed("{name} is malformed", { name: "case.json" });
  const wanted = hashesOf(entries, dispute);
  const named = texts.map(({ entry, member }) => `${entry}/${member}`);
  if (!sameNames(named, [...wanted.keys()])) throw new Failed("the bundle does not have the texts of its case");
  for (const { entry, member, text } of texts) {
    if (text && !(await hasHash(text, wanted.get(`${entry}/${member}`)))) throw new Failed("a text is not the one whose hash is in the log", {}, entry);
  }
  const absent = texts.filter(({ text }) => text === null).length;
  if (absent) throw new Missing("{n} texts are not there: deleted, or not for this viewer", { n: absent });
  return ["{n} texts match their hashes in the log", { n: texts.length }];
}

function hashesOf(entries, dispute) {
  const found = new Map();
  let opened = 0;
  for (const [i, { t, d }] of entries.entries()) {
    if (t === "dispute-opened") opened = d.dispute;
    const of = t === "evidence-released" ? opened : d.dispute;
    if (of !== dispute) continue;
    for (const [member, value] of Object.entries(d)) if (member.endsWith("_hash")) found.set(`${i}/${member}`, value);
  }
  return found;
}

async function hasHash({ text, salt }, hash) {
  return b64u(await sha256(joined(fromB64u(salt, SALT_BYTES), utf8(text)))) === hash;
}
