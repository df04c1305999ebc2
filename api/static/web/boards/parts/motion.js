// What moves when a board is drawn anew: things go from where they lay to where they lie now, and numbers count up.
// What can be clicked is at its new place at once: only pictures of it are under way, and they end with any click or key.
//   data-fly      a thing's name: it slides from where that lay before
//   data-from     names of things, with blanks between, that come here and become this
//   data-gathers  names of things that go there and are seen no more
import { drawing, h } from "./dom.js";

const TIME = 360;
const EASE = "cubic-bezier(.3, .8, .3, 1)";
const NEAR = 2;
/** What a picture of a thing must not have: it is no thing itself. */
const OWN = ["role", "tabindex", "id", "data-pick", "data-action", "data-from", "data-gathers", "data-count", "data-thing", "data-fly", "aria-label"];

function calm() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What may move: things by the names of their `data-fly`, with their places, and numbers by their `data-count`; null if nothing is to. */
export function snapshot(root) {
  if (calm()) return null; // asking for places has the whole page laid out
  const things = new Map();
  for (const node of root.querySelectorAll("[data-fly]")) things.set(node.dataset.fly, seenAt(node));
  const numbers = new Map([...root.querySelectorAll("[data-count]")].map((node) => [node.dataset.count, numberIn(node)]));
  return { things, numbers, at: root.getBoundingClientRect() };
}

/** Where a thing lies; of a part of a drawing also where it lies there. */
function seenAt(node) {
  const box = node.getBoundingClientRect();
  if (!node.ownerSVGElement) return { node, box };
  const { a, d, e, f } = node.getScreenCTM();
  return { node, box, view: [(box.x - e) / a, (box.y - f) / d, box.width / a, box.height / d].join(" ") };
}

/** Move from a snapshot to what is drawn now; gives the function that ends it. */
export function move(root, lay) {
  const layer = h("div", { class: "kb-flights", "aria-hidden": "true" });
  root.append(layer);
  for (const begin of flights(root, layer, lay)) begin();
  const counting = [...root.querySelectorAll("[data-count]")].map((node) => count(node, lay.numbers.get(node.dataset.count)));
  const running = layer.getAnimations({ subtree: true });
  void Promise.allSettled(running.map(({ finished }) => finished)).then(() => layer.remove());
  return () => {
    for (const end of counting) end();
    for (const one of root.getAnimations({ subtree: true })) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
  };
}

/** All that is to begin; every place is asked for before anything is changed, so the page is laid out once. */
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
    else if (things.has(fly) && !node.ownerSVGElement) found.push(() => slide(node, things.get(fly).box, to, x, y));
  }
  return found;
}

/** A picture of a thing, as it looked, goes where it is wanted. */
function send(layer, origin, { node, box, view }, to) {
  const ghost = pictureOf(node, view);
  layer.append(ghost);
  for (const [name, value] of Object.entries({ left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height })) ghost.style.setProperty(name, `${value}px`);
  const scale = Math.min(to.width / box.width, to.height / box.height) || 1;
  const there = `translate(${to.x + (to.width - box.width * scale) / 2 - box.x}px, ${to.y + (to.height - box.height * scale) / 2 - box.y}px) scale(${scale})`;
  ghost.animate([{ transform: "none" }, { transform: there, opacity: 1, offset: 0.9 }, { transform: there, opacity: 0 }], { duration: TIME, easing: EASE, fill: "forwards" });
}

/** What lay there is its own picture, unless it is still in use; a part of a drawing gets a drawing of its own. */
function pictureOf(node, view) {
  const picture = node.isConnected ? node.cloneNode(true) : node;
  for (const one of [picture, ...picture.querySelectorAll("*")]) for (const name of OWN) one.removeAttribute(name);
  const ghost = view ? drawing(view, {}, picture) : picture;
  ghost.classList.add("kb-ghost");
  return ghost;
}

function slide(node, from, to, x, y) {
  const by = [from.x + x - to.x, from.y + y - to.y];
  if (Math.hypot(...by) <= NEAR || !from.width || !to.width) return;
  const there = `translate(${by[0]}px, ${by[1]}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  node.animate([{ transform: there, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: TIME, easing: EASE });
}

const NUMBER = /[-−]?\d+/;

function numberIn(node) {
  return Number(NUMBER.exec(node.textContent)?.[0].replace("−", "-"));
}

/** Count from one number to that which stands there; gives the function that ends it. */
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
