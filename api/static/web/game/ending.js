// The page at the end of a game's book: who won and why, where the points came from, where it turned, and what can be done next.
import { button, h, on, pageLink, show } from "../ui.js";
import { said } from "../i18n.js";
import { saidAt } from "../clock/unsaid.js";
import { rematch } from "./rematch.js";
import { citation } from "./clauses.js";
import { lineIcon } from "./icons.js";
import { links } from "./links.js";
import { hasBegun } from "../standings.js";
import { sentenceOf } from "./result.js";
import { operatorsWords } from "./turn.js";
import { scoreTable } from "./scoretable.js";
import { turningPoint } from "./turningpoint.js";

/** What ended a game, or changed its result afterwards, if it is not the event with the mark "end". */
const ENDS = new Set(["game-abandoned", "game-voided", "result-set"]);

/**
 * {node, backs, update(head, seat)}: visible at the end of a game once the pieces of `board()` rest, until it is closed. `backs` are
 * the buttons that open it again: for the board's bar, and for the theatre, which takes the bar's place on a phone. `offer` is that of a rematch, which
 * stands upon it; `stayed(seat)` says who was there when the game ended.
 */
export function ending(shell, { id, role, source, ruleset, playhead, chances, offer, stayed, board }) {
  const { t } = shell;
  const kicker = h("p", { class: "ending-kicker muted" });
  const title = h("h2", { id: "ending-title", tabindex: "-1" });
  const text = h("div", { class: "ending-text" });
  const close = button("×", () => set(false), { class: "btn quiet small ending-close", "aria-label": t("Close"), title: t("Close"), "data-do": "close-ending" });
  const actions = h("div", { class: "ending-actions" });
  const offered = h("div", { class: "ending-offer" });
  const node = h("section", { class: "card ending", id: "ending", hidden: true, "aria-labelledby": "ending-title" }, close, kicker, title, text, h("div", { class: "ending-foot" }, offered, actions));
  const backs = [0, 1].map(() => button(t("How it ended"), () => set(true), { class: "btn small ending-back", hidden: true, "data-do": "open-ending" }));
  on(node, "keydown", (event) => event.key === "Escape" && set(false));
  /** "" while the game is shown at another version, "waits" for the pieces, "open" or "closed". */
  let state = null;
  let announced = false;

  function update(head, seat) {
    const over = (head.doc.outcome || head.doc.status === "abandoned") && head.version === head.now.doc.version;
    if (state === null) state = over ? "open" : "";
    else if (!over) state = "";
    else if (state === "") void arrive();
    draw(head, seat);
  }

  /** The last move is seen first. */
  async function arrive() {
    state = "waits";
    await atRest(board());
    if (state !== "waits") return;
    node.dataset.arrives = "true";
    state = closed ? "closed" : "open";
    draw(playhead.head, playhead.head.now.seat);
    if (!announced) shell.announce(title.textContent);
    announced = true;
  }

  let closed = false;
  /** By its buttons; the focus goes along. */
  function set(open) {
    closed = !open;
    state = open ? "open" : "closed";
    draw(playhead.head, playhead.head.now.seat);
    (open ? title : backs.find((one) => one.checkVisibility()))?.focus({ preventScroll: true });
  }

  function draw(head, seat) {
    node.hidden = state !== "open";
    for (const back of backs) back.hidden = state !== "closed";
    offer.put(node.hidden ? null : offered);
    if (node.hidden) return;
    const { doc } = head;
    const found = chances.found();
    kicker.textContent = [ruleset.name, ruleset.ends[doc.outcome?.reason]].filter(Boolean).map((words) => said(words, t.lang)).join(" · ");
    title.textContent = sentenceOf(t, doc, seat, source.events);
    show(text, [shell.lang, doc.notice, doc.outcome, doc.seats, seat, found.status, found.progress], content(head, seat));
    show(actions, [shell.lang, doc.seats, seat, offer.stands()], next(doc, seat));
  }

  function content({ doc, now }, seat) {
    const turns = doc.status === "finished" && doc.version > 1;
    return [
      why(shell, now.frames, ruleset.clauses),
      operatorsWords(doc),
      scoreTable(t, doc, seat, ruleset),
      turns && turningPoint(shell, { id, doc, now, seat, chances, goTo: playhead.goTo }),
    ];
  }

  /** A rematch comes first if the others are there; while one is offered, its answer does. */
  function next(doc, seat) {
    const mayRematch = role.startsWith("seat:") && !offer.stands();
    const ready = mayRematch && others(doc, seat).every(stayed);
    const kind = (first) => `btn${first ? " primary" : ""}`;
    const again = mayRematch && button(t("Rematch"), () => shell.attempt(() => rematch(shell, doc, seat)), { class: kind(ready), "data-do": "rematch" });
    const first = kind(!ready && !offer.stands());
    const watch = hasBegun(doc) ? button(t("Watch it"), fromTheStart, { class: first, "data-do": "watch" }) : pageLink("/", t("To the lobby"), { class: first });
    return [
      ready ? [again, watch] : [watch, again],
      hasBegun(doc) && button([lineIcon("share"), h("span", {}, t("Share"))], () => void links(t, id, role, playhead.head), { class: "btn", "aria-label": t("Share"), "data-do": "share" }),
    ];
  }

  async function fromTheStart() {
    await playhead.goTo(1);
    void playhead.tell();
  }

  return { node, backs, update };
}

/** The persons at the other seats. */
const others = ({ seats }, own) => seats.filter(({ seat, bot }) => seat !== own && !bot).map(({ seat }) => seat);

/** Until nothing moves there any more. */
async function atRest(place) {
  await new Promise(requestAnimationFrame);
  const moves = place.getAnimations({ subtree: true }).filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moves.map(({ finished }) => finished));
}

function why(shell, frames, clauses) {
  const last = frames.findLast(({ marks, type }) => marks.includes("end") || ENDS.has(type)) ?? saidAt(frames, frames.length);
  return h("p", { class: "ending-why" }, h("span", {}, last.text), " ", h("span", { class: "ending-cites" }, last.rules.map((rule) => citation(shell, clauses, rule))));
}
