// Checks hidden values: every disclosure matches the entry's commitment, every opening shows the committed value.
import { b64u, fromB64u, readEntry, same, sha256, textOf, utf8 } from "./bytes.js";
import { readData, readValue } from "./closed.js";
import { cardOf, entryOf, isCard, isEarlier, lastOf, mayHide, newDigest, nothingFound, parentOf } from "./commitments.js";
import { isObject } from "./entries.js";
import { lineOf } from "./timeline.js";
import { readLoosely } from "./loose.js";
import { Failed, Missing, about } from "./report.js";

/** The log's commitments, openings and draws (commitments.js), with the file's disclosures applied. */
export async function openValues(file) {
  const found = nothingFound();
  file.entries.forEach((entry, i) => about(i, () => collect(found, file, entry, i)));
  found.draws.sort((a, b) => a.entry - b.entry || a.at - b.at);
  for (const item of file.disclosures) {
    const digest = b64u(await sha256(utf8(item.disclosure)));
    about(item.index, () => disclose(found, file, item, digest));
  }
  checkHands(file, found);
  return found;
}

function collect(found, { terms: { types }, slots }, entry, i) {
  if (entry.sig?.h) found.acts.set(`${i}/sig`, newDigest(found, entry.sig.h));
  if (types) readData(found, types, slots, entry, i);
  else readLoosely(found, i, entry.d);
}

function disclose(found, { entries, terms: { types } }, { index, path, disclosure }, digest) {
  const place = `${index}${path}`;
  const content = contentOf(disclosure);
  const kind = found.acts.has(place) ? actAt(found, place, content, digest) : kindAt(found, place, content, digest);
  if (!path.startsWith("/")) throw new Failed("the disclosure for {place} is not of what was committed", { place });
  if (found.values.has(place)) throw new Failed("{place} is disclosed twice", { place });
  if (types) readValue(types, entries[index], kind, content.at(-1));
  found.values.set(place, content.at(-1));
}

/** A signed action: the signature covers the hash of its disclosure. */
function actAt(found, place, content, digest) {
  const [, action, ...more] = content;
  const formed = more.length === 0 && isObject(action) && typeof action.type === "string";
  if (!formed || found.acts.get(place) !== digest) throw new Failed("the disclosure for {place} is not of what was signed", { place });
  return null;
}

/** The kind that a disclosed value must have; null if the table names none. */
function kindAt(found, place, content, digest) {
  const element = content.length === 2 && found.elements.get(place);
  if (element && element.digest === digest) return element.kind;
  const parent = content.length === 3 && found.members.get(parentOf(place));
  const good = parent && parent.digests.has(digest) && content[1] === lastOf(place) && mayHide(parent, content[1]);
  if (!good) throw new Failed("the disclosure for {place} is not of what was committed", { place });
  return parent.kinds?.get(content[1]) ?? null;
}

/** [salt, value] or [salt, name, value], within the limits of an entry. */
function contentOf(disclosure) {
  const content = readEntry(textOf(fromB64u(disclosure)), "a disclosure does not read");
  if (!Array.isArray(content) || content.length < 2 || content.length > 3) throw new Failed("a disclosure does not read");
  fromB64u(content[0], 16);
  return content;
}

function checkHands(file, found) {
  const cards = [...found.values].filter(([, one]) => isCard(one)).map(([place, value]) => [entryOf(place), value]);
  for (const [entry, value] of cards) about(entry, () => checkHand(found, entry, value));
  const twice = cards.length > 0 && lineOf(file.entries).twice(cards.map(([entry, { was }]) => [entry, was]));
  if (twice) throw new Failed("two cards were both at {place}", { place: twice.was }, twice.entry);
}

function checkHand(found, entry, { is, was }) {
  if (!isEarlier(found, entry, was)) throw new Failed("it opens {of}, where nothing was committed", { of: was });
  if (found.values.has(was) && !same(is, cardOf(found.values.get(was)))) {
    throw new Failed("{of} is opened as another value than was committed", { of: was });
  }
}

/** Check that openings to everybody match the disclosures of their places. */
export function checkOpenings(file, found) {
  const revealing = found.opened.filter(([, node]) => "value" in node);
  if (revealing.length && !file.disclosures.some(({ path }) => path !== "/sig")) throw new Missing("the file holds no disclosures");
  for (const [i, node] of revealing) about(i, () => checkOpening(found, node));
  return [
    "hidden values disclosed to you: {shown} of {all}; opened to everybody: {open}",
    { shown: found.values.size, all: found.digests.size, open: revealing.length },
  ];
}

function checkOpening(found, node) {
  if (!found.values.has(node.of)) throw new Failed("the disclosure of {of} is missing", { of: node.of });
  if (!same(node.value, found.values.get(node.of))) throw new Failed("{of} is opened as another value than was committed", { of: node.of });
}
