// Checks the bundle of a case in the browser: its container, its manifest, its texts, what it says of the case, and the log in it
// (docs/ledger.md, section 13). What needs rules and sentences (B3) is for `kronika verify` alone.
import { b64, canonical, equal, fromB64, hex, joined, readWhole, sha256, textOf, utf8 } from "./bytes.js";
import { verify } from "./check.js";
import { checkCase, checkNames, checkTimeline } from "./desk/check.js";
import { checkTexts } from "./desk/texts.js";
import { isObject, only, whole } from "./entries.js";
import { checkSignature, readNote } from "./note.js";
import { FAILED, Failed, Missing, checked } from "./report.js";
import { readZip } from "./zip.js";

const FILES = ["README.txt", "audit.json", "case.json", "clauses.json", "names.json", "timeline.html", "timeline.json"];
const MANIFEST = "manifest.json";
const JSON_FILES = [MANIFEST, "case.json", "clauses.json", "names.json", "timeline.json"];
const NOT_OF_A_FILE = ["older", "logged", "shown"];
/** The first table whose cases can be derived from the log. */
const DERIVABLE = 4;

const isText = (value) => typeof value === "string";
const MANIFEST_MEMBERS = { format: (it) => it === "kronika-bundle/2", game: isText, origin: isText, dispute: (it) => whole(it, 0), version: (it) => whole(it, 0), viewer: isText, documents: (it) => whole(it, 1), files: isObject, note: isText };
const CASE_MEMBERS = { format: (it) => it === "kronika-case/2", case: isObject, texts: Array.isArray, assessment: isObject, explanations: Array.isArray };

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
  const beside = await besideTheLog(files, audit, manifest.status !== FAILED);
  const checks = [container, manifest, ...beside, ...audit.checks.filter(({ name }) => !NOT_OF_A_FILE.includes(name))];
  const ok = checks.every(({ status }) => status !== FAILED);
  return { checks, ok, audit, verdict: ok ? audit.verdict : null };
}

/** B2: what the files say of the case, against the log. */
async function besideTheLog(files, { ok, file, found }, signed) {
  const check = (name, work) => checked(name, () => {
    derivable(judged(ok && signed, file));
    const { dispute, viewer } = read(files, MANIFEST, MANIFEST_MEMBERS);
    return work({ ...file, found }, { dispute, viewer, ...read(files, "case.json", CASE_MEMBERS) });
  });
  return [
    await check("texts", ({ entries }, { dispute, texts }) => checkTexts(entries, dispute, texts)),
    await check("case", checkCase),
    await check("timeline", (log, its) => checkTimeline(log, its, readWhole(textOf(files.get("timeline.json"))))),
    await check("names", (log) => checkNames(log, readWhole(textOf(files.get("names.json"))))),
  ];
}

function derivable({ entries: [{ d }], terms: { lacking } }) {
  if (lacking) throw new Missing(...lacking);
  if (!(d.table >= DERIVABLE)) throw new Missing("cases of tables below {n} are not derived", { n: DERIVABLE });
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
