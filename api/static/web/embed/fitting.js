// A board made as small as it has to be to be seen whole in a frame, and no smaller than can be read.
import { h, on } from "../ui.js";

const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

/** {node, fit()}: `node` is where the board is drawn; `fit` is called when it has been. */
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
