// Redraws a board by changing only what differs, so that the browser lays out and paints only that.
import { grouped } from "../../grouped.js";

/** The classes that are animated once (board.css): such elements are never reused, so that the animation runs. */
const PLAYS = [".appears", ".turned", ".glows"].join(",");

/** Make the element `old` equal to `made`, whose new parts it takes over. `live` is an element that is no drawing: it is inserted unchanged. */
export function morph(old, made, live = null) {
  if (old.isEqualNode(made) && !made.querySelector(PLAYS)) return;
  likeAttributes(old, made);
  const { kept, drop } = matching(old, made, live);
  for (const child of drop) child.remove();
  let at = old.firstChild;
  for (const child of [...made.childNodes]) {
    const stays = kept.get(child);
    if (stays && stays.nodeType === Node.ELEMENT_NODE) morph(stays, child, live);
    else if (stays && stays.data !== child.data) stays.data = child.data;
    const node = stays ?? child;
    if (node === at) at = at.nextSibling;
    else old.insertBefore(node, at);
  }
}

/** Match children: {kept: Map of made -> old, drop: the old ones without a match}. */
function matching(old, made, live) {
  const waiting = grouped(old.childNodes, kindOf);
  const kept = new Map();
  for (const child of made.childNodes) {
    const stays = child === live || (child instanceof Element && child.matches(PLAYS)) ? null : waiting.get(kindOf(child))?.shift();
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
