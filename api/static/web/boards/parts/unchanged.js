// What looks as it did at the last redraw is not made again: a placeholder stands for it until the redraw is in the page.
import { s } from "./dom.js";

const PLACEHOLDER = "kb-unchanged";
/** The elements in the page that placeholders stand for, or that took over what was made. */
const elements = new WeakMap();

/** The element in the page that a placeholder stands for; undefined for anything else. */
export function unchanged(node) {
  return node.localName === PLACEHOLDER ? elements.get(node) : undefined;
}

/** The placeholders in a new element. */
export function placeholdersIn(made) {
  return [...(made.querySelectorAll?.(PLACEHOLDER) ?? [])];
}

/** The element `old` of the page has taken over what was `made`. */
export function became(made, old) {
  elements.set(made, old);
}

/** The parts of one board: what each was last made from, and what was made. */
export class Parts {
  #last = new Map();
  #now = new Map();

  /** Before anything is drawn; without what was `drawn` last everything is made. */
  begin(drawn) {
    this.#last = drawn ? this.#now : new Map();
    this.#now = new Map();
  }

  /** The part that `make` makes from nothing but `given`, plain values. A board has one part of each name. */
  draw(name, given, make) {
    const key = JSON.stringify(given);
    const last = this.#last.get(name);
    const element = last?.key === key ? (elements.get(last.made) ?? last.made) : null;
    const made = element?.isConnected ? placeholder(element) : make(); // not connected if the page had its equal already
    this.#now.set(name, { key, made });
    return made;
  }

  /** A part of a drawing: one element, or several as a group. */
  drawing(name, given, draw) {
    return this.draw(name, given, () => {
      const art = draw();
      return Array.isArray(art) ? s("g", {}, art) : art;
    });
  }
}

function placeholder(element) {
  const node = document.createElement(PLACEHOLDER);
  elements.set(node, element);
  return node;
}
