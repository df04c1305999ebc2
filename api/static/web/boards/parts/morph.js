// Redraws a board by changing only what differs, so that the browser lays out and paints only that.
import { grouped } from "../../grouped.js";
import { became, placeholdersIn, unchanged } from "./unchanged.js";

/** The classes that are animated once (board.css): such elements are never reused, so that the animation runs. */
export const PLAYS = [".appears", ".turned", ".glows"].join(",");

/** Make the element `old` equal to `made`, whose new parts it takes over. `live` is an element that is no drawing: it is inserted unchanged. */
export function morph(old, made, live = null) {
  const stay = new Set(placeholdersIn(made).map(unchanged));
  patch(old, made, { live, stay, hold: parentsOf(stay) });
}

/** All that these elements lie in. */
function parentsOf(elements) {
  const found = new Set();
  for (const element of elements) for (let node = element.parentNode; node && !found.has(node); node = node.parentNode) found.add(node);
  return found;
}

/** Whatever is made takes over no element of `stay`, for which there are placeholders; what is in `hold` has such elements, which may leave it. */
function patch(old, made, context) {
  became(made, old);
  if (!context.hold.has(old) && old.isEqualNode(made) && !made.querySelector(PLAYS)) return;
  likeAttributes(old, made);
  const { kept, drop } = matching(old, made, context);
  for (const child of drop) child.remove();
  let last = null;
  for (const child of [...made.childNodes]) {
    const node = unchanged(child) ?? kept.get(child) ?? withElements(child);
    if (kept.has(child)) patchNode(node, child, context);
    const next = last ? last.nextSibling : old.firstChild;
    if (node !== next) old.insertBefore(node, next);
    last = node;
  }
}

function patchNode(old, made, context) {
  if (old.nodeType === Node.ELEMENT_NODE) patch(old, made, context);
  else if (old.data !== made.data) old.data = made.data;
}

/** A new node with what its placeholders stand for. */
function withElements(made) {
  for (const one of placeholdersIn(made)) one.replaceWith(unchanged(one));
  return made;
}

/** Match children: {kept: Map of made -> old, drop: the old ones without a match}. */
function matching(old, made, { live, stay }) {
  const waiting = grouped([...old.childNodes].filter((node) => !stay.has(node)), kindOf);
  const kept = new Map();
  for (const child of made.childNodes) {
    const isNew = child === live || unchanged(child) || (child instanceof Element && child.matches(PLAYS));
    const stays = isNew ? null : waiting.get(kindOf(child))?.shift();
    if (stays) kept.set(child, stays);
  }
  return { kept, drop: [...waiting.values()].flat() };
}

/** The identity of a node: game pieces match only the same pieces. */
function kindOf(node) {
  const { thing = "", fly = "", pick = "", scroll = "" } = node.dataset ?? {};
  return [node.nodeName, thing, fly, thing || fly ? "" : pick, scroll].join(" ");
}

function likeAttributes(old, made) {
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the page's policy forbids setting the attribute
    else old.setAttribute(name, value);
  }
}
