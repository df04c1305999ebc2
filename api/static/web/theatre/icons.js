// The symbols on the keys.
import { drawing, path } from "../boards/parts/dom.js";

const SIGNS = {
  first: "M5 5h2.4v14H5z M20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  play: "M6 4l14 8-14 8z",
  stop: "M6 5h4v14H6z M14 5h4v14h-4z",
  on: "M7 5v14l11-7z",
  last: "M16.6 5H19v14h-2.4z M4 5v14l11-7z",
};

/** @param {keyof typeof SIGNS} name */
export function playIcon(name) {
  return drawing("0 0 24 24", { class: "icon" }, path(SIGNS[name]));
}
