// The symbols on buttons.
import { drawing, path } from "../boards/parts/dom.js";
import { EYE } from "../icons.js";

const LINES = {
  leave: "M15 4l-8 8 8 8",
  share: "M12 15V3 M7.5 7.5 12 3l4.5 4.5 M5 11v9h14v-9",
  eye: EYE,
  menu: "M5 12h.01 M12 12h.01 M19 12h.01",
  list: "M4 6h16 M4 12h16 M4 18h10",
  undo: "M9 5 4 10l5 5 M4 10h9a6 6 0 0 1 0 12h-3",
};

/** @param {keyof typeof LINES} name */
export function lineIcon(name) {
  return drawing("0 0 24 24", { class: "icon line-icon" }, path(LINES[name], `icon-${name}`));
}
