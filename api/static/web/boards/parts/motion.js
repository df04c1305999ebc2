// Animates a redraw of a board: pieces travel from their old to their new places, and numbers count up.
// Clickable elements are in their new places at once: only the drawing moves, and any click or key ends that.
//   data-fly      the name of a piece: it slides from its earlier place
//   data-from     names of pieces, separated by spaces, that move here and merge into this one
//   data-gathers  names of pieces that move there and disappear
import { drawing, s } from "./dom.js";
import { PLAYS } from "./morph.js";
import { alike, asTransform, placesIn, seenFrom, within } from "./places.js";

const TIME = 240;
const TIMING = { duration: TIME, easing: "ease-out" };
/** Attributes that a copy of a piece must not have. */
const OWN = ["data-fly", "data-from", "data-gathers", "data-count"];

function calm() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A snapshot: pieces by their `data-fly`, with their places, and numbers by their `data-count`; null if nothing is to move. */
export function snapshot(root) {
  const art = root.querySelector(".kb-art");
  if (!art || calm()) return null;
  const placeOf = placesIn(art);
  const pieces = [...art.querySelectorAll("[data-fly]")];
  const numbers = [...art.querySelectorAll("[data-count]")];
  return {
    things: new Map(pieces.map((node) => [node.dataset.fly, { node, place: placeOf(node) }])),
    numbers: new Map(numbers.map((node) => [node.dataset.count, numberIn(node)])),
  };
}

/** Animate from a snapshot to the current drawing; returns the function that ends it. */
export function move(root, { things, numbers }) {
  const art = root.querySelector(".kb-art");
  const { slides, flights } = travels(art, things);
  const running = [...slides.map(slide), ...(flights.length ? send(art, flights) : [])];
  const counting = [...art.querySelectorAll("[data-count]")].map((node) => count(node, numbers.get(node.dataset.count)));
  return () => {
    for (const end of counting) end();
    for (const one of running) one.finish();
    for (const one of art.querySelectorAll(PLAYS)) for (const playing of one.getAnimations()) playing.finish();
  };
}

/** What slides, {node, from, place}: the same element at another place; and what flies, {thing, node, place}: another one takes its place. */
function travels(art, things) {
  const [slides, flights, placeOf] = [[], [], placesIn(art)];
  const named = (text = "") => text.split(" ").filter((name) => things.has(name)).map((name) => things.get(name));
  for (const node of art.querySelectorAll("[data-from], [data-gathers], [data-fly]")) {
    const { from, gathers, fly } = node.dataset;
    const [place, comes, was] = [placeOf(node), named(from), things.get(fly)];
    const moved = was && !comes.length && !alike(was.place, place);
    if (moved && was.node === node) slides.push({ node, outer: placeOf(node.parentNode), from: was.place, place });
    else if (moved) comes.push(was);
    flights.push(...comes.map((thing) => ({ thing, node, place, lands: true })), ...named(gathers).map((thing) => ({ thing, node, place, lands: false })));
  }
  return { slides, flights };
}

function slide({ node, outer, from, place }) {
  return node.animate([from, place].map((one) => ({ transform: asTransform(seenFrom(outer, one)) })), TIMING);
}

/** Copies of pieces fly over the board. Their sizes are read together, so that the page is laid out once. */
function send(art, flights) {
  const ghosts = flights.map(({ thing }) => s("g", { class: "kb-ghost", transform: asTransform(thing.place) }, pictureOf(thing.node)));
  const layer = drawing(art.getAttribute("viewBox"), { class: "kb-art kb-flights" }, ghosts);
  art.parentNode.append(layer);
  const ends = flights.map(({ node, place }, i) => asTransform(landing(ghosts[i].getBBox(), node.getBBox(), place)));
  const flying = ghosts.map((ghost, i) => ghost.animate([{}, { transform: ends[i], opacity: 1, offset: 0.9 }, { transform: ends[i], opacity: 0 }], { ...TIMING, fill: "forwards" }));
  const landed = new Set(flights.filter(({ lands }) => lands).map(({ node }) => node));
  const showing = [...landed].map((node) => node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: TIME }));
  void Promise.allSettled(flying.map(({ finished }) => finished)).then(() => layer.remove());
  return [...flying, ...showing];
}

/** The place of a ghost that lies, as large as it may, in the middle of the box `to` of a part at `place`. */
function landing(own, to, place) {
  const scale = Math.min(to.width / own.width, to.height / own.height) || 1;
  const offset = ["x", "y"].map((axis, i) => to[axis] - own[axis] * scale + (i ? to.height - own.height * scale : to.width - own.width * scale) / 2);
  return within(place, [scale, 0, 0, scale, ...offset]);
}

/** The old element is its own copy, unless it is still in use. */
function pictureOf(node) {
  const picture = node.isConnected ? node.cloneNode(true) : node;
  for (const one of [picture, ...picture.querySelectorAll("*")]) for (const name of OWN) one.removeAttribute(name);
  picture.removeAttribute("transform");
  return picture;
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
