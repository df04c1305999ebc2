// Hidden values: every disclosure is of what the entry committed, every opening shows the value committed.
// A place is an entry's number and a path in it, as in "4/d/order/7".
import { b64u, fromB64u, limited, readCanonical, same, sha256, utf8 } from "./bytes.js";
import { isHidden, isNode, isObject, isOpening, only } from "./entries.js";
import { Failed, Missing, about } from "./report.js";
import { standing } from "./rewound.js";

const PLACE = /^(0|[1-9][0-9]{0,15})(\/d(?:\/[^/]+)+)$/;
const RESERVED = ["_sd", "..."];

const parentOf = (place) => place.slice(0, place.lastIndexOf("/"));
const lastOf = (place) => place.slice(place.lastIndexOf("/") + 1);

/** {elements, members, opened, values, digests, acts} of the log, with the file's disclosures applied. */
export async function openValues(file) {
  const found = { elements: new Map(), members: new Map(), opened: [], values: new Map(), digests: new Set(), acts: new Map() };
  file.entries.forEach((entry, i) => about(i, () => collectEntry(found, i, entry)));
  for (const item of file.disclosures) {
    const digest = b64u(await sha256(utf8(item.disclosure)));
    about(item.index, () => disclose(found, `${item.index}${item.path}`, item.disclosure, digest));
  }
  checkHands(file, found);
  return found;
}

function collectEntry(found, i, { d, sig }) {
  collect(found, i, `${i}/d`, d);
  if (sig?.h) found.acts.set(`${i}/sig`, newDigest(found, sig.h));
}

function collect(found, i, place, node) {
  if (Array.isArray(node)) collectArray(found, i, place, node);
  else if (isOpening(node)) found.opened.push([i, opening(found, i, node)]);
  else collectObject(found, i, place, node);
}

function collectArray(found, i, place, node) {
  node.forEach((item, n) => {
    if (isHidden(item)) found.elements.set(`${place}/${n}`, newDigest(found, item["..."]));
    else if (isNode(item)) collect(found, i, `${place}/${n}`, item);
  });
}

function collectObject(found, i, place, node) {
  if ("_sd" in node) {
    const list = node._sd;
    if (!Array.isArray(list) || !list.length || !same(list, [...list].sort())) throw new Failed("a list of digests is malformed");
    found.members.set(place, { digests: new Set(list.map((digest) => newDigest(found, digest))), names: Object.keys(node) });
  }
  if ("..." in node) throw new Failed("a hidden element is malformed");
  for (const [name, item] of Object.entries(node)) {
    if (name !== "_sd" && isNode(item)) collect(found, i, `${place}/${name}`, item);
  }
}

function newDigest(found, digest) {
  fromB64u(digest, 32);
  if (found.digests.has(digest)) throw new Failed("the same digest is committed twice");
  found.digests.add(digest);
  return digest;
}

function opening(found, i, node) {
  if (node.to.includes(0) !== "value" in node) throw new Failed("a value is shown if and only if it is opened to everybody");
  if (!isEarlier(found, i, node.of)) throw new Failed("it opens {of}, where nothing was committed", { of: node.of });
  return node;
}

function disclose(found, place, text, digest) {
  if (found.acts.has(place)) return discloseAct(found, place, text, digest);
  const content = contentOf(text);
  const good = content.length === 2 ? found.elements.get(place) === digest : isMember(found, place, content[1], digest);
  if (!good) throw new Failed("the disclosure for {place} is not of what was committed", { place });
  if (found.values.has(place)) throw new Failed("{place} is disclosed twice", { place });
  found.values.set(place, content.at(-1));
}

/** A signed action: the signature is under the hash of its disclosure. */
function discloseAct(found, place, text, digest) {
  const [salt, action, ...more] = readCanonical(textOf(text));
  fromB64u(salt, 16);
  const formed = more.length === 0 && isObject(action) && typeof action.type === "string";
  if (!formed || found.acts.get(place) !== digest) throw new Failed("the disclosure for {place} is not of what was signed", { place });
  if (found.values.has(place)) throw new Failed("{place} is disclosed twice", { place });
  limited(action);
  found.values.set(place, action);
}

function textOf(disclosure) {
  return new TextDecoder("utf-8", { fatal: true }).decode(fromB64u(disclosure));
}

function isMember(found, place, name, digest) {
  const parent = found.members.get(parentOf(place));
  return Boolean(parent?.digests.has(digest)) && name === lastOf(place) && !parent.names.includes(name) && !RESERVED.includes(name);
}

function contentOf(text) {
  let content;
  try {
    content = JSON.parse(textOf(text));
  } catch {
    throw new Failed("a disclosure does not read");
  }
  if (!Array.isArray(content) || content.length < 2 || content.length > 3) throw new Failed("a disclosure does not read");
  fromB64u(content[0], 16);
  return content;
}

const isHand = (value) => isObject(value) && only(value, ["is", "was"]);

/** A card of a hand that was committed anew says what it is and where it was. */
export const cardOf = (value) => (isHand(value) ? value.is : value);

function checkHands(file, found) {
  const counting = standing(file.entries);
  const used = new Set();
  for (const [place, value] of [...found.values].filter(([, one]) => isHand(one))) {
    const entry = Number(PLACE.exec(place)?.[1]);
    about(entry, () => checkHand(found, entry, value));
    if (!counting.has(entry)) continue;
    if (used.has(value.was)) throw new Failed("two cards were both at {place}", { place: value.was }, entry);
    used.add(value.was);
  }
}

function checkHand(found, entry, { is, was }) {
  if (!isEarlier(found, entry, was)) throw new Failed("it opens {of}, where nothing was committed", { of: was });
  if (found.values.has(was) && !same(is, cardOf(found.values.get(was)))) {
    throw new Failed("{of} is opened as another value than was committed", { of: was });
  }
}

/** Whether something was committed at a place before this entry. */
export function isEarlier(found, entry, place) {
  const match = PLACE.exec(place);
  return Boolean(match) && Number(match[1]) < entry && (found.elements.has(place) || found.members.has(parentOf(place)));
}

/** That what entries show to everybody is what the disclosure of its place says. */
export function checkOpenings(file, found) {
  const shown = found.opened.filter(([, node]) => "value" in node);
  if (shown.length && !file.disclosures.some(({ path }) => path !== "/sig")) throw new Missing("the file holds no disclosures");
  for (const [i, node] of shown) about(i, () => checkOpening(found, node));
  return [
    "hidden values disclosed to you: {shown} of {all}; opened to everybody: {open}",
    { shown: found.values.size, all: found.digests.size, open: shown.length },
  ];
}

function checkOpening(found, node) {
  if (!found.values.has(node.of)) throw new Failed("the disclosure of {of} is missing", { of: node.of });
  if (!same(node.value, found.values.get(node.of))) throw new Failed("{of} is opened as another value than was committed", { of: node.of });
}
