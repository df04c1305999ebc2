// Scales a board down until it fits into its frame, but not below legible size.
import { h, on } from "../ui.js";

const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

/** {node, fit()}: the board is drawn in `node`; `fit` is called afterwards. */
export function fitted(stage) {
  const node = h("div", { class: "embed-fitted" });
  stage.append(node);

  function fit() {
    for (const scale of SCALES) {
      node.style.setProperty("--scale", scale);
      if (stage.scrollHeight <= stage.clientHeight) return;
    }
  }
  on(window, "resize", fit);
  return { node, fit };
}
