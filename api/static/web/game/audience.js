// Who is connected to a game that goes on: how many watch it, and which players are there.
import { askAgain } from "../follow.js";
import { h } from "../ui.js";
import { isOver } from "../standings.js";
import { lineIcon } from "./icons.js";

/** Milliseconds until the page's own stream is counted, too, and between two questions. */
const SETTLED = 3000;
const AGAIN = 20_000;

/**
 * {node, there(seat), stayed(seat), update(head), end()}, to be updated before the players: `node` is the number of those who watch; `there` says whether
 * a player is connected, undefined while that is not known, and `stayed` whether one was when this page saw the game end. `changed()` is called when one of them has changed.
 */
export function audience(shell, { path, token }, changed) {
  const count = h("span", { class: "watching", id: "watching" });
  let known = null;
  let end = null;
  let last = null;

  function learn(found) {
    const news = JSON.stringify(found) !== JSON.stringify(known);
    known = found;
    if (news) showWatching(shell, count, found?.watching ?? 0);
    return news;
  }

  const told = (found) => learn(found) && changed();

  /** The streams of a game end with it, so nobody knows afterwards who is there: `last` is who was. */
  function update(head) {
    if (isOver(head.now.doc)) {
      last ??= known?.present ?? [];
      learn(null);
      end?.();
    } else end ??= askAgain(`${path}/audience`, { token, first: SETTLED, every: AGAIN, told });
  }

  return { node: count, there: (seat) => known?.present.includes(seat), stayed: (seat) => Boolean(last?.includes(seat)), update, end: () => end?.() };
}

function showWatching({ t }, node, n) {
  const text = t("{n} watching", { n });
  node.title = text;
  node.replaceChildren(...(n > 0 ? [h("span", { class: "watching-sign", "aria-hidden": "true" }, lineIcon("eye"), n), h("span", { class: "vh" }, text)] : []));
}
