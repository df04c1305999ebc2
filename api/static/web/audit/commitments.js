// The commitments, openings and draws of a log's entries, by place: an entry's number and a path in it, as in "4/d/order/7".
import { fromB64u, same } from "./bytes.js";
import { isObject, only, whole } from "./entries.js";
import { Failed } from "./report.js";

const PLACE = /^(0|[1-9][0-9]{0,15})(\/d(?:\/[^/]+)+)$/;
export const RESERVED = ["_sd", "..."];

export const parentOf = (place) => place.slice(0, place.lastIndexOf("/"));
export const lastOf = (place) => place.slice(place.lastIndexOf("/") + 1);
export const entryOf = (place) => Number(PLACE.exec(place)?.[1]);

/**
 * elements: place -> {digest, kind}; members: place of an object -> {digests, kinds, shown}; opened: [[entry, opening]];
 * draws: [{entry, path, draw}]; values: place -> the value disclosed there; acts: place -> hash of a signed action.
 */
export const nothingFound = () => ({ elements: new Map(), members: new Map(), opened: [], draws: [], values: new Map(), digests: new Set(), acts: new Map() });

/** A digest that occurs nowhere else in the log. */
export function newDigest(found, digest) {
  if (typeof digest !== "string") throw new Failed("a list of digests is malformed");
  fromB64u(digest, 32);
  if (found.digests.has(digest)) throw new Failed("the same digest is committed twice");
  found.digests.add(digest);
  return digest;
}

export function hideElement(found, place, node, kind) {
  if (!isObject(node) || !only(node, ["..."])) throw new Failed("a hidden element is malformed");
  found.elements.set(place, { digest: newDigest(found, node["..."]), kind });
}

/** The hidden members of an object. `kinds` has those that the table names; without it only the disclosures have their names. */
export function hideMembers(found, place, node, kinds = null) {
  const list = node._sd;
  const formed = Array.isArray(list) && list.length > 0 && same(list, [...list].sort());
  if (!formed || (kinds && list.length !== kinds.size)) throw new Failed("a list of digests is malformed");
  found.members.set(place, { digests: new Set(list.map((digest) => newDigest(found, digest))), kinds, shown: new Set(Object.keys(node)) });
}

/** Whether an object may have a hidden member of this name. */
export function mayHide({ kinds, shown }, name) {
  return kinds ? kinds.has(name) : typeof name === "string" && !shown.has(name) && !RESERVED.includes(name);
}

/** Whether something was committed at a place before this entry. */
export function isEarlier(found, entry, place) {
  if (typeof place !== "string" || !(entryOf(place) < entry)) return false;
  const parent = found.members.get(parentOf(place));
  return found.elements.has(place) || Boolean(parent && mayHide(parent, lastOf(place)));
}

export const isCard = (value) => isObject(value) && only(value, ["is", "was"]);

/** The value of a card of a hand that was committed anew names the card and its earlier place. */
export const cardOf = (value) => (isCard(value) ? value.is : value);

/** An opening; rejected unless it is well-formed and refers to an earlier commitment. */
export function addOpening(found, i, node) {
  const { of, to } = node;
  const seats = Array.isArray(to) && to.length > 0 && to.every((seat, n) => whole(seat, n ? to[n - 1] + 1 : 0));
  if (!seats) throw new Failed("it opens something to malformed seats");
  if (to.includes(0) !== "value" in node) throw new Failed("a value is shown if and only if it is opened to everybody");
  if (!isEarlier(found, i, of)) throw new Failed("it opens {of}, where nothing was committed", { of });
  found.opened.push([i, node]);
}
