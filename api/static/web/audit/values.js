// Hidden values: every disclosure is of what the entry committed, every opening shows the value committed.
// A place is an entry's number and a path in it, as in "4/d/order/7".
import { b64u, fromB64u, same, sha256, utf8 } from "./bytes.js";
import { Failed, Missing, about } from "./report.js";

const PLACE = /^(0|[1-9][0-9]{0,15})(\/d(?:\/[^/]+)+)$/;
const RESERVED = ["_sd", "..."];

const isNode = (value) => value !== null && typeof value === "object";
const keys = (node) => Object.keys(node).sort().join();
const parentOf = (place) => place.slice(0, place.lastIndexOf("/"));
const lastOf = (place) => place.slice(place.lastIndexOf("/") + 1);

/** {elements, members, opened, values, digests} of the log, with the file's disclosures applied. */
export async function openValues(file) {
  const found = { elements: new Map(), members: new Map(), opened: [], values: new Map(), digests: new Set() };
  file.entries.forEach((entry, i) => about(i, () => collect(found, i, `${i}/d`, entry.d)));
  for (const item of file.disclosures) {
    const digest = b64u(await sha256(utf8(item.disclosure)));
    about(item.index, () => disclose(found, `${item.index}${item.path}`, item.disclosure, digest));
  }
  return found;
}

function collect(found, i, place, node) {
  if (Array.isArray(node)) collectArray(found, i, place, node);
  else if (keys(node) === "of,to" || keys(node) === "of,to,value") found.opened.push([i, opening(found, i, node)]);
  else collectObject(found, i, place, node);
}

function collectArray(found, i, place, node) {
  node.forEach((item, n) => {
    if (isNode(item) && keys(item) === "...") found.elements.set(`${place}/${n}`, newDigest(found, item["..."]));
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
  const seats = node.to;
  if (!Array.isArray(seats) || !seats.length || !seats.every((seat) => Number.isInteger(seat) && seat >= 0)) {
    throw new Failed("it opens something to malformed seats");
  }
  if (seats.includes(0) !== "value" in node) throw new Failed("a value is shown if and only if it is opened to everybody");
  const match = PLACE.exec(node.of);
  const held = found.elements.has(node.of) || found.members.has(parentOf(node.of));
  if (!match || Number(match[1]) >= i || !held) throw new Failed("it opens {of}, where nothing was committed", { of: node.of });
  return node;
}

function disclose(found, place, text, digest) {
  const content = contentOf(text);
  const good = content.length === 2 ? found.elements.get(place) === digest : isMember(found, place, content[1], digest);
  if (!good) throw new Failed("the disclosure for {place} is not of what was committed", { place });
  if (found.values.has(place)) throw new Failed("{place} is disclosed twice", { place });
  found.values.set(place, content.at(-1));
}

function isMember(found, place, name, digest) {
  const parent = found.members.get(parentOf(place));
  return Boolean(parent?.digests.has(digest)) && name === lastOf(place) && !parent.names.includes(name) && !RESERVED.includes(name);
}

function contentOf(text) {
  let content;
  try {
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromB64u(text)));
  } catch {
    throw new Failed("a disclosure does not read");
  }
  if (!Array.isArray(content) || content.length < 2 || content.length > 3) throw new Failed("a disclosure does not read");
  fromB64u(content[0], 16);
  return content;
}

/** That what entries show to everybody is what the disclosure of its place says. */
export function checkOpenings(file, found) {
  const shown = found.opened.filter(([, node]) => "value" in node);
  if (shown.length && !file.disclosures.length) throw new Missing("the file holds no disclosures");
  for (const [i, node] of shown) about(i, () => checkOpening(found, node));
  return [
    "{shown} of {all} hidden values disclosed to you, {open} openings to everybody",
    { shown: found.values.size, all: found.digests.size, open: shown.length },
  ];
}

function checkOpening(found, node) {
  if (!found.values.has(node.of)) throw new Failed("the disclosure of {of} is missing", { of: node.of });
  if (!same(node.value, found.values.get(node.of))) throw new Failed("{of} is opened as another value than was committed", { of: node.of });
}
