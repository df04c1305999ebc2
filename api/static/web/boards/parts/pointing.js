// Points at things of a board: a bubble with an arrow to what it is about, or the arrow of an action from its piece to its place.
// It lies over the stage in a layer of its own, which no redraw of the board touches.
import { drawing, h, s } from "./dom.js";
import { arrow, between, distance, nearest, roomFor, tail } from "./placing.js";

const HEAD = 34;
const MARGIN = 8;
const BEND = 0.14;
/** From this distance on a bubble has an arrow instead of a tail. */
const LONG = 110;

/**
 * @typedef {{bubble: HTMLElement, at?: string[], seat?: number, action?: any}} Pointer
 *   `bubble` is placed on the board with an arrow to the nearest of `at`: names of things in the order in which they are
 *   chosen. Names that end with a colon are beginnings of names, and "do:TYPE" is a button of the bar. With `seat` and `action` everything is marked that this seat
 *   would pick for that action.
 */

export class Pointing {
  #node = null;
  #pointer = null;
  #box = null;

  constructor(ui) {
    this.ui = ui;
  }

  /** Point at something until the next call; null points at nothing. */
  show(pointer) {
    if (pointer === this.#pointer) return;
    this.#pointer = pointer;
    this.end();
    const { ui } = this;
    if (!pointer || !ui.game.stage) return;
    const [width, height] = ui.size;
    this.marks = drawing(`0 0 ${width} ${height}`, { class: "kb-art" });
    this.bubble = h("div", { class: `kb-bubble${pointer.action ? " better" : ""}` }, pointer.bubble);
    this.frame = h("div", { class: "kb-frame" }, this.marks, this.bubble);
    this.#node = h("div", { class: "kb-pointing appears" }, this.frame);
    ui.root.prepend(this.#node);
    this.watch = new ResizeObserver(() => this.place());
    for (const node of [this.frame, this.bubble]) this.watch.observe(node);
    this.place();
  }

  end() {
    this.watch?.disconnect();
    this.#node?.remove();
    this.#node = null;
    this.#box = null;
  }

  /** Called after each redraw of the board. */
  place() {
    const { ui } = this;
    if (!this.#node || !ui.started) return;
    const [width, height] = ui.size;
    this.frame.style.setProperty("--across", width);
    this.frame.style.setProperty("--down", height);
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.unit = this.frame.clientWidth / width;
    if (!this.unit) return;
    const { action } = this.#pointer;
    const nodes = action ? this.#pieces() : this.#named();
    const meant = this.#boxes(nodes);
    this.#put(nodes, meant);
    this.marks.replaceChildren(...(action ? this.#course(meant) : this.#tail(meant)));
  }

  /** The bubble has the size of its text, in pixels, and a place in units of the stage. */
  #put(nodes, meant) {
    const { ui, unit, bubble } = this;
    /** @type {[number, number]} */
    const size = [bubble.offsetWidth / unit, bubble.offsetHeight / unit];
    const all = [...ui.root.querySelectorAll(".kb-targets > *, .kb-targets > section > *")].filter((node) => node.localName !== "section");
    const needed = all.filter(this.#isNeeded(all, nodes));
    const choosable = all.filter((node) => node.matches(".can"));
    this.#box = roomFor(size, ui.size, { meant, needed: this.#boxes(needed), choosable: this.#boxes(choosable), rest: this.#boxes(all) }, this.#box);
    const [x, y] = this.#box;
    bubble.style.setProperty("left", `${(100 * x) / ui.size[0]}%`);
    bubble.style.setProperty("top", `${(100 * y) / ui.size[1]}%`);
  }

  /** What is to be picked next: what goes with the picks, or the first piece of any action. */
  #isNeeded(all, meant) {
    if (all.some((node) => node.matches(".fits"))) return (node) => node.matches(".fits, .picked");
    const { legal, bags } = this.ui;
    const first = new Set(legal.flatMap((action) => bags.get(action)?.slice(0, 1) ?? []));
    return (node) => node.matches(".can") && (first.has(node.dataset.thing) || meant.includes(node));
  }

  #tail(meant) {
    if (!meant.length) return [];
    const to = nearest(this.#box, meant);
    return distance(this.#box, to) > LONG ? arrowed(between(this.#box, to), 0) : twice("path", { d: tail(this.#box, to), class: "head" });
  }

  /** Marks of all that is picked, and the arrow from the first piece to the place. */
  #course(meant) {
    const marks = meant.flatMap(ring);
    if (meant.length < 2) return [...marks, ...this.#tail(meant)];
    return [...marks, ...arrowed(between(meant[0], meant.at(-1)), BEND)];
  }

  /** Of the names the one that goes with what is picked, else the first that can be chosen. */
  #named() {
    const named = this.#pointer.at.map((name) => [...this.ui.root.querySelectorAll(selector(name))].filter((node) => node.clientWidth));
    return [".fits", ".can", "*"].flatMap((look) => named.map((nodes) => nodes.filter((node) => node.matches(look)))).find((some) => some.length) ?? [];
  }

  /** The elements that the seat would pick. Cards in hand are the viewer's: another seat's cannot be seen. */
  #pieces() {
    const { seat, action } = this.#pointer;
    const { ui } = this;
    const tokens = ui.game.tokens(action, Object.create(ui, { seat: { value: seat } })) ?? [];
    const used = new Set();
    return tokens.filter((token) => seat === ui.seat || !token.startsWith("card:")).flatMap((token) => {
      const node = [...ui.root.querySelectorAll(selector(token))].find((one) => !used.has(one));
      used.add(node);
      return node ?? [];
    });
  }

  #boxes(nodes) {
    return boxesIn(this.frame, this.unit, nodes);
  }
}

/** Where elements lie in a frame, in units of the stage: a unit has so many pixels. @returns {import("./placing.js").Box[]} */
export function boxesIn(frame, unit, nodes) {
  const { x: left, y: top } = frame.getBoundingClientRect();
  return nodes.map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => [(x - left) / unit, (y - top) / unit, width / unit, height / unit]);
}

/** The elements of the board that a name means. */
export function selector(name) {
  if (name.startsWith("do:")) return `.kb-bar [data-action*='"type":"${name.slice(3)}"']`;
  return name.endsWith(":") ? `.kb-targets [data-thing^="${name}"]` : `:is(.kb-targets, .plain-fields) [data-thing="${CSS.escape(name)}"]`;
}

/** A ring around a box. */
export function ring([x, y, width, height]) {
  return twice("rect", { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 16 });
}

export function arrowed(line, bend) {
  const { shaft, head } = arrow(line, bend, HEAD);
  return [...twice("path", { d: shaft }), ...twice("path", { d: head, class: "head" })];
}

/** A line of the accent on a wider one of paper, which stands out on every world. */
const twice = (tag, attributes) => ["halo", "line"].map((look) => s(tag, { ...attributes, class: [attributes.class, look].filter(Boolean).join(" ") }));
