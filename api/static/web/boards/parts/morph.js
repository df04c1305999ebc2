// A board that is drawn anew keeps what is as it was, so that the browser lays out and paints only what changed.
import { grouped } from "../../grouped.js";

/** Every class that a style sheet of the boards animates once: what has just happened is never kept, so that it is seen happening. */
const NEWS = ["fresh", "new", "risen", "captor", "turned", "slid-right", "slid-left", "slid-down", "slid-up", "arrives", "tumbles", "lights", "darkens"];
const PLAYS = NEWS.map((name) => `.${name}`).join(",");
const PRESSED = "[role=button], .why";

/**
 * Make the element `old` like `made`, whose new parts it takes over. `carry(old, made)` hands over what an element has besides its
 * attributes and children. `live` is an element that is no drawing: it comes as it is.
 */
export function morph(old, made, carry, live = null) {
  carry(old, made);
  if (old.isEqualNode(made) && !made.querySelector(`${PRESSED},${PLAYS}`)) return;
  likeAttributes(old, made);
  const { kept, drop } = matching(old, made, live);
  for (const child of drop) child.remove();
  let at = old.firstChild;
  for (const child of [...made.childNodes]) {
    const stays = kept.get(child);
    if (stays && stays.nodeType === Node.ELEMENT_NODE) morph(stays, child, carry, live);
    else if (stays && stays.data !== child.data) stays.data = child.data;
    const node = stays ?? child;
    if (node === at) at = at.nextSibling;
    else old.insertBefore(node, at);
  }
}

/** Which child goes on as which: {kept: Map of made -> old, drop: the old ones that nothing goes on as}. */
function matching(old, made, live) {
  const waiting = grouped(old.childNodes, kindOf);
  const kept = new Map();
  for (const child of made.childNodes) {
    const stays = child === live || (child instanceof Element && child.matches(PLAYS)) ? null : waiting.get(kindOf(child))?.shift();
    if (stays) kept.set(child, stays);
  }
  return { kept, drop: [...waiting.values()].flat() };
}

/** What a node shows: things of a game only go on as the same things. */
function kindOf(node) {
  const { thing = "", fly = "", pick = "", scroll = "" } = node.dataset ?? {};
  return [node.nodeName, thing, fly, thing || fly ? "" : pick, scroll].join(" ");
}

function likeAttributes(old, made) {
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the policy of the page lets nobody set the attribute
    else old.setAttribute(name, value);
  }
}
