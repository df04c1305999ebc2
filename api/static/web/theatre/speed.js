// Playback speed.
import { on, select } from "../ui.js";

const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"]];

/**
 * {node, value()}: the choice, and its factor. `changed` is called with the new choice.
 * @param {any} t
 * @param {string | null} wanted
 * @param {(speed: string) => void} [changed]
 */
export function speedChoice(t, wanted, changed) {
  const node = select("speed", SPEEDS, SPEEDS.some(([speed]) => speed === wanted) ? wanted : "1");
  node.setAttribute("aria-label", t("Speed"));
  node.title = t("Speed");
  if (changed) on(node, "change", () => changed(node.value));
  return { node, value: () => Number(node.value) };
}
