// Why the own seed is not opened yet, in a sentence for the player.
import { h } from "../ui.js";

/** {node, update()}: `why()` returns [text, values] while a seed waits, otherwise null. */
export function waitingNotice(t, why) {
  const node = h("p", { class: "card notice", id: "seed-waits", role: "status", hidden: true });
  const update = () => {
    const waits = why();
    const text = waits ? t(...waits) : "";
    node.hidden = !waits;
    if (node.textContent !== text) node.textContent = text;
  };
  return { node, update };
}
