// The end of a game: who won and why, the scores, the turning points, and what to do next.
import { button, h, show } from "../ui.js";
import { saidAt } from "../clock/unsaid.js";
import { rematch } from "./rematch.js";
import { citation } from "./clauses.js";
import { curve } from "./curve.js";
import { links } from "./links.js";
import { namesOf, seatName } from "../standings.js";

const ASKED = ["unasked", "failed"];

/** {node, update(head, seat)}: visible at the end of a game, until it is closed. */
export function ending(shell, { id, role, clauses, playhead, chances }) {
  const node = h("section", { class: "card ending", id: "ending", hidden: true, "aria-label": shell.t("How it ended") });
  let closed = false;

  function update(head, seat) {
    const { doc, now, version } = head;
    node.hidden = closed || !doc.outcome || version !== now.doc.version;
    if (!node.hidden) show(node, [shell.lang, doc.outcome, doc.seats, chances.found().status], content(head, seat));
  }

  function content({ doc, now }, seat) {
    const { t } = shell;
    const last = now.frames.findLast(({ marks }) => marks.includes("end")) ?? saidAt(now.frames, now.frames.length);
    return [
      h("div", { class: "ending-head" }, h("h2", {}, winners(t, doc)), button("×", close, { class: "btn quiet small", "aria-label": t("Close"), "data-do": "close-ending" })),
      h("p", { class: "ending-why" }, last.text, " ", last.rules.map((rule) => citation(shell, clauses, rule))),
      scores(t, doc),
      chances.found().status === "done" && h("div", { class: "ending-curve" }, curve(t, chances.found(), (number) => seatName(t, doc.seats, number), playhead.goTo)),
      h("div", { class: "row" }, actions(doc, seat)),
    ];
  }

  function actions(doc, seat) {
    const { t } = shell;
    const finished = doc.status === "finished";
    return [
      role.startsWith("seat:") && button(t("Rematch"), () => shell.attempt(() => rematch(shell, doc, seat)), { class: "btn primary", "data-do": "rematch" }),
      button(t("Watch from the start"), fromTheStart, { class: "btn", "data-do": "watch" }),
      finished && ASKED.includes(chances.found().status) && button(t("Chances and turning points"), chances.ask, { class: "btn", "data-do": "analyse" }),
      button(t("Share"), () => void links(t, id, role, playhead.head), { class: "btn", "data-do": "share" }),
    ];
  }

  function close() {
    closed = true;
    node.hidden = true;
  }

  async function fromTheStart() {
    await playhead.goTo(1);
    void playhead.tell();
  }

  return { node, update };
}

function winners(t, { seats, outcome }) {
  const names = namesOf(t, seats, outcome.winners);
  if (outcome.winners.length === 0) return t("Nobody wins");
  return t(outcome.winners.length === 1 ? "Winner: {names}" : "Winners: {names}", { names });
}

/** All players by rank, with their scores. */
function scores(t, { seats, outcome: { ranking, scores: points } }) {
  const rows = ranking.flatMap((tied, i) => tied.map((seat) => scoreRow(t, seats, seat, ranking.slice(0, i).flat().length + 1, points?.[seat])));
  return h("ol", { class: "ending-scores" }, rows);
}

function scoreRow(t, seats, seat, rank, score) {
  return h("li", { class: `seat-${seat}`, "data-seat": seat }, [
    h("span", { class: "rank" }, `${rank}.`),
    h("span", { class: "seat-number" }, seat),
    h("span", { class: "seat-name" }, seatName(t, seats, seat)),
    score !== undefined && h("strong", { class: "seat-score" }, score),
  ]);
}
