// On the page of a game that is over: somebody offers a rematch, with the answers to it.
import { passing } from "../connection.js";
import { cupOf } from "../cups.js";
import { tokensOf } from "../memory.js";
import { isOver, seatName } from "../standings.js";
import { button, h, show } from "../ui.js";
import { offerPlace } from "./offers.js";
import { answer, offered, rematch } from "./rematch.js";

/** Milliseconds between two looks, which grow apart while nothing happens. */
const LOOKS = { first: 2000, longest: 30_000 };
const NONE = { offered_by: null, waiting: [], declined: [], game: null };

/**
 * {node, stands(), put(place), update(head, seat), end()}: visible while an offer waits for this seat's answer, or the new table for this
 * seat, which `stands` says; `put` moves it to another place, or back. `changed()` is called when it comes or goes.
 */
export function rematchOffer(shell, { id, clauses, changed }) {
  const node = offerPlace("rematch-offer");
  const away = new AbortController();
  let begun = false;
  let home = null;

  /** A page that nobody sees does not ask; it asks at once when it is seen again. */
  async function watch(doc, seat) {
    for (let wait = LOOKS.first; !away.signal.aborted; ) {
      const found = document.hidden ? null : await offered(id, seat).catch((problem) => (passing(problem) ? null : NONE));
      if (away.signal.aborted) return;
      const news = found && render(doc, seat, found);
      wait = news ? LOOKS.first : Math.min(wait * 1.2, LOOKS.longest);
      await untilSeen(wait, away.signal);
    }
  }

  /** Whether anything is shown that was not. */
  function render(doc, seat, found) {
    const state = stateOf(found, seat);
    const before = node.dataset.shown;
    node.hidden = !state;
    show(node, [shell.lang, state, found.offered_by, found.game], state ? CONTENTS[state](shell, doc, seat, found, hide) : []);
    const news = node.dataset.shown !== before;
    if (news) changed();
    return news;
  }

  /** It has been answered. */
  function hide() {
    document.getElementById(node.parentElement === home ? "board" : "ending-title")?.focus({ preventScroll: true });
    node.hidden = true;
    changed();
  }

  function put(place) {
    home ??= node.parentElement;
    if (node.parentElement !== (place ?? home)) (place ?? home).append(node);
  }

  function update({ now: { doc } }, seat) {
    if (begun || !isOver(doc) || doc.viewer !== `seat:${seat}` || cupOf(id) || !othersPlay(doc, seat)) return;
    begun = true;
    void shell.attempt(() => watch(doc, seat), clauses);
  }
  return { node, stands: () => !node.hidden, put, update, end: () => away.abort() };
}

const othersPlay = ({ seats }, seat) => seats.some((one) => one.seat !== seat && one.name !== null && !one.bot);

/** While the own window of a rematch is open, it says the same. */
function stateOf({ offered_by: by, waiting, declined, game }, seat) {
  if (document.querySelector("dialog[open]")) return null;
  if (game) return tokensOf(game)[`seat:${seat}`] ? null : "ready";
  return by !== null && by !== seat && waiting.includes(seat) && !declined.includes(seat) ? "asked" : null;
}

const go = (shell, doc, seat) => () => shell.attempt(() => rematch(shell, doc, seat));

const CONTENTS = {
  asked: (shell, doc, seat, { offered_by: by }, hide) => [
    h("p", {}, shell.t("{name} offers a rematch.", { name: seatName(shell.t, doc.seats, by) })),
    h("div", { class: "row" }, [
      button(shell.t("Accept"), go(shell, doc, seat), { class: "btn small primary", "data-do": "accept-rematch" }),
      button(shell.t("Not now"), () => shell.attempt(async () => (await answer(doc.id, seat, false), hide())), { class: "btn small", "data-do": "decline-rematch" }),
    ]),
  ],
  ready: (shell, doc, seat) => [
    h("p", {}, shell.t("The table of the rematch is set.")),
    button(shell.t("Take your seat there"), go(shell, doc, seat), { class: "btn small primary", "data-do": "join-rematch" }),
  ],
};

/** So many milliseconds, or until somebody looks at the page again. */
const untilSeen = (wait, signal) => new Promise((go) => {
  setTimeout(go, wait);
  document.addEventListener("visibilitychange", go, { once: true, signal });
});
