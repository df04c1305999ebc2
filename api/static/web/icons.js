// Small signs that stand for a word.
import { drawing, path } from "./boards/parts/dom.js";

export const EYE = "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z";
const LINES = {
  players: "M9 11a3.6 3.6 0 1 0 0-7.2A3.6 3.6 0 0 0 9 11z M2.5 20c0-4 2.6-6.2 6.5-6.2s6.5 2.2 6.5 6.2 M15.6 4.2a3.6 3.6 0 0 1 0 6.4 M17.6 14.2c2.5.7 3.9 2.7 3.9 5.8",
  minutes: "M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6z M12 7.4V12l3.2 2",
  eye: EYE,
};

/** @param {keyof typeof LINES} name */
export const icon = (name) => drawing("0 0 24 24", { class: "line-sign" }, path(LINES[name]));
