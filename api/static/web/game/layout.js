// The frame of a game's page. The place of the board depends on the window alone: notices are beside it or upon it, and the side
// panel is a drawer where there is no room for it.
import { isOver } from "../standings.js";
import { h, on } from "../ui.js";
import { signButton } from "./menu.js";

const NARROW = matchMedia("(max-width: 68rem)");

/**
 * {node, place, moves, update(head, seat)}: `place` holds the board, `moves` the list of all legal actions; `room` is the waiting room, if
 * the game has not begun.
 */
export function gameLayout(t, { head, ending, offers, room, notices, beside, waits, terms, theatre, side: tabs, rules, moves, badge }) {
  const place = h("div", { class: "board-place" });
  const about = h("div", { class: "game-about" });
  const side = h("div", { class: "game-side", id: "beside" }, [about, h("aside", { class: "side" }, tabs), h("div", { class: "side-foot" }, badge)]);
  const drawer = drawerButton(t, side);
  const timeline = h("div", { class: "game-steps" }, theatre);
  const node = h("div", { class: "game" }, [
    head,
    h("div", { class: "game-stage" }, place),
    h("div", { class: "game-upon" }, ending),
    room?.node,
    h("div", { class: "game-offers" }, offers),
    noticePlace(t, notices),
    timeline,
    side,
  ]);
  head.querySelector(".game-tools").prepend(drawer);
  closesWhenUsed(timeline, drawer);
  const update = ({ now: { doc }, following }, seat) => {
    node.dataset.status = doc.status;
    const isClosed = doc.status === "suspended" && doc.notice !== undefined; // the board's bar says why
    node.dataset.watching = String(doc.status !== "waiting" && !isClosed && (seat === null || !following || isOver(doc)));
    const before = doc.status === "waiting" && room; // where it says what one agrees to
    for (const [home, parts] of [[before ? room.terms : rules, [terms]], [before ? room.proof : about, beside], [before ? room.notes : about, waits]]) {
      if (parts[0].parentNode !== home) home.prepend(...parts);
    }
  };
  return { node, place, moves, update };
}

/** On a phone the notices lie upon the board and can be folded; they unfold when there is something new. */
function noticePlace(t, notices) {
  const list = h("div", { class: "notice-list" }, notices);
  const fold = signButton("list", t("Notices"), () => set(list.hidden), { id: "notices", "aria-expanded": "true" });
  const node = h("div", { class: "game-notices" }, fold, list);
  function set(open) {
    list.hidden = !open;
    fold.setAttribute("aria-expanded", String(open));
  }
  new MutationObserver(() => set(true)).observe(list, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
  on(NARROW, "change", () => set(true));
  return node;
}

/** Who steps through the game wants to see it. */
function closesWhenUsed(timeline, drawer) {
  for (const type of ["click", "change"]) on(timeline, type, () => drawer.ariaExpanded === "true" && drawer.click());
}

/** The button that closes the history and tools, which cover the board on a phone. */
export function openDrawer() {
  return document.querySelector("#beside[data-open=true]") && /** @type {HTMLElement} */ (document.querySelector("#drawer"));
}

/** Where the window is narrow it opens and closes the side panel; Escape closes it, too. */
function drawerButton(t, side) {
  const node = signButton("list", t("History"), () => set(side.dataset.open !== "true"), { class: "btn quiet sign drawer", id: "drawer", "aria-controls": "beside", "aria-expanded": "false" });
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
