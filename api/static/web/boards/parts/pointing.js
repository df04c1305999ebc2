// Points at things of a board: a bubble with an arrow to what it is about, or the arrow of an action from its piece to its place.
// It lies over the stage in a layer of its own, which no redraw of the board touches.
import { drawing, h, s } from "./dom.js";
import { arrow, between, nearest, roomFor } from "./placing.js";

const HEAD = 34;
const MARGIN = 8;
const BEND = 0.14;

/**
 * @typedef {{bubble: HTMLElement, at?: string[], seat?: number, action?: any}} Pointer
 *   `bubble` is placed on the board with an arrow to the nearest of `at`: names of things, those that end with a colon are
 *   beginnings of names, and "do:TYPE" is a button of the bar. With `seat` and `action` everything is marked that this seat
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
    this.#node = h("div", { class: "kb-pointing" }, this.frame);
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
    const meant = (action ? this.#pieces() : this.#named()).map((node) => this.#boxOf(node));
    this.#put(meant);
    this.marks.replaceChildren(...(action ? this.#course(meant) : this.#tail(meant)));
  }

  /** The bubble has the size of its text, in pixels, and a place in units of the stage. */
  #put(meant) {
    const { ui, unit, bubble } = this;
    const size = [bubble.offsetWidth / unit, bubble.offsetHeight / unit];
    const all = [...ui.root.querySelectorAll(".kb-targets [data-thing], .kb-targets .kb-target")];
    const needed = all.filter((node) => node.matches(all.some((one) => one.matches(".fits")) ? ".fits, .picked" : ".can:not(.quiet, .local)"));
    const boxes = (nodes) => nodes.map((node) => this.#boxOf(node));
    this.#box = roomFor(size, ui.size, { meant, needed: boxes(needed), rest: boxes(all) }, this.#box);
    const [x, y] = this.#box;
    bubble.style.setProperty("left", `${(100 * x) / ui.size[0]}%`);
    bubble.style.setProperty("top", `${(100 * y) / ui.size[1]}%`);
  }

  #tail(meant) {
    return meant.length ? drawn(arrow(between(this.#box, nearest(this.#box, meant)), 0, HEAD)) : [];
  }

  /** Marks of all that is picked, and the arrow from the first piece to the place. */
  #course(meant) {
    const marks = meant.map(([x, y, width, height]) => twice("rect", { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 16 }));
    const [from, to] = meant.length > 1 ? [meant[0], meant.at(-1)] : [this.#box, meant[0]];
    return [...marks.flat(), ...(to ? drawn(arrow(between(from, to), meant.length > 1 ? BEND : 0, HEAD)) : [])];
  }

  /** Of several things those that go with what is picked, else those that can be chosen. */
  #named() {
    const all = this.#pointer.at.flatMap((name) => [...this.ui.root.querySelectorAll(selector(name))]).filter((node) => node.clientWidth);
    return [".fits", ".can", "*"].map((look) => all.filter((node) => node.matches(look))).find((some) => some.length) ?? [];
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

  #boxOf(node) {
    const [frame, box] = [this.frame.getBoundingClientRect(), node.getBoundingClientRect()];
    return [box.x - frame.x, box.y - frame.y, box.width, box.height].map((length) => length / this.unit);
  }
}

function selector(name) {
  if (name.startsWith("do:")) return `.kb-bar [data-action*='"type":"${name.slice(3)}"']`;
  return name.endsWith(":") ? `.kb-targets [data-thing^="${name}"]` : `.kb-targets [data-thing="${CSS.escape(name)}"]`;
}

const drawn = ({ shaft, head }) => [...twice("path", { d: shaft, class: "shaft" }), ...twice("path", { d: head, class: "head" })];

/** A line of the accent on a wider one of paper, which stands out on every world. */
const twice = (tag, attributes) => ["halo", "line"].map((look) => s(tag, { ...attributes, class: [attributes.class, look].filter(Boolean).join(" ") }));
