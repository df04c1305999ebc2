// Whether what others did is shown move by move, and how fast a replay is; both are remembered.
import { h, on } from "../ui.js";
import { remember, remembered } from "../memory.js";

export const paced = () => remembered("pace", "walk") === "walk";
export const speed = () => Number(remembered("speed", "1"));

export function paceSwitch(t) {
  const box = h("input", { type: "checkbox", checked: paced() });
  on(box, "change", () => remember("pace", box.checked ? "walk" : "jump"));
  return h("label", { class: "switch" }, box, h("span", {}, t("Show moves one by one")));
}
