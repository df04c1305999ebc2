// What moves when a board is drawn anew: things go from where they lay to where they lie now, and numbers count up.
// What can be clicked is at its new place at once: only pictures of it are under way, and they end with any click or key.
import { h } from "./dom.js";

const TIME = 360;
const EASE = "cubic-bezier(.3, .8, .3, 1)";

function calm() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What may move: things by the keys of their `data-fly`, with their places, and numbers by their `data-count`; null if nothing is to. */
export function snapshot(root) {
  if (calm()) return null; // asking for places has the whole page laid out
  const things = new Map();
  for (const node of root.querySelectorAll("[data-fly]")) things.set(node.dataset.fly, { node, box: node.getBoundingClientRect() });
  const numbers = new Map([...root.querySelectorAll("[data-count]")].map((node) => [node.dataset.count, numberIn(node)]));
  return { things, numbers };
}

/** Move from a snapshot to what is drawn now; gives the function that ends it. */
export function move(root, { things, numbers }) {
  const layer = h("div", { class: "kb-flights", "aria-hidden": "true" });
  root.append(layer);
  for (const node of root.querySelectorAll("[data-from]")) fly(layer, node, things);
  const counting = [...root.querySelectorAll("[data-count]")].map((node) => count(node, numbers.get(node.dataset.count)));
  const flights = layer.getAnimations({ subtree: true });
  void Promise.allSettled(flights.map(({ finished }) => finished)).then(() => layer.remove());
  return () => {
    for (const end of counting) end();
    for (const one of root.getAnimations({ subtree: true })) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish();
  };
}

/** Each of the things that `node` comes from goes there, as it looked. */
function fly(layer, node, things) {
  const found = node.dataset.from.split(" ").filter((key) => things.has(key)).map((key) => things.get(key));
  const to = node.getBoundingClientRect();
  const origin = layer.getBoundingClientRect();
  for (const { node: ghost, box } of found) {
    for (const one of [ghost, ...ghost.querySelectorAll("*")]) for (const name of ["role", "tabindex", "id", "data-pick", "data-action", "data-from", "data-count"]) one.removeAttribute(name);
    ghost.classList.add("kb-ghost");
    for (const [name, value] of Object.entries({ left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: box.height })) ghost.style.setProperty(name, `${value}px`);
    layer.append(ghost);
    const there = `translate(${to.left - box.left}px, ${to.top - box.top}px) scale(${to.width / box.width}, ${to.height / box.height})`;
    ghost.animate([{ transform: "none" }, { transform: there, opacity: 1, offset: 0.9 }, { transform: there, opacity: 0 }], { duration: TIME, easing: EASE, fill: "forwards" });
  }
  if (found.length) node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: TIME });
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
    if (ended || part >= 1) return end();
    node.textContent = text.replace(NUMBER, String(Math.round(from + (to - from) * Math.max(0, part))).replace("-", "−"));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return end;
}
