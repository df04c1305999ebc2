// A preview of a ruling's consequences: computed by the service, without drawing anything.
import { Problem } from "../api.js";
import { said } from "../i18n.js";
import { h } from "../ui.js";
import { namesOf } from "../standings.js";
import { backWords } from "./assessment.js";
import { clocksAfter } from "./banks.js";

const NOTHING = "Nothing in the game changes; a game on hold continues at once.";
const RNG = {
  same: "Draws after it are repeated with the same results.",
  fresh: "Draws after it are made anew.",
};

/** Nodes with the preview, or with the reason why the ruling would be refused; `there` shows the board that would stand. */
export function preview(shell, desk, there, ruling) {
  return (TOLD[ruling.kind] ?? nothing)(shell, desk, ruling, there).catch((problem) => {
    if (!(problem instanceof Problem)) throw problem;
    const clause = desk.clauses.find(({ id }) => id === problem.rule);
    return [h("p", { class: "withheld" }, problem.message), clause ? h("p", {}, said(clause.text, shell.lang)) : ""];
  });
}

const nothing = async ({ t }) => [h("p", {}, t(NOTHING))];

/** Kinds of rulings that take the game back. */
async function goingBack(shell, desk, { kind, remedy }, there) {
  const { t } = shell;
  const { back, rng, shuffled, needs_head: head, acts, clocks } = await desk.ask("/rulings/previews", { kind, remedy });
  const { seats } = desk.now().doc;
  const board = await there.show(back.version, remedy.seat ?? acts);
  return [
    h("p", {}, t("The game goes back to version {n}, and play continues from there.", { n: back.version })),
    board,
    acts !== null && h("p", {}, t("There the table acts for {who}; the board is shown as it stands before that action.", { who: namesOf(t, seats, [acts]) })),
    h("p", {}, t(RNG[rng])),
    shuffled.length > 0 && h("p", {}, t("Places to be shuffled: {n}.", { n: shuffled.flat().length })),
    head && needsHead(t, back),
    ...backWords(shell, desk, back),
    ...clocksAfter(t, seats, clocks),
  ].filter(Boolean);
}

const PAST_SOMETHING = ["tainted", "needs-random"];

function needsHead(t, back) {
  const why = PAST_SOMETHING.includes(back?.class) ? "Only a head referee may rule so, and has to explain why what was drawn or shown cannot stand." : "Only a head referee may take time from a seat.";
  return h("p", { class: "needs-head" }, t(why));
}

/** A ruling that changes nothing but clocks. */
async function stands(shell, desk, { kind, remedy }) {
  const { t } = shell;
  if (!remedy) return nothing(shell);
  const { clocks, needs_head: head } = await desk.ask("/rulings/previews", { kind, remedy });
  return [head && needsHead(t), ...clocksAfter(t, desk.now().doc.seats, clocks)].filter(Boolean);
}

const TOLD = {
  stands,
  "backed-up": goingBack,
  replayed: goingBack,
  corrected: goingBack,
  result: async ({ t }, desk, { remedy: { winners, ranking, scores } }) => {
    const { seats } = desk.now().doc;
    const rank = (group) => `${namesOf(t, seats, group)} (${group.map((seat) => scores[seat]).join(", ")})`;
    return [
      h("p", {}, winners.length ? t("The game ends. Won by: {names}", { names: namesOf(t, seats, winners) }) : t("The game ends; nobody wins.")),
      h("ol", { class: "preview-list" }, ranking.map((group) => h("li", {}, rank(group)))),
    ];
  },
  void: async ({ t }) => [h("p", {}, t("The game ends without a result and counts nowhere."))],
};
