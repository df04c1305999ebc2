// Animates a redraw of a board: pieces move from their old to their new places, and numbers count up.
// Clickable elements are in their new places at once: only copies of them move, and any click or key ends that.
//   data-fly      the name of a piece: it slides from its earlier place
//   data-from     names of pieces, separated by spaces, that move here and merge into this one
//   data-gathers  names of pieces that move there and disappear
import { drawing, h } from "./dom.js";

const TIME = 240;
const EASE = "ease-out";
const NEAR = 2;
/** Attributes that a copy of a piece must not have. */
const OWN = ["role", "tabindex", "id", "data-pick", "data-action", "data-from", "data-gathers", "data-count", "data-thing", "data-fly", "aria-label"];

function calm() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A snapshot: pieces by their `data-fly`, with their positions, and numbers by their `data-count`; null if nothing is to move. */
export function snapshot(root) {
  if (calm()) return null; // reading positions forces a layout of the whole page
  const things = new Map();
  for (const node of root.querySelectorAll("[data-fly]")) things.set(node.dataset.fly, seenAt(node));
  const numbers = new Map([...root.querySelectorAll("[data-count]")].map((node) => [node.dataset.count, numberIn(node)]));
  return { things, numbers, at: root.getBoundingClientRect() };
}

/** The position of a piece; for a part of a drawing also its position inside the drawing. */
function seenAt(node) {
  const box = node.getBoundingClientRect();
  if (!node.ownerSVGElement) return { node, box };
  const { a, d, e, f } = node.getScreenCTM();
  return { node, box, view: [(box.x - e) / a, (box.y - f) / d, box.width / a, box.height / d].join(" ") };
}

/** Animate from a snapshot to the current drawing; returns the function that ends it. */
export function move(root, lay) {
  const layer = h("div", { class: "kb-flights", "aria-hidden": "true" });
  (root.querySelector(".kb-stage") ?? root).append(layer); // the board around it would be laid out anew, with everything on it
  for (const begin of flights(root, layer, lay)) begin();
  const counting = [...root.querySelectorAll("[data-count]")].map((node) => count(node, lay.numbers.get(node.dataset.count)));
  const running = layer.getAnimations({ subtree: true });
  void Promise.allSettled(running.map(({ finished }) => finished)).then(() => layer.remove());
  return () => {
    for (const end of counting) end();
    for (const one of root.getAnimations({ subtree: true })) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
  };
}

/** All animations to start; every position is read before anything is changed, so there is one layout. */
function flights(root, layer, { things, at }) {
  const [origin, now] = [layer.getBoundingClientRect(), root.getBoundingClientRect()];
  const named = (text) => text.split(" ").filter((name) => things.has(name)).map((name) => things.get(name));
  const found = [];
  for (const node of root.querySelectorAll("[data-from], [data-gathers], [data-fly]")) {
    const { from = "", gathers = "", fly } = node.dataset;
    const to = node.getBoundingClientRect();
    const comes = named(from);
    for (const thing of [...comes, ...named(gathers)]) found.push(() => send(layer, origin, thing, to));
    const [x, y] = [now.x - at.x, now.y - at.y]; // the whole board may have moved
    if (comes.length) found.push(() => node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: TIME }));
    else if (things.has(fly)) found.push(slide(node, things.get(fly).box, to, x, y));
  }
  return found;
}

/** A copy of a piece moves to its target. */
function send(layer, origin, { node, box, view }, to) {
  const ghost = pictureOf(node, view);
  layer.append(ghost);
  for (const [name, value] of Object.entries({ left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height })) ghost.style.setProperty(name, `${value}px`);
  const scale = Math.min(to.width / box.width, to.height / box.height) || 1;
  const there = `translate(${to.x + (to.width - box.width * scale) / 2 - box.x}px, ${to.y + (to.height - box.height * scale) / 2 - box.y}px) scale(${scale})`;
  ghost.animate([{ transform: "none" }, { transform: there, opacity: 1, offset: 0.9 }, { transform: there, opacity: 0 }], { duration: TIME, easing: EASE, fill: "forwards" });
}

/** The old element is its own copy, unless it is still in use; a part of a drawing gets an `<svg>` of its own. */
function pictureOf(node, view) {
  const picture = node.isConnected ? node.cloneNode(true) : node;
  for (const one of [picture, ...picture.querySelectorAll("*")]) for (const name of OWN) one.removeAttribute(name);
  const ghost = view ? drawing(view, {}, picture) : picture;
  ghost.classList.add("kb-ghost");
  return ghost;
}

/** A piece of a drawing moves in the units of the drawing. Returns the function that begins it, which reads no position any more. */
function slide(node, from, to, x, y) {
  const by = [from.x + x - to.x, from.y + y - to.y];
  if (Math.hypot(...by) <= NEAR || !from.width || !to.width) return () => {};
  const { a: unit, e, f } = node.ownerSVGElement ? node.parentNode.getScreenCTM() : { a: 1, e: to.x, f: to.y };
  const [left, top] = [(to.x - e) / unit, (to.y - f) / unit];
  const there = `translate(${left + by[0] / unit}px, ${top + by[1] / unit}px) scale(${from.width / to.width}, ${from.height / to.height}) translate(${-left}px, ${-top}px)`;
  const own = node.transform?.baseVal.consolidate()?.matrix;
  const rest = own ? ` matrix(${own.a}, ${own.b}, ${own.c}, ${own.d}, ${own.e}, ${own.f})` : "";
  const frame = (transform) => ({ transform: transform || "none", transformOrigin: "0 0", transformBox: "view-box" });
  return () => node.animate([frame(there + rest), frame(rest)], { duration: TIME, easing: EASE });
}

const NUMBER = /[-−]?\d+/;

function numberIn(node) {
  return Number(NUMBER.exec(node.textContent)?.[0].replace("−", "-"));
}

/** Count from one number to the new one; returns the function that ends it. */
function count(node, from) {
  const text = node.textContent;
  const to = numberIn(node);
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) return () => {};
  const begun = performance.now();
  let ended = false;
  const end = () => {
    ended = true;
    node.textContent = text;
  };
  const step = (now) => {
    const part = (now - begun) / TIME;
    if (ended) return;
    if (part >= 1) return end();
    node.textContent = text.replace(NUMBER, String(Math.round(from + (to - from) * Math.max(0, part))).replace("-", "−"));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return end;
}
