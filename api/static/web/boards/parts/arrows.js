// Arrows and rings that people have drawn, in a layer of their own over the stage, which no redraw of the board touches.
import { drawing, h, listen } from "./dom.js";
import { between } from "./placing.js";
import { arrowed, boxesIn, ring, selector } from "./pointing.js";

const BEND = 0.08;

/** @typedef {{start: string, end: string}} Arrow  Between things of the board; a ring where both are the same. */

export class Arrows {
  #list = [];
  #node = null;

  constructor(ui) {
    this.ui = ui;
  }

  /** Draw these, and only these, until the next call. @param {Arrow[]} list */
  show(list) {
    if (JSON.stringify(list) !== JSON.stringify(this.#list)) {
      this.#list = list;
      this.end();
      if (list.length) this.#begin();
    }
    this.place();
  }

  #begin() {
    this.marks = drawing("0 0 1 1", { class: "kb-art" });
    this.frame = h("div", { class: "kb-frame" }, this.marks);
    this.#node = h("div", { class: this.ui.game.stage ? "kb-pointing kb-arrows" : "kb-pointing kb-arrows over-all", "aria-hidden": "true" }, this.frame);
    this.ui.root.prepend(this.#node);
    this.watch = new ResizeObserver(() => this.place());
    this.watch.observe(this.frame);
    this.unscroll = listen(this.ui.root, ["scroll"], () => this.place(), true);
  }

  end() {
    this.watch?.disconnect();
    this.unscroll?.();
    this.#node?.remove();
    this.#node = null;
  }

  place() {
    if (!this.#node || !this.ui.started) return;
    const [width, height] = this.#size();
    this.frame.style.setProperty("--across", width);
    this.frame.style.setProperty("--down", height);
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const unit = this.frame.clientWidth / width;
    if (unit) this.marks.replaceChildren(...this.#list.flatMap((one) => this.#drawn(one, unit)));
  }

  /** In units of the stage; over a board without one a unit is half a pixel. */
  #size() {
    if (this.ui.game.stage) return this.ui.size;
    return [this.#node.clientWidth * 2, this.#node.clientHeight * 2];
  }

  #drawn({ start, end }, unit) {
    const [from, to] = [start, end].map((name) => this.ui.root.querySelector(selector(name)));
    if (!from || !to) return [];
    const [one, other] = boxesIn(this.frame, unit, [from, to]);
    return start === end ? ring(one) : arrowed(between(one, other), BEND);
  }
}
