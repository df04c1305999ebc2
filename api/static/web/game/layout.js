// The layout of a game's page: header, board with the hand and the instruction bar, and a side panel with everything else,
// which is a drawer on a phone.
import { isOver } from "../standings.js";
import { button, h, on } from "../ui.js";

const NARROW = matchMedia("(max-width: 68rem)");
const PHONE = matchMedia("(max-width: 40rem)");

/** {node, place, moves, update(head)}: `place` holds the board, `moves` the list of all legal actions. */
export function gameLayout(t, { head: { node: head, more }, alarms, beside, steps, panels }) {
  const place = h("div", { class: "board-place" });
  const moves = h("div", {});
  const about = h("div", { class: "game-about" }, beside);
  const side = h("div", { class: "game-side", id: "beside" }, [about, moves, steps, panels]);
  const foot = h("div", { class: "game-steps" });
  const tools = more.parentNode;
  const settle = () => (PHONE.matches ? about : tools).append(more);
  settle();
  on(PHONE, "change", settle);
  const drawer = drawerButton(t, side);
  const node = h("div", { class: "game" }, [
    h("div", { class: "game-top" }, [head, drawer]),
    h("div", { class: "game-main" }, [alarms, place]),
    foot,
    side,
  ]);
  const stepping = belowTheBoard(steps, foot, moves, () => drawer.ariaExpanded === "true" && drawer.click());
  const update = ({ now, version }) => {
    node.dataset.status = now.doc.status;
    stepping.update(version !== now.doc.version || isOver(now.doc));
  };
  return { node, place, moves, update };
}

/**
 * On a phone the controls are below the board while somebody steps through a game, and otherwise in the drawer. They never move
 * while they are dragged. `close()` closes the drawer.
 */
function belowTheBoard(steps, foot, before, close) {
  let wanted = false;
  let pressed = false;
  const settle = () => {
    const below = wanted && NARROW.matches;
    if (steps.querySelector("[type=range]:active") || below === foot.contains(steps)) return;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    if (below) foot.append(steps);
    else before.after(steps);
    if (steps.contains(focused)) focused.focus({ preventScroll: true });
  };
  const moved = () => {
    settle();
    if (pressed && foot.contains(steps)) {
      pressed = false;
      close();
    }
  };
  const used = () => {
    pressed = true;
    requestAnimationFrame(moved);
  };
  for (const type of ["click", "change"]) on(steps, type, used);
  on(NARROW, "change", settle);
  return { update: (now) => ((wanted = now), moved()) };
}

/** The button that closes the history and tools, which cover the board on a phone. */
export function openDrawer() {
  return document.querySelector("#beside[data-open=true]") && /** @type {HTMLElement} */ (document.querySelector("#drawer"));
}

/** On a phone it opens and closes the side panel; Escape closes it, too. */
function drawerButton(t, side) {
  const node = button(t("History"), () => set(side.dataset.open !== "true"), { class: "btn small drawer", id: "drawer", "aria-controls": "beside", "aria-expanded": "false" });
  function set(open) {
    side.dataset.open = String(open);
    node.setAttribute("aria-expanded", String(open));
  }
  on(side, "keydown", (event) => {
    if (event.key !== "Escape" || side.dataset.open !== "true" || !NARROW.matches) return;
    set(false);
    node.focus();
  });
  return node;
}
