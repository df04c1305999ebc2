// "When was this placed?": choose something on the board, by click or key, to see the event that put it there.
import { button, keepMarked } from "../../ui.js";
import { openDrawer } from "../layout.js";
import { isBack } from "./turns.js";

/** The last event that put each thing there, among the frames up to a version: name of the thing -> version. */
export function placements(frames, version, events, { things = {}, gone = {} }) {
  const found = new Map();
  for (const frame of frames.slice(0, version)) {
    const { type, data } = events[frame.version - 1] ?? {};
    if (isBack(frame)) continue;
    if (gone[type]) for (const [thing, at] of found) if (gone[type](data, thing, events[at - 1].type)) found.delete(thing);
    for (const thing of things[type]?.(data) ?? []) found.set(thing, frame.version);
  }
  return found;
}

/** The button. `known()` returns the current placements; `found(version)` shows an event, `refuse(text)` explains why nothing can be chosen. */
export function placedButton({ t, announce }, known, found, refuse) {
  const node = button(t("When was this placed?"), () => (end ? end() : begin()), { class: "btn small quiet", id: "history-placed", "aria-pressed": "false" });
  let end = null;

  function begin() {
    const [board, drawer] = [document.querySelector("#board"), openDrawer()];
    const at = known();
    const marks = () => [.../** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-thing]"))].filter((one) => at.has(one.dataset.thing));
    const mark = () => marks().filter((one) => !one.classList.contains("asked")).forEach((one) => (one.classList.add("asked"), one.setAttribute("tabindex", "0")));
    if (board.closest("[hidden]")) return refuse(t("Two boards are shown: nothing can be chosen on them."));
    if (marks().length === 0) return refuse(t("There is nothing on the board that was placed."));
    const choose = (event) => {
      if (!board.isConnected) return end(); // the page was left meanwhile
      if (event.type === "keydown" && event.key === "Escape") leave(event);
      if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
      const thing = event.target.closest(".asked")?.dataset.thing;
      if (thing === undefined) return;
      leave(event);
      drawer?.click();
      found(at.get(thing));
    };
    const leave = (event) => {
      event.preventDefault();
      event.stopPropagation();
      end();
      node.focus();
    };
    end = () => {
      unwatch();
      for (const type of ["click", "keydown"]) document.removeEventListener(type, choose, true);
      for (const one of board.querySelectorAll(".asked")) unmark(one);
      node.setAttribute("aria-pressed", "false");
      end = null;
    };
    drawer?.click();
    node.setAttribute("aria-pressed", "true");
    const unwatch = keepMarked(board, mark);
    for (const type of ["click", "keydown"]) document.addEventListener(type, choose, true);
    marks()[0]?.focus({ preventScroll: true });
    announce(t("Choose a thing on the board; Escape leaves."));
  }
  return node;
}

/** Elements that could be chosen anyway stay in the tab order. */
function unmark(node) {
  node.classList.remove("asked");
  if (!node.classList.contains("can")) node.removeAttribute("tabindex");
}
