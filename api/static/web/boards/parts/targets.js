// What can be chosen, and what can be read, lies in HTML over a stage's drawing, in the order in which one reads it.
import { h } from "./dom.js";

/** The layer over a stage of `width` by `height` units: it collects targets and labels while the board draws. */
export class Targets {
  constructor([width, height], label, parts) {
    this.size = [width, height];
    this.parts = parts;
    this.count = 0;
    this.node = h("div", { class: "kb-targets", role: "group", "aria-label": label, vars: { "--units": String(width) } });
    this.place = this.node;
  }

  /** Everything that `draw` offers and says is one region with a name; returns what `draw` returns. */
  region(label, draw) {
    const outer = this.place;
    this.place = h("section", { "aria-label": label });
    const art = draw();
    if (this.place.childNodes.length) outer.append(this.place);
    this.place = outer;
    return art;
  }

  /** An element over the box [x, y, width, height, degrees] of the drawing; `vars` are CSS custom properties. */
  put(tag, attributes, box, vars = {}) {
    const make = () => h(tag, { ...attributes, vars: { ...this.#over(box), ...vars } });
    this.place.append(this.parts.draw(this.count++, [tag, attributes, box, vars], make));
  }

  #over([x, y, width, height, degrees = 0]) {
    const [across, down] = this.size;
    const part = (length, whole) => `${Math.round((1e5 * length) / whole) / 1000}%`;
    const inset = [part(y, down), part(across - x - width, across), part(down - y - height, down), part(x, across)].join(" ");
    return degrees ? { inset, rotate: `${degrees}deg` } : { inset };
  }
}
